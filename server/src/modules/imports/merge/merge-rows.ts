/**
 * Settles the keys of staged rows, and shows the rows in their table at one moment: unknown keys become new rows, known
 * rows change where a column of the file differs, and equal rows are not touched. Many rows for an empty or small table are
 * loaded into a shadow table first (`load-shadow-table.ts`); all others are merged in one transaction.
 */

import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { databaseName, SAMPLE_SOURCE } from '../../../schema/data-table.ts';
import { nextVersion, raiseVersion } from '../../../schema/table-lock.ts';
import { holdBack, NOTHING_HELD } from '../../suppression/hold-back.service.ts';
import { type FoldedRow, foldRows, readFoldedRows } from '../staging/folded-rows.ts';
import type { ImportSession } from '../staging/import-session.ts';
import { rememberSharedKeys, settleSharedKeys, takeNextKeys } from '../staging/shared-keys.ts';
import { STAGED } from '../staging/staging-table.ts';
import { takeUnmoved } from '../staging/unmoved-rows.ts';
import { settleCellSources } from './cell-sources.ts';
import { compareBefore, isInState } from './compare-before.ts';
import { type AmbiguousRow, findAgain, NOTHING_FOUND } from './find-again.ts';
import { findRegistered } from './find-registered.ts';
import { keepReadersOut } from './keep-readers-out.ts';
import { dropLoaded, forgetChanges, loadShadowTable, lockForSwitch, noteChanges } from './load-shadow-table.ts';
import { type Counted, createMerge, type MergedColumns } from './merge-statements.ts';
import { rekeyShared, rekeyTable, settleRekeyed, storeRekeyed } from './rekey-rows.ts';
import { takePlace } from './shadow-table.ts';

/** From this many rows on the search indexes are cleaned up, and the planner may need new statistics. */
const MANY_ROWS = 1_000;
const REPORTED_FOLDED = 100;
/** From this many rows on, a shadow table may be loaded, whose indexes are built afterwards. */
const REPLACING_ROWS = 20_000;

export interface MergeOptions extends MergedColumns {
  readonly isDryRun: boolean;
  /** How many rows are staged. */
  readonly staged: number;
  /** The number of rows from which a table may be replaced: 20,000 where absent. */
  readonly replacingRows?: number;
  /** The key of the suppression list; null or absent: the caller has none, and a list that is not empty refuses the rows. */
  readonly suppressionKey?: Buffer | null | undefined;
  /** Runs in the transaction of a dry run once its rows are counted. */
  readonly onCounted?: ((transaction: Transaction, columns: readonly string[]) => Promise<void>) | undefined;
  /** Runs last in the transaction of the rows: what it writes is there exactly when they are; when it throws, neither is. */
  readonly alongside?: ((transaction: Transaction, merged: MergedRows) => Promise<void>) | undefined;
}

export interface MergedRows {
  readonly counts: MergeCounts;
  /** The rows' numbers are higher, and no other writer's of this table is between it and the highest of them. */
  readonly firstVersion: number;
}

export interface MergeCounts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Rows that could only fill a stored one, which is not there. */
  readonly homeless: number;
  /** Rows of the file that were folded into later ones. */
  readonly duplicates: number;
  /** The first hundred of them, without cells. */
  readonly folded: readonly FoldedRow[];
  /** The first hundred rows that name others only ambiguously. */
  readonly ambiguous: readonly AmbiguousRow[];
  readonly changedColumns: Readonly<Record<string, number>>;
  /** Rows of people who were erased. */
  readonly heldBack: number;
}

