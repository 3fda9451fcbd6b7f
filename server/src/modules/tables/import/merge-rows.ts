/**
 * Settles the keys of staged rows, and merges the rows into their table in one transaction: unknown keys become new rows, known rows change where a column of
 * the file differs, and equal rows are not touched. Every statement handles whole sets; none runs per row.
 */

import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { holdBack, NOTHING_HELD } from '../../erasure/hold-back.service.ts';
import { databaseName, domainColumn, rangeColumns, SAMPLE_SOURCE } from '../data-table.ts';
import { lockTableForWriting, nextVersion } from '../table-lock.ts';
import { type AmbiguousRow, findAgain } from './find-again.ts';
import { type FoldedRow, foldRows, readFoldedRows } from './folded-rows.ts';
import type { ImportSession } from './import-session.ts';
import { REKEYED, rekeyShared, rekeyTable, storeRekeyed } from './rekey-rows.ts';
import { lockForReplacing, replaceEmptyTable } from './replace-empty-table.ts';
import { rememberSharedKeys, settleSharedKeys, takeNextKeys } from './shared-keys.ts';
import { STAGED } from './staging-table.ts';

export const MATCHED = sql.identifier('import_matches');
/** From this many rows on the search indexes are cleaned up, and the planner may need new statistics. */
const MANY_ROWS = 1_000;
const REPORTED_FOLDED = 100;
/** From this many rows on, an empty table is filled without its indexes, which are built afterwards. */
const REPLACING_ROWS = 20_000;

export interface MergeOptions {
  /** Columns of the table that the rows set, including derived ones. */
  readonly columns: readonly string[];
  /** Kept with every row that is added or changed. */
  readonly source: string;
  readonly now: Date;
  /** Blank cells keep the stored value. */
  readonly keepsKnown: boolean;
  readonly isDryRun: boolean;
  /** The number of rows from which an empty table is replaced: 20,000 where absent. */
  readonly replacingRows?: number;
  /** Of the suppression list; null or absent: the caller has none, and a list that is not empty refuses the rows. */
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
  { connection }: ImportSession,
  definition: TableDefinition,
  options: MergeOptions,
): Promise<MergeCounts> {
  const key = options.suppressionKey ?? null;
  const held = { table: definition.name, relation: sql`${STAGED}`, columns: options.columns };
  // Sample people are invented.
  const holds = options.source === SAMPLE_SOURCE ? async () => NOTHING_HELD : holdBack;
  const first = await connection.transaction((transaction) => holds(transaction, held, key));
  let heldBack = first.rows;
  await rekeyTable(connection, definition);
  await settleSharedKeys(connection, definition, options.columns);
  let duplicates = await foldRows(connection);
  await connection.execute(sql`analyze ${STAGED} (line, canonical_key)`);
  const merge = createMerge(definition, options);
  const folded = async (on: Transaction) => (duplicates === 0 ? [] : firstFolded(on, definition));
  /** In the transaction of the rows, because other imports may add the rows that are found. */
  const find = async (transaction: Transaction) => {
    const { hasMoved, ambiguous } = await findAgain(transaction, definition, options.columns);
    if (hasMoved) duplicates += await foldRows(transaction);
    return ambiguous;
  };
  const counts = await connection.transaction(async (transaction) => {
    if (options.isDryRun) {
      await rekeyShared(transaction, definition);
      const ambiguous = await find(transaction);
      const counted = await merge.count(transaction);
      await options.onCounted?.(transaction, options.columns);
      return { ...counted, ambiguous, folded: await folded(transaction) };
    }
    const isReplacing = await takeLocks(transaction, definition, options.replacingRows ?? REPLACING_ROWS);
    const firstVersion = await nextVersion(transaction);
    // Somebody may have been erased since; the rows of who is erased from now on are searched for after this transaction.
    heldBack += (await holds(transaction, held, key, first.listSize)).rows;
    // Another import may have learned of shared keys before this one got the lock.
    if ((await takeNextKeys(transaction, definition)) > 0) duplicates += await foldRows(transaction);
    await rekeyShared(transaction, definition);
    const ambiguous = await find(transaction);
    await storeRekeyed(transaction, definition);
    await rememberSharedKeys(transaction, definition);
    const counted = { ...(await merge.count(transaction)), ambiguous, folded: await folded(transaction) };
    if (isReplacing) await replaceEmptyTable(transaction, definition, (table) => merge.insert(transaction, { into: table }));
    else {
      if (counted.added > 0) await merge.insert(transaction, { hasMatches: counted.added < counted.staged });
      if (counted.changed > 0) await merge.update(transaction);
      if (counted.added + counted.changed >= MANY_ROWS) await merge.settleIndexes(transaction);
    }
    await options.alongside?.(transaction, { counts: { ...countsOf(counted), duplicates, heldBack }, firstVersion });
    return counted;
  });
  if (!options.isDryRun) await tellPlanner(connection, definition, counts.added + counts.changed);
  return { ...countsOf(counts), duplicates, heldBack };
}

