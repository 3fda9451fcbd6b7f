/**
 * Writes a backup of an installation that may be running: its tables at one moment, and the files of DATA_DIR that cannot be
 * created again. It does not contain the files of the embedded database: a restore creates new ones.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../database/database.ts';
import { listMigrations } from '../migrate/applied-migrations.ts';
import { StartError } from '../process/start-error.ts';
import { type ArchiveEntry, hashOf, writeArchive } from './archive.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type BackupTable,
  DATA_DIR_FOLDER,
  FORMAT,
  HEADER_NAME,
  MANIFEST_NAME,
  TABLES_FOLDER,
} from './manifest.ts';
import { columnList, listTables, readSequences, sumTable, TEXT_SETTINGS, tableName } from './table-contents.ts';

/** Bytes of a table in one entry; the text of one row is much smaller. */
const PART_BYTES = 4 * 1024 * 1024;
/** Files of DATA_DIR. The outbox is a folder; its files are added one by one. */
const FILES = ['secret', 'secrets', 'linkedin-catalogue.json'];
const OUTBOX = 'outbox';

export interface BackupOptions {
  readonly database: Database;
  readonly dataDir: string;
  /** Encrypts where not null. */
  readonly passphrase: string | null;
  /** The encryption's work factor, as a power of two; age's own if absent. */
  readonly workFactor?: number;
  readonly now: Date;
  /** Called after each table. */
  readonly onTable?: (name: string, rows: number) => void;
}

/** @throws {StartError} when the database was never set up */
export async function writeBackup(target: Writable, options: BackupOptions): Promise<BackupManifest> {
  const { database, dataDir, passphrase, workFactor, now, onTable } = options;
  const lock = passphrase === null ? null : { passphrase, ...(workFactor === undefined ? {} : { workFactor }) };
  const manifest: BackupManifest = { entries: {}, tables: {}, sequences: {} };
  const client = await database.$client.connect();
  try {
    const known = (await listTables(client)).map(tableName);
    await client.query('begin isolation level repeatable read read only');
    await client.query(TEXT_SETTINGS);
    // The tables are locked before the first query takes the snapshot: an import may put a table in the place of another
    // one, and to an earlier snapshot that table would seem to be empty.
    if (known.length > 0) await client.query(`lock table ${known.join(', ')} in access share mode`);
    const migrations = await listMigrations(client);
    if (migrations.length === 0) throw new StartError('There is nothing to back up: this installation was never started.');
    const tables = await listTables(client);
    const header: BackupHeader = {
      format: FORMAT,
      createdAt: now.toISOString(),
      migrations,
      tables,
      ...(await readCheckedFrom(client)),
    };
    await writeArchive(target, lock, async (write) => {
      const add = async (entry: ArchiveEntry) => {
        manifest.entries[entry.name] = { bytes: entry.content.length, sha256: hashOf(entry.content) };
        await write(entry);
      };
      await add({ name: HEADER_NAME, content: asJson(header) });
      for await (const entry of readFiles(dataDir)) await add(entry);
      for (const table of tables) {
        for await (const entry of readTable(client, table)) await add(entry);
        const sum = await sumTable(client, table);
        manifest.tables[table.name] = sum;
        onTable?.(table.name, sum.rows);
      }
      Object.assign(manifest.sequences, await readSequences(client));
      await write({ name: MANIFEST_NAME, content: asJson(manifest) });
    });
    await client.query('commit');
    return manifest;
  } finally {
    // An unfinished transaction ends with its connection.
    client.release(true);
  }
}

/** A function and no row, because exports need it in their conditions. Data from long before the baseline has none. */
async function readCheckedFrom(client: pg.ClientBase): Promise<Pick<BackupHeader, 'separatorsCheckedFrom'>> {
  const { rows: found } = await client.query("select to_regprocedure('separators_checked_from()') is not null as is_there");
  if (found[0]?.is_there !== true) return {};
  const { rows } = await client.query<{ time: string }>('select separators_checked_from()::text as time');
  return rows[0] === undefined ? {} : { separatorsCheckedFrom: rows[0].time };
}

async function* readTable(client: pg.ClientBase, table: BackupTable): AsyncGenerator<ArchiveEntry> {
  let [parts, bytes, number]: [Buffer[], number, number] = [[], 0, 0];
  const entry = (): ArchiveEntry => {
    number += 1;
    const content = Buffer.concat(parts);
    [parts, bytes] = [[], 0];
    return { name: `${TABLES_FOLDER}${table.name}/${String(number).padStart(6, '0')}.copy`, content };
  };
  for await (const chunk of client.query(copyTo(`copy ${tableName(table)} (${columnList(table)}) to stdout`))) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes >= PART_BYTES) yield entry();
  }
  if (bytes > 0) yield entry();
}

async function* readFiles(dataDir: string): AsyncGenerator<ArchiveEntry> {
  const mails = await readdir(join(dataDir, OUTBOX)).catch(unlessMissing([]));
  for (const file of [...FILES, ...mails.filter((name) => name.endsWith('.eml')).map((name) => `${OUTBOX}/${name}`)]) {
    const content = await readFile(join(dataDir, file)).catch(unlessMissing(null));
    if (content !== null) yield { name: DATA_DIR_FOLDER + file, content };
  }
}

function unlessMissing<Fallback>(fallback: Fallback): (error: unknown) => Fallback {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return fallback;
    throw error;
  };
}

function asJson(value: BackupHeader | BackupManifest): Buffer {
  return Buffer.from(JSON.stringify(value));
}
