/**
 * Finds entities again that only their name and country can tell: a company with a website in one file and none in another.
 * A row under a key of texts takes the better key of the only row with the same name and country, stored or of the same
 * file; and a stored row under a key of texts gets the better key of the only row of the file. Where several could be meant,
 * each stays a row of its own and is listed. Rows of one file that differ in a cell that both fill are never one. Every
 * statement handles whole sets.
 */
import type { KeyRule, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type Name, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { databaseName, domainColumn, domainSources } from '../../../schema/data-table.ts';
import { keyColumns } from '../rows/canonical-key.ts';
import { isApart } from '../staging/shared-keys.ts';
import { STAGED } from '../staging/staging-table.ts';
import { REKEYED } from './rekey-rows.ts';

const FOUND = sql.identifier('import_found_again');
const TAKERS = sql.identifier('import_takers');
const LISTED = 100;

/** A row that became one of its own because several others have its name and country. */
export interface AmbiguousRow {
  readonly line: number;
  readonly name: string;
  readonly candidates: number;
  /** true: several such rows could be one stored row; false: the row could be one of several stored rows. */
  readonly isCandidate: boolean;
}

export interface FoundAgain {
  /** Whether staged rows got other keys. */
  readonly hasMoved: boolean;
  /** The first hundred. */
  readonly ambiguous: readonly AmbiguousRow[];
}

interface FindOptions {
  /** Columns of the staged rows. */
  readonly columns: readonly string[];
  /** Called before staged rows get other keys. */
  readonly onMoving?: ((transaction: Transaction) => Promise<void>) | undefined;
}

export const NOTHING_FOUND: FoundAgain = { hasMoved: false, ambiguous: [] };

/**
 * The new keys of stored rows are only noted. @see storeRekeyed
 */
export async function findAgain(
  transaction: Transaction,
  definition: TableDefinition,
  { columns, onMoving }: FindOptions,
): Promise<FoundAgain> {
  const { foundAgainBy } = definition;
  if (foundAgainBy === undefined) return NOTHING_FOUND;
  const shape = shapeOf(definition, foundAgainBy, columns);
  const taken = await noteTakers(transaction, shape);
  const found = await moveRows(transaction, shape, onMoving);
  return { hasMoved: found.hasMoved, ambiguous: [...taken, ...found.ambiguous].sort((one, other) => one.line - other.line) };
}

interface Shape {
  readonly table: Name;
  /** Whether the key of a row is built of texts alone, and no other row of its file differs from it under that key. */
  readonly isWeak: (row: string) => SQL;
  /** Whether the key of a row is built of more than texts. */
  readonly isStrong: (row: string) => SQL;
  /** The same for rows of the same name and country. */
  readonly names: (row: string, isStaged: boolean) => SQL;
  readonly shown: SQL;
  /** Columns of better keys, and what follows from them, that staged rows have. */
  readonly kept: readonly string[];
  /** Whether both staged rows have the same in each cell that both fill. */
  readonly agree: (row: string, other: string) => SQL;
}

function shapeOf(definition: TableDefinition, foundAgainBy: readonly string[], columns: readonly string[]): Shape {
  const prefixes = definition.canonicalKey.flatMap((rule: KeyRule) => ('textOf' in rule ? [`${rule.textOf.join('+')}:`] : []));
  const domains = new Set(domainSources(definition));
  const kept = keyColumns(definition)
    .filter((column) => !foundAgainBy.includes(column))
    .flatMap((column) => (domains.has(column) ? [column, domainColumn(column)] : [column]));
  const text = (row: string, field: string, isStaged: boolean) =>
    isStaged && !columns.includes(field) ? sql`''` : sql`lower(coalesce(${sql.identifier(row)}.${sql.identifier(field)}, ''))`;
  const parts = (row: string, isStaged: boolean) =>
    sql.join(
      foundAgainBy.map((field) => text(row, field, isStaged)),
      sql` || chr(31) || `,
    );
  const cells = foundAgainBy.filter((field) => columns.includes(field)).map((field) => sql`staged.${sql.identifier(field)}`);
  const isOfTexts = (row: string) =>
    sql`(${sql.join(
      prefixes.map((prefix) => sql`starts_with(${sql.identifier(row)}.canonical_key, ${prefix})`),
      sql` or `,
    )})`;
  const compared = definition.columns.filter(({ field, kind }) => kind !== 'time' && columns.includes(field));
  return {
    table: sql.identifier(databaseName(definition)),
    isWeak: (row) => sql`(${isOfTexts(row)} and not ${isApart(sql`${sql.identifier(row)}.canonical_key`)})`,
    isStrong: (row) => sql`not ${isOfTexts(row)}`,
    agree: (row, other) => {
      const cells = compared.map(({ field }) => {
        const [one, two] = [row, other].map((name) => sql`lower(${sql.identifier(name)}.${sql.identifier(field)}::text)`);
        return sql`(${one} = ${two}) is not false`;
      });
      return sql.join(cells, sql` and `);
    },
    names: parts,
    shown: sql`concat_ws(', ', ${sql.join(cells, sql`, `)})`,
    kept: kept.filter((column) => columns.includes(column)),
  };
}

/** Notes stored rows that a row of the file with a better key takes over. */
async function noteTakers(
  transaction: Transaction,
  { table, isWeak, isStrong, names, shown, agree }: Shape,
): Promise<AmbiguousRow[]> {
  await transaction.execute(sql`
    create temporary table ${TAKERS} on commit drop as
    select stored.id, ${names('stored', false)} as names, min(staged.canonical_key) as key,
      count(distinct staged.canonical_key)::int as candidates
    from ${table} stored join ${STAGED} staged on ${names('staged', true)} = ${names('stored', false)} and ${isStrong('staged')}
    where ${isWeak('stored')} and not exists (select from ${table} other where other.canonical_key = staged.canonical_key)
      and not exists (
        select from ${STAGED} alone where alone.canonical_key = stored.canonical_key and not (${agree('alone', 'staged')}))
    group by stored.id`);
  const { rows: any } = await transaction.execute(sql`select from ${TAKERS} limit 1`);
  if (any.length === 0) return [];
  // Where a stored row with a better key exists, the one without keeps its own.
  await transaction.execute(sql`
    delete from ${TAKERS} taker using ${table} other
    where ${isStrong('other')} and ${names('other', false)} = taker.names`);
  await transaction.execute(sql`
    insert into ${REKEYED} select id, key from ${TAKERS} where candidates = 1 on conflict do nothing`);
  const { rows } = await transaction.execute<{ line: string; name: string; candidates: number }>(sql`
    select staged.line, ${shown} as name, taker.candidates
    from ${TAKERS} taker join ${STAGED} staged on ${names('staged', true)} = taker.names and ${isStrong('staged')}
    where taker.candidates > 1 order by staged.line limit ${LISTED}`);
  return rows.map(({ line, name, candidates }) => ({ line: Number(line), name, candidates, isCandidate: true }));
}

/** Rows of the file that take the better key of another row. */
async function moveRows(
  transaction: Transaction,
  { table, isWeak, isStrong, names, shown, kept, agree }: Shape,
  onMoving: FindOptions['onMoving'],
): Promise<FoundAgain> {
  const { rows: any } = await transaction.execute(sql`select from ${STAGED} staged where ${isWeak('staged')} limit 1`);
  if (any.length === 0) return NOTHING_FOUND;
  const cells = (row: string) =>
    sql.join(
      kept.map((column) => sql`, ${sql.identifier(row)}.${sql.identifier(column)}`),
      sql``,
    );
  // An address that several share, which is no key, is still not the better row's.
  const isBlank = sql.join(
    kept.map((column) => sql` and staged.${sql.identifier(column)} is null`),
    sql``,
  );
  await transaction.execute(sql`
    create temporary table ${FOUND} on commit drop as
    with weak as materialized (
      select staged.line, ${names('staged', true)} as names from ${STAGED} staged
      where ${isWeak('staged')} and not exists (
        select from ${table} known where known.canonical_key = staged.canonical_key
          and not exists (select from ${REKEYED} noted where noted.id = known.id))
        and not exists (select from ${REKEYED} noted where noted.key = staged.canonical_key) ${isBlank}
    ), apart as materialized (
      select weak.line, strong.line as other_line from weak join ${STAGED} alone on alone.line = weak.line
      join ${STAGED} strong on ${names('strong', true)} = weak.names and ${isStrong('strong')} and not (${agree('alone', 'strong')})
    ), better as (
      select ${names('staged', true)} as names, staged.canonical_key as key, staged.line as other_line ${cells('staged')}
      from ${STAGED} staged where ${isStrong('staged')} and ${names('staged', true)} in (select names from weak)
      union all
      select ${names('known', false)}, known.canonical_key, null::bigint ${cells('known')} from ${table} known
      where ${isStrong('known')} and not exists (select from ${REKEYED} noted where noted.id = known.id) and ${names('known', false)} in (select names from weak)
    )
    select distinct on (weak.line) weak.line, better.*, counted.candidates
    from weak join better using (names)
    join (
      select names, count(distinct key)::int as candidates from better group by names
    ) counted using (names)
    where not exists (select from apart where apart.line = weak.line and apart.other_line = better.other_line)
    order by weak.line, better.key`);
  const sets = kept.map(
    (column) => sql`, ${sql.identifier(column)} = coalesce(staged.${sql.identifier(column)}, found.${sql.identifier(column)})`,
  );
  const { rows: movable } = await transaction.execute(sql`select from ${FOUND} where candidates = 1 limit 1`);
  if (movable.length > 0) await onMoving?.(transaction);
  const { rowCount } = await transaction.execute(sql`
    update ${STAGED} staged set canonical_key = found.key, next_key = null ${sql.join(sets, sql``)}
    from ${FOUND} found where found.line = staged.line and found.candidates = 1`);
  const { rows } = await transaction.execute<{ line: string; name: string; candidates: number }>(sql`
    select staged.line, ${shown} as name, found.candidates from ${FOUND} found join ${STAGED} staged on staged.line = found.line
    where found.candidates > 1 order by staged.line limit ${LISTED}`);
  return {
    hasMoved: (rowCount ?? 0) > 0,
    ambiguous: rows.map(({ line, name, candidates }) => ({ line: Number(line), name, candidates, isCandidate: false })),
  };
}

/** A sentence for the report. */
export function ambiguityNotice({ line, name, candidates, isCandidate }: AmbiguousRow): string {
  return isCandidate
    ? `Line ${line} (${name}) is one of ${candidates} rows that could be a stored one, and is a row of its own.`
    : `Line ${line} (${name}) could be any of ${candidates} rows with this name, and is a row of its own.`;
}
