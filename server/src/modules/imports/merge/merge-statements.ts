/** The statements that merge staged rows into their table. Each handles whole sets; none runs per row. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { fileTable } from '@leadloom/shared/tables/file-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import { databaseName, domainColumn, rangeColumns, SAMPLE_SOURCE, SOURCES_COLUMN } from '../../../schema/data-table.ts';
import { STAGED } from '../staging/staging-table.ts';
import type { CellPlan } from './cell-plan.ts';
import { REKEYED } from './rekey-rows.ts';

export const MATCHED = sql.identifier('import_matches');

export interface MergedColumns {
  /** Columns of the table that the rows set, including derived ones. */
  readonly columns: readonly string[];
  /** The source that is stored with every row that is added or changed. */
  readonly source: string;
  /** What the column `sources` says of the rows: `file` where absent. */
  readonly origin?: string | undefined;
  readonly now: Date;
  /** Blank cells keep the stored value. */
  readonly keepsKnown: boolean;
  /** Which cells may be written, where not all may. */
  readonly plan?: CellPlan | undefined;
}

/** `sources` of rows that operators import. */
const FILE_ORIGIN = 'file';

/** A table that takes the place of the stored one. */
export interface Copy {
  readonly relation: SQL;
  /** All columns of the file and of its table. */
  readonly columns: readonly string[];
}

export interface Counted {
  readonly staged: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Rows that could only fill a stored one, which is not there. */
  readonly homeless: number;
  readonly changedColumns: Readonly<Record<string, number>>;
}

interface CountOptions {
  /** Whether new keys of stored rows are only noted, as in a dry run; false: they are stored. */
  readonly areKeysNoted: boolean;
}

export type Merge = ReturnType<typeof createMerge>;