type SettledCounts = Omit<MergeCounts, 'duplicates' | 'heldBack'>;

function countsOf({ added, changed, unchanged, changedColumns, folded, ambiguous }: SettledCounts): SettledCounts {
  return { added, changed, unchanged, changedColumns, folded, ambiguous };
}

/** For the report. */
async function firstFolded(transaction: Transaction, definition: TableDefinition): Promise<readonly FoldedRow[]> {
  for await (const rows of readFoldedRows(transaction, definition, [], REPORTED_FOLDED)) return rows;
  return [];
}

/** Keeps other writers out. @returns whether the table is empty, and so many rows are staged that it is replaced */
async function takeLocks(transaction: Transaction, definition: TableDefinition, replacingRows: number): Promise<boolean> {
  const isEmpty = async () => {
    const { rows } = await transaction.execute(
      sql`select from table_versions where table_name = ${databaseName(definition)} and row_count = 0`,
    );
    return rows.length > 0;
  };
  const { rows: staged } = await transaction.execute<{ count: string }>(sql`select count(*) as count from ${STAGED}`);
  const mayReplace = Number(staged[0]?.count) >= replacingRows && (await isEmpty());
  // Before the lock that all writers take: a writer that waited for that one would hold the table, and both would wait.
  if (mayReplace) await lockForReplacing(transaction, definition);
  await lockTableForWriting(transaction, definition);
  return mayReplace && (await isEmpty());
}

/** Where much of the table is new, the database would plan by what it knew before, until it looks by itself a minute later. */
async function tellPlanner(connection: ImportSession['connection'], definition: TableDefinition, written: number): Promise<void> {
  if (written < MANY_ROWS) return;
  const name = databaseName(definition);
  const { rows } = await connection.execute<{ known: number }>(
    sql`select reltuples as known from pg_class where oid = ${name}::regclass`,
  );
  if (written * 10 > Number(rows[0]?.known ?? 0)) await connection.execute(sql`analyze ${sql.identifier(name)}`);
}

interface Counted extends Omit<MergeCounts, 'duplicates' | 'folded' | 'ambiguous' | 'heldBack'> {
  readonly staged: number;
}

