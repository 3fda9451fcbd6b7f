/**
 * Loads the staged rows of an import, and the stored ones, into a shadow table of an empty or small one, before any lock of
 * writers is taken, and puts it in the place of that one if nothing happened meanwhile that the rows would have to be
 * judged by again.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { lockTableForWriting, nextVersion } from '../../../schema/table-lock.ts';
import type { ImportSession } from '../staging/import-session.ts';
import { keepUnmoved } from '../staging/unmoved-rows.ts';
import { type Compared, isInState, readState, type TableState } from './compare-before.ts';
import type { FoundAgain } from './find-again.ts';
import { keepReadersOut, keepWritersOut } from './keep-readers-out.ts';
import type { Counted, Merge } from './merge-statements.ts';
import { rekeyShared, settleRekeyed } from './rekey-rows.ts';
import { dropShadowTable, fillShadowTable, isAsBefore, type ShadowTable } from './shadow-table.ts';

export interface LoadedShadowTable {
  readonly shadow: ShadowTable;
  readonly counted: Counted;
  readonly found: FoundAgain;
  /** The state of the stored table when the shadow table was loaded. */
  readonly state: TableState;
  /** A number lower than those of all rows that are new or changed, and higher than the version. */
  readonly firstVersion: number;
}

interface Load {
  /** How many rows are staged. */
  readonly staged: () => number;
  /** The comparison with the stored rows; null: there were none. */
  readonly compared: Compared | null;
  /** Finds the stored rows of staged ones. Its second argument is called before staged rows get other keys. */
  readonly find: (transaction: Transaction, onMoving: (transaction: Transaction) => Promise<void>) => Promise<FoundAgain>;
  readonly merge: Merge;
}

/** Microseconds of processor time a row, as decision 0055 has them. */
const COSTS = { added: 126, changed: 190, shadow: 90 };

/** Loads many rows into a shadow table. null: merging into the stored table is cheaper. */
export async function loadShadowTable(
  session: ImportSession,
  definition: TableDefinition,
  { staged, compared, find, merge }: Load,
): Promise<LoadedShadowTable | null> {
  const { connection } = session;
  if (compared !== null && !isCheaper(compared)) return null;
  // The number is taken here, so that those of all new and changed rows are higher.
  const firstVersion = await nextVersion(connection);
  const { shadow, loaded } = await fillShadowTable(session, definition, async (transaction, copy) => {
    const state = await readState(transaction, definition);
    await rekeyShared(transaction, definition);
    const found = await find(transaction, keepUnmoved);
    await settleRekeyed(transaction, definition);
    const counted = await merge.count(transaction, staged(), { areKeysNoted: true });
    await merge.copy(transaction, copy);
    if (counted.added > 0) await merge.insert(transaction, { into: copy.relation, hasMatches: counted.added < counted.staged });
    return { state, found, counted };
  });
  // Long readers are waited for now, before other writers have to wait.
  await connection.transaction((transaction) => keepReadersOut(transaction, definition));
  return { ...loaded, shadow, firstVersion };
}

/**
 * Notes what changed rows held before, as the trigger of `track_table` does. Before the locks, because it takes as long as
 * there are changed rows: nobody sees it before the transaction ends.
 */
export async function noteChanges(
  transaction: Transaction,
  definition: TableDefinition,
  loaded: LoadedShadowTable,
): Promise<void> {
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
    from ${loaded.shadow.relation} n join ${sql.identifier(name)} o on o.id = n.id
    where n.changed_in > ${loaded.firstVersion}`);
}

/** Removes the noted changes of a loaded table that does not replace the stored one. */
export async function forgetChanges(
  transaction: Transaction,
  definition: TableDefinition,
  { shadow, firstVersion, counted }: LoadedShadowTable,
): Promise<void> {
  if (counted.changed === 0) return;
  await transaction.execute(sql`
    delete from row_changes noted using ${shadow.relation} n
    where n.changed_in > ${firstVersion} and noted.table_name = ${databaseName(definition)} and noted.version = n.changed_in`);
}

/** Takes the locks of a writer. @returns whether the loaded table may take the place of the stored one */
export async function lockForSwitch(
  transaction: Transaction,
  definition: TableDefinition,
  loaded: LoadedShadowTable | null,
): Promise<boolean> {
  // This lock comes before the lock that all writers take: a writer that waited for that one would hold the table, and both
  // would wait.
  if (loaded !== null) await keepWritersOut(transaction, definition);
  await lockTableForWriting(transaction, definition);
  if (loaded === null) return false;
  return (await isAsBefore(transaction, definition, loaded.shadow)) && (await isInState(transaction, definition, loaded.state));
}

export async function dropLoaded(session: ImportSession, loaded: LoadedShadowTable | null): Promise<void> {
  // A table that cannot be removed now is removed later, and the reason of a failed import is worth more.
  if (loaded !== null) await dropShadowTable(session, loaded.shadow).catch(() => undefined);
}

function isCheaper({ counted: { added, changed }, state: { rowCount } }: Compared): boolean {
  return added * COSTS.added + changed * COSTS.changed >= (rowCount + added) * COSTS.shadow;
}
