/**
 * Loads the staged rows of an import into a table beside an empty one, before any lock is taken, and puts it in the place of
 * the empty one if nothing happened meanwhile that the rows would have to be judged by again.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import { databaseName } from '../data-table.ts';
import { lockTableForWriting, nextVersion } from '../table-lock.ts';
import { type BesideTable, dropBeside, fillBeside, isAsBefore } from './beside-table.ts';
import type { AmbiguousRow } from './find-again.ts';
import type { ImportSession } from './import-session.ts';
import { keepWritersOut } from './keep-readers-out.ts';
import { rekeyShared } from './rekey-rows.ts';
import { STAGED } from './staging-table.ts';

export interface LoadedBeside {
  readonly beside: BesideTable;
  readonly rows: number;
  readonly ambiguous: readonly AmbiguousRow[];
  /** Of the empty table. A table of the same version is as it was. */
  readonly version: number;
  /** A number lower than those of all its rows, and higher than the version. */
  readonly firstVersion: number;
}

interface Load {
  /** From this many rows on. */
  readonly replacingRows: number;
  readonly find: (transaction: Transaction) => Promise<readonly AmbiguousRow[]>;
  readonly insert: (connection: Connection, into: SQL) => Promise<void>;
}

/** null: the table has rows, or the import has few */
export async function loadBeside(
  session: ImportSession,
  definition: TableDefinition,
  { replacingRows, find, insert }: Load,
): Promise<LoadedBeside | null> {
  const { connection } = session;
  const { rows: staged } = await connection.execute<{ count: string }>(sql`select count(*) as count from ${STAGED}`);
  if (Number(staged[0]?.count) < replacingRows) return null;
  const state = await readState(connection, definition);
  if (state.rowCount > 0) return null;
  // Taken here: all numbers of the table's rows are higher.
  const firstVersion = await nextVersion(connection);
  const ambiguous = await connection.transaction(async (transaction) => {
    await rekeyShared(transaction, definition);
    return find(transaction);
  });
  const { rows } = await connection.execute<{ count: string }>(sql`select count(*) as count from ${STAGED}`);
  const beside = await fillBeside(session, definition, insert);
  return { beside, rows: Number(rows[0]?.count), ambiguous, version: state.version, firstVersion };
}

/** Takes the locks of a writer. @returns whether the loaded table may take the place of the empty one */
export async function lockForSwitch(
  transaction: Transaction,
  definition: TableDefinition,
  loaded: LoadedBeside | null,
): Promise<boolean> {
  // Before the lock that all writers take: a writer that waited for that one would hold the table, and both would wait.
  if (loaded !== null) await keepWritersOut(transaction, definition);
  await lockTableForWriting(transaction, definition);
  if (loaded === null) return false;
  const { version } = await readState(transaction, definition);
  return version === loaded.version && (await isAsBefore(transaction, definition, loaded.beside));
}

export async function dropLoaded(session: ImportSession, loaded: LoadedBeside | null): Promise<void> {
  // What cannot be removed now is removed later, and the reason of a failed import is worth more.
  if (loaded !== null) await dropBeside(session, loaded.beside).catch(() => undefined);
}

async function readState(connection: Connection, definition: TableDefinition): Promise<{ version: number; rowCount: number }> {
  const { rows } = await connection.execute<{ version: string; row_count: string }>(
    sql`select version, row_count from table_versions where table_name = ${databaseName(definition)}`,
  );
  return { version: Number(rows[0]?.version), rowCount: Number(rows[0]?.row_count) };
}