function createMerge(definition: TableDefinition, { columns, source, now, keepsKnown, isDryRun }: MergeOptions) {
  const table = sql.identifier(databaseName(definition));
  const written = columns.filter((column) => column !== 'updated_at');
  const hasTime = columns.includes('updated_at');
  const domains = new Set([
    ...definition.columns.map(({ field }) => domainColumn(field)),
    ...rangeColumns(definition).flatMap(({ from, to }) => [from, to]),
  ]);
  /** What makes a row a changed one. Hosts and ends of ranges follow from their texts; the time is set by the change. */
  const compared = written.filter((column) => !domains.has(column));
  const staged = (column: string): SQL => sql`staged.${sql.identifier(column)}`;
  const known = (column: string): SQL => sql`known.${sql.identifier(column)}`;
  const settled = (column: string): SQL => (keepsKnown ? sql`coalesce(${staged(column)}, ${known(column)})` : staged(column));
  const updatedAt = hasTime ? sql`coalesce(staged.updated_at, ${now})` : sql`${now}::timestamptz`;

  /** Which of the compared columns differ, a bit each. */
  const differences = sql.join(
    compared.map(
      (column, bit) => sql`((${settled(column)} is distinct from ${known(column)})::int::bigint << ${sql.raw(String(bit))})`,
    ),
    sql` | `,
  );

  async function count(transaction: Transaction): Promise<Counted> {
    await transaction.execute(sql`
      create temporary table ${MATCHED} on commit drop as
      select staged.line, known.id, ${differences} as differences
      from ${STAGED} staged join ${table} known on known.canonical_key = staged.canonical_key`);
    // A dry run only notes the new keys of stored rows.
    if (isDryRun)
      await transaction.execute(sql`
        insert into ${MATCHED}
        select distinct on (staged.line) staged.line, known.id, ${differences}
        from ${STAGED} staged join ${REKEYED} noted on noted.key = staged.canonical_key join ${table} known on known.id = noted.id
        where not exists (select from ${table} other where other.canonical_key = staged.canonical_key)
        order by staged.line, known.id`);
    await transaction.execute(sql`analyze ${MATCHED}`);
    const byColumn = compared.map(
      (_, bit) =>
        sql`, count(*) filter (where differences & (1::bigint << ${sql.raw(String(bit))}) <> 0) as ${sql.identifier(`column_${bit}`)}`,
    );
    const { rows } = await transaction.execute<Record<string, string>>(sql`
      select (select count(*) from ${STAGED}) as staged, count(*) as matched,
        count(*) filter (where differences <> 0) as changed ${sql.join(byColumn)} from ${MATCHED}`);
    const number = (name: string) => Number(rows[0]?.[name] ?? 0);
    const changes = compared.map((column, bit) => [column, number(`column_${bit}`)] as const);
    return {
      staged: number('staged'),
      added: number('staged') - number('matched'),
      changed: number('changed'),
      unchanged: number('matched') - number('changed'),
      changedColumns: Object.fromEntries(changes.filter(([, rowsOfColumn]) => rowsOfColumn > 0)),
    };
  }

  async function insert(transaction: Transaction, { into = sql`${table}`, hasMatches = false }): Promise<void> {
    const unmatched = hasMatches
      ? sql`where not exists (select from ${MATCHED} matched where matched.line = staged.line)`
      : sql``;
    const names = [...written, 'updated_at', 'canonical_key', 'needs_escape', 'source', 'imported_at'].map((name) =>
      sql.identifier(name),
    );
    const values = [...written.map(staged), updatedAt, sql`canonical_key, needs_escape, ${source}, ${now}::timestamptz`];
    await transaction.execute(sql`
      insert into ${into} (${sql.join(names, sql`, `)})
      select ${sql.join(values, sql`, `)} from ${STAGED} staged ${unmatched}`);
  }

  async function update(transaction: Transaction): Promise<void> {
    const texts = definition.columns.filter(
      ({ kind }) => !['boolean', 'integer', 'number', 'money', 'date', 'time'].includes(kind),
    );
    // Cells that were not checked may still need an escape.
    const isJudgedWhole = !keepsKnown && texts.every(({ field }) => written.includes(field));
    const sets = [
      ...written.map((column) => sql`${sql.identifier(column)} = ${settled(column)}`),
      sql`updated_at = ${updatedAt}, source = ${source}, imported_at = ${now}::timestamptz`,
      isJudgedWhole ? sql`needs_escape = staged.needs_escape` : sql`needs_escape = staged.needs_escape or known.needs_escape`,
    ];
    await transaction.execute(sql`
      update ${table} known set ${sql.join(sets, sql`, `)}
      from ${MATCHED} matched join ${STAGED} staged on staged.line = matched.line
      where matched.differences <> 0 and known.id = matched.id`);
  }

  /** What the search indexes put aside to sort in later would be read by every search until then. */
  async function settleIndexes(transaction: Transaction): Promise<void> {
    await transaction.execute(sql`
      select gin_clean_pending_list(held.indexrelid) from pg_index held
      join pg_class index on index.oid = held.indexrelid join pg_am method on method.oid = index.relam
      where held.indrelid = ${databaseName(definition)}::regclass and method.amname = 'gin'`);
  }

  return { count, insert, update, settleIndexes };
}
