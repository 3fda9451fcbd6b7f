/**
 * Files that may be missing. Missing is what the file system says, and not any failure to look: a file that cannot be read
 * at this moment, such as without file descriptors, is there for all that is known (record 0070).
 */
import { readFile, stat } from 'node:fs/promises';

/** The file's bytes; null: there is no file. @throws {Error} where it could not be read */
export async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch(nullIfMissing);
}

/** @throws {Error} where that could not be found out */
export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfMissing)) !== null;
}

/**
 * Handles an error in `catch`: a missing file becomes null. @throws {unknown} the error, unless it says that there is no
 * such file
 */
export function nullIfMissing(error: unknown): null {
  // ENOTDIR: a part of the path is a file.
  if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null;
  throw error;
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
