/**
 * Packs a folder into a zip file. The same files give the same bytes on every machine and on every day: names are sorted,
 * times are fixed, and the compression is the library's own, not that of the running Node.
 */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';

/** The first day that a zip file can tell; told in local time, as the library reads it. */
const FIXED_TIME = new Date(1980, 0, 1);

/** Everybody can read the files where they are unpacked: `-rw-r--r--` of Unix. */
const options = { level: 9, mtime: FIXED_TIME, os: 3, attrs: 0o100644 << 16 } as const;

/** @param folder absolute; its files are at the root of the archive */
export function packFolder(folder: string): Uint8Array {
  const files: Zippable = {};
  for (const name of filesBelow(folder)) files[name] = [readFileSync(join(folder, name)), options];
  return zipSync(files);
}

/**
 * Writes the archive. It is replaced in one step, because a server may be sending it; it stays as it is if it would be the
 * same.
 */
export function writePacked(folder: string, archive: string): void {
  const packed = packFolder(folder);
  if (existsSync(archive) && readFileSync(archive).equals(packed)) return;
  writeFileSync(`${archive}.new`, packed);
  renameSync(`${archive}.new`, archive);
}

/** Files with `/` between folders, as in zip files. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort((a, b) => (a < b ? -1 : 1));
}