export async function mergeRows(
  session: ImportSession,
  definition: TableDefinition,
  options: MergeOptions,
): Promise<MergeCounts> {
  const { connection } = session;
  const key = options.suppressionKey ?? null;
  const held = { table: definition.name, relation: sql`${STAGED}`, columns: options.columns };
  // Sample people are invented, so nobody asked for their erasure.
  const holds = options.source === SAMPLE_SOURCE ? async () => NOTHING_HELD : holdBack;
  const first = await connection.transaction((transaction) => holds(transaction, held, key));
  let heldBack = first.rows;
  await rekeyTable(connection, definition);
  const repeated = await settleSharedKeys(connection, definition, options.columns, { tellsApart: options.plan === undefined });
  let duplicates = await foldRows(connection, repeated);
  await connection.execute(sql`analyze ${STAGED} (line, canonical_key)`);
  const merge = createMerge(definition, options);
  const table = sql`${sql.identifier(databaseName(definition))}`;
  const folded = async (on: Transaction) => (duplicates === 0 ? [] : firstFolded(on, definition));
  /** Runs in the transaction of the rows, because other imports may add the rows that are found. */
  const find = async (transaction: Transaction, onMoving?: (transaction: Transaction) => Promise<void>) => {
    const search = { columns: options.columns, onMoving };
    const isRegistered = await findRegistered(transaction, definition, search);
    const found = await findAgain(transaction, definition, isRegistered ? { columns: options.columns } : search);
    const hasMoved = isRegistered || found.hasMoved;
    if (hasMoved) duplicates += await foldRows(transaction);
    return { ...found, hasMoved };
  };
  const staged = () => options.staged - heldBack - duplicates;
  if (options.isDryRun) {
    const counts = await connection.transaction(async (transaction) => {
      await rekeyShared(transaction, definition);
      const { ambiguous } = await find(transaction);
      await settleRekeyed(transaction, definition);
      const counted = await merge.count(transaction, staged(), { areKeysNoted: true });
      await options.onCounted?.(transaction, options.columns);
      return { ...counted, ambiguous, folded: await folded(transaction) };
    });
    return { ...countsOf(counts), duplicates, heldBack };
  }
  const duplicatesBefore = duplicates;
  /** @returns whether nothing about the staged rows has changed since the shadow table was loaded */
  const settleStaged = async (transaction: Transaction): Promise<boolean> => {
    // Somebody may have been erased since. Rows of people who are erased from now on are searched for after this
    // transaction.
    const { rows, listSize } = await holds(transaction, held, key, first.listSize);
    heldBack = first.rows + rows;
    // Another import may have learned of shared keys before this one got the lock.
    const hasNextKeys = (await takeNextKeys(transaction, definition, options.columns)) > 0;
    if (hasNextKeys) duplicates += await foldRows(transaction);
    return !hasNextKeys && listSize === first.listSize;
  };
  const isMany = staged() >= (options.replacingRows ?? REPLACING_ROWS);
  const compared = isMany ? await compareBefore(session, definition, { merge, staged: staged() }) : null;
  const loaded = isMany ? await loadShadowTable(session, definition, { staged, compared, find, merge }) : null;
  let isSwitched = false;
  const counts = await connection
    .transaction(async (transaction) => {
      if (loaded !== null) await noteChanges(transaction, definition, loaded);
      const isSame = await lockForSwitch(transaction, definition, loaded);
      const isSettled = await settleStaged(transaction);
      const recordLoaded = async (counted: Settled, firstVersion: number, relation: SQL = table) => {
        await settleCellSources(transaction, definition, { relation, compared: merge.compared, plan: options.plan });
        await options.alongside?.(transaction, { counts: { ...countsOf(counted), duplicates, heldBack }, firstVersion });
      };
      if (loaded !== null && isSame && isSettled) {
        await rememberSharedKeys(transaction, definition);
        const counted = { ...loaded.counted, ambiguous: loaded.found.ambiguous, folded: await folded(transaction) };
        await recordLoaded(counted, loaded.firstVersion, loaded.shadow.relation);
        // This comes last of all, because readers wait from here on.
        await keepReadersOut(transaction, definition);
        await takePlace(transaction, definition, loaded.shadow);
        isSwitched = true;
        return counted;
      }
      if (loaded !== null) {
        await forgetChanges(transaction, definition, loaded);
        if (loaded.found.hasMoved) {
          await takeUnmoved(transaction);
          duplicates = duplicatesBefore;
          await settleStaged(transaction);
        }
      }
      const isSameState =
        loaded === null && compared !== null && isSettled && (await isInState(transaction, definition, compared.state));
      const known = isSameState ? compared.counted : null;
      const firstVersion = await nextVersion(transaction);
      const rekeyed = await rekeyShared(transaction, definition);
      // Rows that are all stored under their keys are searched for under no other.
      const { hasMoved, ambiguous } = known?.added === 0 && rekeyed === 0 ? NOTHING_FOUND : await find(transaction);
      const isRekeyed = (await storeRekeyed(transaction, definition)) > 0;
      await rememberSharedKeys(transaction, definition);
      const still = hasMoved || isRekeyed ? null : known;
      const counted = {
        ...(still ?? (await merge.count(transaction, staged(), { areKeysNoted: false }))),
        ambiguous,
        folded: await folded(transaction),
      };
      if (counted.added > 0) await merge.insert(transaction, { hasMatches: counted.added < counted.staged });
      if (counted.changed > 0) await merge.update(transaction);
      await recordLoaded(counted, firstVersion);
      if (counted.added + counted.changed > 0) await raiseVersion(transaction, definition);
      return counted;
    })
    .catch(async (error: unknown) => {
      await dropLoaded(session, loaded);
      throw error;
    });
  if (!isSwitched) {
    await dropLoaded(session, loaded);
    await settle(session, definition, { merge, written: counts.added + counts.changed });
  }
  return { ...countsOf(counts), duplicates, heldBack };
}

interface Settled extends Counted {
  readonly ambiguous: readonly AmbiguousRow[];
  readonly folded: readonly FoldedRow[];
}

type SettledCounts = Omit<MergeCounts, 'duplicates' | 'heldBack'>;

function countsOf({ added, changed, unchanged, homeless, changedColumns, folded, ambiguous }: SettledCounts): SettledCounts {
  return { added, changed, unchanged, homeless, changedColumns, folded, ambiguous };
}

/** The first folded rows, for the report. */
async function firstFolded(transaction: Transaction, definition: TableDefinition): Promise<readonly FoldedRow[]> {
  for await (const rows of readFoldedRows(transaction, definition, [], REPORTED_FOLDED)) return rows;
  return [];
}

/** Cleans up after the commit, so that no writer waits for it. */
async function settle(
  { connection }: ImportSession,
  definition: TableDefinition,
  { merge, written }: { readonly merge: ReturnType<typeof createMerge>; readonly written: number },
): Promise<void> {
  if (written < MANY_ROWS) return;
  await merge.settleIndexes(connection);
  // Where much of the table is new, the database would plan by its old statistics until it analyses the table itself a
  // minute later.
  const name = databaseName(definition);
  const { rows } = await connection.execute<{ known: number }>(
    sql`select reltuples as known from pg_class where oid = ${name}::regclass`,
  );
  if (written * 10 > Number(rows[0]?.known ?? 0)) await connection.execute(sql`analyze ${sql.identifier(name)}`);
}