export function createMerge(
  definition: TableDefinition,
  { columns, source, origin = FILE_ORIGIN, now, keepsKnown, plan }: MergedColumns,
) {
  const table = sql.identifier(databaseName(definition));
  const written = columns.filter((column) => column !== 'updated_at');
  const hasTime = columns.includes('updated_at');
  const domains = new Set([
    ...definition.columns.map(({ field }) => domainColumn(field)),
    ...rangeColumns(definition).flatMap(({ from, to }) => [from, to]),
  ]);
  /**
   * Columns that decide whether a row has changed. Hosts and ends of ranges follow from their texts; the time is set by the
   * change.
   */
  const compared = [...written.filter((column) => !domains.has(column)), SOURCES_COLUMN];
  const staged = (column: string): SQL => sql`staged.${sql.identifier(column)}`;
  const known = (column: string): SQL => sql`known.${sql.identifier(column)}`;
  // A row that somebody else wrote is no invented one any more.
  const settledSources = sql`case when known.sources @> array[${origin}]::text[] then known.sources
    else array_append(array_remove(known.sources, ${SAMPLE_SOURCE}), ${origin}::text) end`;
  const settled = (column: string): SQL => {
    if (column === SOURCES_COLUMN) return settledSources;
    if (plan !== undefined) return plan.settled(column);
    return keepsKnown ? sql`coalesce(${staged(column)}, ${known(column)})` : staged(column);
  };
  const updatedAt = hasTime ? sql`coalesce(staged.updated_at, ${now})` : sql`${now}::timestamptz`;

  /** Which of the compared columns differ, a bit each. */
  const bits = compared.map(
    (column, bit) => sql`((${settled(column)} is distinct from ${known(column)})::int::bigint << ${sql.raw(String(bit))})`,
  );
  const equal = compared.map((column) => sql`${settled(column)} is not distinct from ${known(column)}`);
  // Most rows of a file that is imported again are equal, and need no bits.
  const differences = sql`case when ${sql.join(equal, sql` and `)} then 0::bigint else ${sql.join(bits, sql` | `)} end`;

  /** The matches are there until the next count. @param staged how many rows are staged */
  async function count(transaction: Transaction, staged: number, { areKeysNoted }: CountOptions): Promise<Counted> {
    const hasOwnKey = areKeysNoted ? sql`where not exists (select from ${REKEYED} noted where noted.id = known.id)` : sql``;
    await transaction.execute(sql`drop table if exists ${MATCHED}`);
    // Sorting whole rows by their keys takes twice as long as looking them up, but the planner expects it to be cheaper.
    await transaction.execute(sql`select set_config('enable_mergejoin', 'off', true)`);
    await transaction.execute(sql`
      create temporary table ${MATCHED} as
      select staged.line, known.id, ${differences} as differences ${plan?.columns ?? sql``}
      from ${STAGED} staged join ${table} known on known.canonical_key = staged.canonical_key ${plan?.join ?? sql``} ${hasOwnKey}`);
    if (areKeysNoted)
      await transaction.execute(sql`
        insert into ${MATCHED} select staged.line, known.id, ${differences} ${plan?.columns ?? sql``}
        from ${STAGED} staged join ${REKEYED} noted on noted.key = staged.canonical_key join ${table} known on known.id = noted.id
        ${plan?.join ?? sql``}`);
    await transaction.execute(sql`select set_config('enable_mergejoin', 'on', true)`);
    const { rows: totals } = await transaction.execute<{ matched: string; changed: string }>(
      sql`select count(*) as matched, count(*) filter (where differences <> 0) as changed from ${MATCHED}`,
    );
    const [matched, changed] = [Number(totals[0]?.matched ?? 0), Number(totals[0]?.changed ?? 0)];
    const homeless = plan === undefined ? 0 : await countHomeless(transaction);
    const counted = { staged, added: staged - matched - homeless, changed, unchanged: matched - changed, homeless };
    if (matched < staged || changed > 0) await transaction.execute(sql`analyze ${MATCHED}`);
    return { ...counted, changedColumns: changed === 0 ? {} : await countByColumn(transaction) };
  }

  /** Rows that could only fill a stored one, which is not there. */
  async function countHomeless(transaction: Transaction): Promise<number> {
    const { rows } = await transaction.execute<{ homeless: string }>(sql`
      select count(*) as homeless from ${STAGED} staged
      where staged.record_is_partial and not exists (select from ${MATCHED} matched where matched.line = staged.line)`);
    return Number(rows[0]?.homeless ?? 0);
  }

  async function countByColumn(transaction: Transaction): Promise<Readonly<Record<string, number>>> {
    const byColumn = compared.map(
      (_, bit) =>
        sql`count(*) filter (where differences & (1::bigint << ${sql.raw(String(bit))}) <> 0) as ${sql.identifier(`column_${bit}`)}`,
    );
    const { rows } = await transaction.execute<Record<string, string>>(
      sql`select ${sql.join(byColumn, sql`, `)} from ${MATCHED} where differences <> 0`,
    );
    const changes = compared.map((column, bit) => [column, Number(rows[0]?.[`column_${bit}`] ?? 0)] as const);
    return Object.fromEntries(changes.filter(([, rowsOfColumn]) => rowsOfColumn > 0));
  }

  async function insert(transaction: Connection, { into = sql`${table}`, hasMatches = false }): Promise<void> {
    const conditions = [
      ...(hasMatches ? [sql`not exists (select from ${MATCHED} matched where matched.line = staged.line)`] : []),
      ...(plan === undefined ? [] : [sql`not staged.record_is_partial`]),
    ];
    const unmatched = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
    const begun = definition.columns.flatMap(({ field, beginsAs }) =>
      beginsAs === undefined || written.includes(field) || !written.includes(beginsAs) ? [] : [{ field, beginsAs }],
    );
    const names = [
      ...[...written, ...begun.map(({ field }) => field)],
      ...['updated_at', 'canonical_key', 'needs_escape', 'source', SOURCES_COLUMN, 'imported_at'],
    ].map((name) => sql.identifier(name));
    const values = [
      ...[...written, ...begun.map(({ beginsAs }) => beginsAs)].map(staged),
      ...[updatedAt, sql`canonical_key, needs_escape, ${source}, array[${origin}]::text[], ${now}::timestamptz`],
    ];
    await transaction.execute(sql`
      insert into ${into} (${sql.join(names, sql`, `)})
      select ${sql.join(values, sql`, `)} from ${STAGED} staged ${unmatched}`);
  }

  /** The new cells of a changed row, by column, except its number. */
  function changedCells(): ReadonlyMap<string, SQL> {
    const texts = fileTable(definition).columns.filter(
      ({ kind }) => !['boolean', 'integer', 'number', 'money', 'date', 'time'].includes(kind),
    );
    // Cells that were not checked may still need an escape.
    const isJudgedWhole = !keepsKnown && plan === undefined && texts.every(({ field }) => written.includes(field));
    return new Map([
      ...[...written, SOURCES_COLUMN].map((column) => [column, settled(column)] as const),
      ['updated_at', updatedAt],
      ['source', sql`${source}`],
      ['imported_at', sql`${now}::timestamptz`],
      [
        'needs_escape',
        isJudgedWhole
          ? sql`staged.needs_escape`
          : sql`staged.needs_escape or known.needs_escape or known.imported_at < separators_checked_from()`,
      ],
    ]);
  }

  async function update(transaction: Transaction): Promise<void> {
    const sets = [...changedCells()].map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
    await transaction.execute(sql`
      update ${table} known set ${sql.join(sets, sql`, `)}
      from ${MATCHED} matched join ${STAGED} staged on staged.line = matched.line
      where matched.differences <> 0 and known.id = matched.id`);
  }

  /** Copies the stored rows, those that change as they are afterwards. @param transaction in which they were counted, and keys noted */
  async function copy(transaction: Transaction, { relation, columns: all }: Copy): Promise<void> {
    const names = sql.join(
      all.map((column) => sql.identifier(column)),
      sql`, `,
    );
    const cells = (changed: ReadonlyMap<string, SQL>) =>
      sql.join(
        all.map((column) =>
          column === 'canonical_key' ? sql`coalesce(noted.key, known.canonical_key)` : (changed.get(column) ?? known(column)),
        ),
        sql`, `,
      );
    await transaction.execute(sql`
      insert into ${relation} (${names}) overriding system value
      select ${cells(new Map())} from ${table} known left join ${REKEYED} noted on noted.id = known.id
      where not exists (select from ${MATCHED} matched where matched.id = known.id and matched.differences <> 0)`);
    const changed = new Map([...changedCells(), ['changed_in', sql`nextval('table_changes')`] as const]);
    await transaction.execute(sql`
      insert into ${relation} (${names}) overriding system value
      select ${cells(changed)} from ${MATCHED} matched join ${STAGED} staged on staged.line = matched.line
        join ${table} known on known.id = matched.id left join ${REKEYED} noted on noted.id = known.id
      where matched.differences <> 0`);
  }

  /** Sorts in the entries that the search indexes have put aside, because every search reads them until then. */
  async function settleIndexes(transaction: Connection): Promise<void> {
    await transaction.execute(sql`
      select gin_clean_pending_list(held.indexrelid) from pg_index held
      join pg_class index on index.oid = held.indexrelid join pg_am method on method.oid = index.relam
      where held.indrelid = ${databaseName(definition)}::regclass and method.amname = 'gin'`);
  }

  return { compared, count, insert, update, copy, settleIndexes };
}
