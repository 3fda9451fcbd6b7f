/**
 * Loads a backup into an empty installation. The database is filled in one transaction. Marks in DATA_DIR and in the
 * database prevent every start until everything is restored, so an interrupted restore is never mistaken for a complete one,
 * and the next restore starts again from the beginning.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import {
  readDatabaseMark,
  readRestoreMark,
  removeDatabaseMark,
  removeRestoreMark,
  setDatabaseMark,
  setRestoreMark,
} from '../database/unfinished-restore.ts';
import { lockMigrations } from '../migrate/migrate.ts';
import { nullIfMissing } from '../process/read-if-there.ts';
import { StartError } from '../process/start-error.ts';
import { syncDirectory } from '../process/sync-directory.ts';
import { loadTables, migrationsOf } from './load-tables.ts';
import { DATA_DIR_FOLDER } from './manifest.ts';
import { type BackupFile, readEntries, verifyBackup, type WholeBackup } from './read-backup.ts';
import { listTables } from './table-contents.ts';

export interface RestoreOptions {
  readonly dataDir: string;
  /** Opens the installation's database, which is not set up yet, and closes it after the work. */
  readonly withDatabase: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>;
  /** Called after each table. */
  readonly onTable?: ((name: string, rows: number) => void) | undefined;
}

/** What DATA_DIR may contain before a restore: the files that opening it creates. */
const OWN_NAMES: ReadonlySet<string> = new Set(['server.lock', 'lost+found']);

class FilledDatabaseError extends StartError {}

/**
 * @returns what was restored
 * @throws {StartError} if the file is damaged, its version is not known, or the installation is not empty; nothing is changed then
 */
export async function restoreBackup(file: BackupFile, { dataDir, withDatabase, onTable }: RestoreOptions): Promise<WholeBackup> {
  const interrupted = await readRestoreMark(dataDir);
  if (interrupted === null) await refuseFilledDirectory(dataDir);
  const backup = await verifyBackup(file);
  migrationsOf(backup.header.migrations);
  const id = interrupted || randomBytes(12).toString('hex');
  await setRestoreMark(dataDir, id);
  try {
    await withDatabase(async (database) => {
      const client = await database.$client.connect();
      try {
        await load(client, id, { file, backup, dataDir, onTable });
      } finally {
        client.release(true);
      }
    });
  } catch (error) {
    if (error instanceof FilledDatabaseError && interrupted === null) await removeRestoreMark(dataDir);
    throw error;
  }
  return backup;
}

interface Load extends Pick<RestoreOptions, 'dataDir' | 'onTable'> {
  readonly file: BackupFile;
  readonly backup: WholeBackup;
}

async function load(client: pg.ClientBase, id: string, { file, backup, dataDir, onTable }: Load): Promise<void> {
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
  // Statements of a killed restore that still run in the database are ended first.
  await lockMigrations(client);
  const mark = await readDatabaseMark(client);
  if (mark?.isFinished !== true || mark.id !== id) {
    if ((await listTables(client)).length > 0) {
      throw new FilledDatabaseError('The database holds tables already. A restore goes into an empty one.');
    }
    await setDatabaseMark(client, { id, isFinished: false });
    await writeFiles(file, dataDir);
    await client.query('begin');
    await loadTables(client, file, backup, onTable);
    await setDatabaseMark(client, { id, isFinished: true });
    await client.query('commit');
  }
  await removeRestoreMark(dataDir);
  await removeDatabaseMark(client);
  await client.query('analyze');
}

async function refuseFilledDirectory(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir).catch(nullIfMissing)) ?? [];
  if (names.every((name) => OWN_NAMES.has(name))) return;
  throw new StartError(`DATA_DIR: ${dataDir} is not empty. A restore goes into an empty installation.`);
}

/** Replaces the files of DATA_DIR that an interrupted restore left. */
async function writeFiles(file: BackupFile, dataDir: string): Promise<void> {
  await rm(join(dataDir, 'outbox'), { recursive: true, force: true });
  const folders = new Set([dataDir]);
  for await (const { name, content } of readEntries(file)) {
    if (!name.startsWith(DATA_DIR_FOLDER)) break;
    const relative = name.slice(DATA_DIR_FOLDER.length);
    if (!/^(?:outbox\/)?[\w.-]+$/.test(relative) || relative.includes('..'))
      throw new StartError(`The backup is damaged: ${name} is no file of ours.`);
    const path = join(dataDir, relative);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    folders.add(dirname(path));
    const target = await open(path, 'w', 0o600);
    try {
      await target.writeFile(content);
      await target.sync();
    } finally {
      await target.close();
    }
  }
  for (const folder of folders) await syncDirectory(folder);
}
