/** The server's own directory, created at the first start. */
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/** @throws {StartError} if the directory cannot be created or written */
export async function openDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    // Others may pass through the directory: root runs the database inside it as another user. Secret files have the mode
    // 0600.
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    await (await open(probe, 'w', 0o600)).close();
  } catch (cause) {
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written (${reasonOf(cause)}).`, { cause });
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error
    ? 'code' in error && typeof error.code === 'string'
      ? error.code
      : error.message
    : String(error);
}
