/** Reads a backup and checks every part of it against its manifest. */
import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { StartError } from '../process/start-error.ts';
import { type ArchiveEntry, type ArchiveKey, hashOf, readArchive } from './archive.ts';
import {
  type BackupHeader,
  type BackupManifest,
  FORMAT,
  HEADER_NAME,
  headerSchema,
  MANIFEST_NAME,
  manifestSchema,
  TABLES_FOLDER,
} from './manifest.ts';

const LINE_FEED = 0x0a;

export interface WholeBackup {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
}

/** Where a backup is, and the passphrase that decrypts it. */
export interface BackupFile extends ArchiveKey {
  readonly path: string;
}

/** The entries of a backup except its header and its manifest. */
export async function* readEntries(file: BackupFile): AsyncGenerator<ArchiveEntry> {
  for await (const entry of readArchive(createReadStream(file.path), file)) {
    if (entry.name !== HEADER_NAME && entry.name !== MANIFEST_NAME) yield entry;
  }
}

/** Reads everything once. @throws {StartError} with what is wrong, if anything is missing or was changed */
export async function verifyBackup(file: BackupFile): Promise<WholeBackup> {
  let header: BackupHeader | null = null;
  let manifest: BackupManifest | null = null;
  const entries: Record<string, { bytes: number; sha256: string }> = {};
  const rows: Record<string, number> = {};
  for await (const { name, content } of readArchive(createReadStream(file.path), file)) {
    if (manifest !== null) throw damaged(`${name} comes after its end`);
    if (header === null && name !== HEADER_NAME) throw new StartError('The file is not a backup of Leadloom.');
    if (name === MANIFEST_NAME) {
      manifest = parsePart(name, manifestSchema, content);
      continue;
    }
    if (name === HEADER_NAME) header = readHeader(content);
    entries[name] = { bytes: content.length, sha256: hashOf(content) };
    const table = tableOf(name);
    if (table !== null) rows[table] = (rows[table] ?? 0) + countLines(content);
  }
  if (header === null || manifest === null) throw damaged('it ends too early');
  compare(manifest, entries, rows);
  return { header, manifest };
}

/** The table an entry belongs to; null: it is a file of DATA_DIR. */
export function tableOf(entry: string): string | null {
  return entry.startsWith(TABLES_FOLDER) ? (entry.split('/')[1] ?? null) : null;
}

function compare(manifest: BackupManifest, entries: BackupManifest['entries'], rows: Readonly<Record<string, number>>): void {
  for (const name of new Set([...Object.keys(entries), ...Object.keys(manifest.entries)])) {
    const [found, promised] = [entries[name], manifest.entries[name]];
    if (found === undefined) throw damaged(`${name} is missing`);
    if (promised === undefined || promised.sha256 !== found.sha256) throw damaged(`${name} is not what was written`);
  }
  for (const [table, { rows: promised }] of Object.entries(manifest.tables)) {
    if ((rows[table] ?? 0) !== promised) throw damaged(`${table} has ${rows[table] ?? 0} rows instead of ${promised}`);
  }
}

function readHeader(content: Buffer): BackupHeader {
  const { format } = parsePart(HEADER_NAME, z.object({ format: z.number() }), content);
  if (format > FORMAT) throw new StartError('The backup was made by a newer version of Leadloom.');
  return parsePart(HEADER_NAME, headerSchema, content);
}

function parsePart<Part>(name: string, schema: { parse(value: unknown): Part }, content: Buffer): Part {
  try {
    return schema.parse(JSON.parse(content.toString()));
  } catch (cause) {
    throw damaged(`${name} cannot be read`, cause);
  }
}

function countLines(content: Buffer): number {
  let count = 0;
  for (let at = content.indexOf(LINE_FEED); at !== -1; at = content.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

function damaged(reason: string, cause?: unknown): StartError {
  return new StartError(`The backup is damaged: ${reason}.`, { cause });
}
