/**
 * The marks of an unfinished restore, in DATA_DIR and in the database: nothing starts until both are gone. The mark in the
 * database is for servers with another DATA_DIR.
 */
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { readIfThere } from '../process/read-if-there.ts';
import { StartError } from '../process/start-error.ts';
import { syncDirectory } from '../process/sync-directory.ts';

const FILE = 'restore-unfinished';
const SCHEMA = 'leadloom_restore';

const UNFINISHED = 'A restore into this installation was interrupted. Run "pnpm restore" again; it begins anew.';

/** @throws {StartError} */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if ((await readRestoreMark(dataDir)) !== null) throw new StartError(UNFINISHED);
}

/** @throws {StartError} */
export async function refuseUnfinishedDatabase(client: pg.ClientBase): Promise<void> {
  if ((await readDatabaseMark(client))?.isFinished === false) throw new StartError(UNFINISHED);
}

/** The id of the unfinished restore in this directory; empty if it was interrupted while the mark was written. */
export async function readRestoreMark(dataDir: string): Promise<string | null> {
  return (await readIfThere(join(dataDir, FILE)))?.toString().trim() ?? null;
}

export async function setRestoreMark(dataDir: string, id: string): Promise<void> {
  const file = await open(join(dataDir, FILE), 'w', 0o600);
  try {
    await file.writeFile(`${id}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncDirectory(dataDir);
}

export async function removeRestoreMark(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true });
  await syncDirectory(dataDir);
}

export interface DatabaseMark {
  readonly id: string;
  /** The database is complete; only DATA_DIR is left to restore. */
  readonly isFinished: boolean;
}

export async function readDatabaseMark(client: pg.ClientBase): Promise<DatabaseMark | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = $1",
    [SCHEMA],
  );
  if (rows[0] === undefined) return null;
  const [state = '', id = ''] = (rows[0].mark ?? '').split(' ');
  return { id, isFinished: state === 'finished' };
}

/** @param id hexadecimal digits */
export async function setDatabaseMark(client: pg.ClientBase, { id, isFinished }: DatabaseMark): Promise<void> {
  await client.query(`create schema if not exists ${SCHEMA};
    comment on schema ${SCHEMA} is '${isFinished ? 'finished' : 'unfinished'} ${id}'`);
}

export async function removeDatabaseMark(client: pg.ClientBase): Promise<void> {
  await client.query(`drop schema if exists ${SCHEMA}`);
}
