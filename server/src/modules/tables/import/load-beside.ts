/**
 * Loads the staged rows of an import, and the stored ones, into a table beside an empty or small one, before any lock of
 * writers is taken, and puts it in the place of that one if nothing happened meanwhile that the rows would have to be judged
 * by again.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import { databaseName } from '../data-table.ts';
import { lockTableForWriting, nextVersion } from '../table-lock.ts';
import { type BesideTable, dropBeside, fillBeside, isAsBefore } from './beside-table.ts';
import type { AmbiguousRow } from './find-again.ts';
import type { ImportSession } from './import-session.ts';
import { keepReadersOut, keepWritersOut } from './keep-readers-out.ts';
import type { Counted, Merge } from './merge-statements.ts';
import { rekeyShared, settleRekeyed } from './rekey-rows.ts';
import { STAGED } from './staging-table.ts';
import { keepUnmoved } from './unmoved-rows.ts';

export interface LoadedBeside {
  readonly beside: BesideTable;
  readonly counted: Counted;
  readonly ambiguous: readonly AmbiguousRow[];
  /** Of the stored table. A table of the same version holds the same rows. */
  readonly version: number;
  /** Of the stored rows. Keys can change without a new version. */
  readonly keys: string;
  /** A number lower than those of all rows that are new or changed, and higher than the version. */
  readonly firstVersion: number;
}

interface Load {
  /** From this many rows on. */
  readonly replacingRows: number;
  readonly find: (transaction: Transaction) => Promise<readonly AmbiguousRow[]>;
  readonly merge: Merge;
}

/** Microseconds of processor time a row, as decision 0055 has them. */
const COSTS = { added: 126, changed: 190, beside: 90 };

/** null: the rows are better merged into the table where it is */
export async function loadBeside(
  session: ImportSession,
  definition: TableDefinition,
  { replacingRows, find, merge }: Load,
): Promise<LoadedBeside | null> {
  const { connection } = session;
  const { rows } = await connection.execute<{ count: string }>(sql`select count(*) as count from ${STAGED}`);
  const staged = Number(rows[0]?.count);
  if (staged < replacingRows) return null;
  const state = await readState(connection, definition);
  const isCheaper = ({ added, changed }: Pick<Counted, 'added' | 'changed'>) =>
    added * COSTS.added + changed * COSTS.changed >= (state.rowCount + added) * COSTS.beside;
  if (state.rowCount > 0) {
    // Before the rows are compared, because even if all of them were changed ones it would not be.
    const most = Math.min(staged, state.rowCount);
    if (!isCheaper({ changed: most, added: staged - most })) return null;
    const counted = await connection.transaction((transaction) => merge.count(transaction, { areKeysNoted: false }));
    if (!isCheaper(counted)) return null;
  }
  // Taken here: the numbers of all rows that are new or changed are higher.
  const firstVersion = await nextVersion(connection);
  await keepUnmoved(connection, definition);
  const { beside, loaded } = await fillBeside(session, definition, async (transaction, copy) => {
    const keys = await sumKeys(transaction, definition);
    await rekeyShared(transaction, definition);
    const ambiguous = await find(transaction);
    await settleRekeyed(transaction, definition);
    const counted = await merge.count(transaction, { areKeysNoted: true });
    await merge.copy(transaction, copy);
    if (counted.added > 0) await merge.insert(transaction, { into: copy.relation, hasMatches: counted.added < counted.staged });
    return { keys, ambiguous, counted };
  });
  // Whoever reads for long is waited for before other writers have to wait.
  await connection.transaction((transaction) => keepReadersOut(transaction, definition));
  return { ...loaded, beside, version: state.version, firstVersion };
}

/**
 * Notes what changed rows held before, as the trigger of `track_table` does. Before the locks, because it takes as long as
 * there are changed rows: nobody sees it before the transaction ends.
 */
export async function noteChanges(transaction: Transaction, definition: TableDefinition, loaded: LoadedBeside): Promise<void> {
  if (loaded.counted.changed === 0) return;
  const name = databaseName(definition);
  const { rows } = await transaction.execute<{ before: string }>(sql`
    select string_agg(
      format('case when o.%1$I is distinct from n.%1$I then jsonb_build_object(%1$L, o.%1$I) else ''{}'' end', attname),
      ' || ' order by attnum) as before
    from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'canonical_key', 'imported_at', 'needs_escape', 'changed_in')`);
  await transaction.execute(sql`
    insert into row_changes (table_name, version, row_id, replaced, before, changed_at)
    select ${name}, n.changed_in, n.id, o.changed_in, ${sql.raw(rows[0]?.before ?? "'{}'")}, clock_timestamp()
    from ${loaded.beside.relation} n join ${sql.identifier(name)} o on o.id = n.id
    where n.changed_in > ${loaded.firstVersion}`);
}

/** For a loaded table that does not take the place of the stored one. */
export async function forgetChanges(
  transaction: Transaction,
  definition: TableDefinition,
  { beside, firstVersion, counted }: LoadedBeside,
): Promise<void> {
  if (counted.changed === 0) return;
  await transaction.execute(sql`
    delete from row_changes noted using ${beside.relation} n
    where n.changed_in > ${firstVersion} and noted.table_name = ${databaseName(definition)} and noted.version = n.changed_in`);
}

/** Takes the locks of a writer. @returns whether the loaded table may take the place of the stored one */
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
  if (version !== loaded.version || !(await isAsBefore(transaction, definition, loaded.beside))) return false;
  return (await sumKeys(transaction, definition)) === loaded.keys;
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

/** The same while no row has another key. */
async function sumKeys(connection: Connection, definition: TableDefinition): Promise<string> {
  const { rows } = await connection.execute<{ sum: string | null }>(
    sql`select sum(hashtextextended(canonical_key, id)) as sum from ${sql.identifier(databaseName(definition))}`,
  );
  return rows[0]?.sum ?? '0';
}
