/** The cells of a summary by rows: one scan of those that match, grouped by one or two dimensions. */
import type { Measure } from '@leadloom/shared/contract/table-facets';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { DayUnit } from '@leadloom/shared/tables/dimensions';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { endsOf } from '../filters/condition-sql.ts';
import { type Axis, axisBlank, axisCell, isListAxis } from './axes.ts';
import type { ShownPieces } from './facet-answer.ts';

/** A dimension with the pieces that are shown of it. */
export interface ShownAxis {
  readonly axis: Axis;
  readonly shown: ShownPieces;
}

/** What is measured. */
export interface Measured {
  readonly measure: Measure;
  /** The column whose numbers are measured; of a cell that is known as a range, its lower end. `count` has none. */
  readonly field: string | null;
}

export interface SummaryCell {
  /** Pieces as they were counted; null: blank. */
  readonly by: readonly (string | null)[];
  readonly count: number;
  /** The measure of the cell's numbers, or the number of rows; null: there is none. */
  readonly value: number | null;
}

export interface SummaryCells {
  readonly cells: readonly SummaryCell[];
  /** Rows that are in none of them. */
  readonly other: number;
}

interface Answered {
  readonly [column: string]: unknown;
  readonly p0: string | null;
  readonly p1: string | null;
  readonly count: string;
  readonly value: string | null;
  /** Rows with a number. */
  readonly known: string;
  readonly is_other: boolean;
}

const FORMATS: Readonly<Record<DayUnit, string>> = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' };

/** @param rows as in `RowCount` */
export async function cellsByRows(
  connection: Connection,
  definition: TableDefinition,
  rows: SQL,
  axes: readonly ShownAxis[],
  measured: Measured,
): Promise<SummaryCells> {
  const { matched, cells, isShown } = statementsOf(definition, rows, axes, measured);
  const { rows: answered } = await connection.execute<Answered>(
    sql`${matched} ${cells}
      union all select null, null, count(*) filter (where (${isShown}) is not true), null, 0, true from matched`,
  );
  return {
    cells: answered.flatMap((row) => (row.is_other ? [] : [cellOf(row, axes, measured)])),
    other: answered.reduce((sum, { is_other: isOther, count }) => (isOther ? Number(count) : sum), 0),
  };
}

/** The cells alone. The rows are read once, and by several processes. @param rows as in `RowCount` */
export async function valuesByRows(
  connection: Connection,
  definition: TableDefinition,
  rows: SQL,
  axes: readonly ShownAxis[],
  measured: Measured,
): Promise<readonly SummaryCell[]> {
  const { matched, cells } = statementsOf(definition, rows, axes, measured);
  const { rows: answered } = await connection.execute<Answered>(sql`${matched} ${cells}`);
  return answered.map((row) => cellOf(row, axes, measured));
}

function cellOf(
  { p0, p1, count, value, known }: Answered,
  axes: readonly ShownAxis[],
  { measure, field }: Measured,
): SummaryCell {
  const number = value === null ? null : Number(value);
  const measured = number === null || measure !== 'avg' ? number : number / Number(known);
  return { by: [p0, p1].slice(0, axes.length), count: Number(count), value: field === null ? Number(count) : measured };
}

function statementsOf(definition: TableDefinition, rows: SQL, axes: readonly ShownAxis[], { measure, field }: Measured) {
  const columns = axes.flatMap(({ axis }, at) => [
    sql`${axisCell(definition, axis)} as ${name('c', at)}`,
    sql`${axisBlank(definition, axis)} as ${name('b', at)}`,
  ]);
  const number = field === null ? [] : [sql`${endsOf(definition, field).low} as number`];
  const [value, known] = field === null ? [sql`null`, sql`0`] : [measureOf(measure), sql`count(number)`];
  const labels = axes.map((axis, at) => labelOf(definition, axis, at));
  const second = axes.length > 1 ? sql`p1.piece` : sql`null::text`;
  return {
    matched: sql`with matched as (select ${sql.join([...columns, ...number], sql`, `)} from ${rows})`,
    cells: sql`select p0.piece as p0, ${second} as p1, count(*) as count, (${value})::text as value,
      ${known} as known, false as is_other
      from matched${sql.join(labels)} group by 1, 2`,
    isShown: sql.join(
      axes.map((axis, at) => sql`(${isShownIn(definition, axis, at)})`),
      sql` and `,
    ),
  };
}

/** Joins each row with its pieces that are shown: one, or none, or one for each item of a list. */
function labelOf(definition: TableDefinition, { axis, shown }: ShownAxis, at: number): SQL {
  const [cell, blank] = [name('c', at), name('b', at)];
  const label = labelSql(definition, { axis, shown }, cell);
  const kept = keptOf(shown);
  const pieces = isListAxis(definition, axis)
    ? sql`select null::text as piece where ${blank} union all select distinct lower(item) from unnest(${cell}) item where lower(item) = any(${kept})`
    : sql`select case when ${blank} then null else ${label} end as piece where (${isShownIn(definition, { axis, shown }, at)})`;
  return sql` cross join lateral (${pieces}) ${name('p', at)}`;
}

function labelSql(definition: TableDefinition, { axis, shown }: ShownAxis, cell: SQL): SQL {
  switch (axis.pieces.kind) {
    case 'values':
      return isListAxis(definition, axis) ? cell : sql`lower(${cell})`;
    case 'numbers':
      return sql`${cell}::text`;
    case 'days':
      return sql`to_char(${cell}, ${sql.raw(`'${FORMATS[shown.unit]}'`)})`;
    case 'either':
      return sql`case when ${cell} then 'true' else 'false' end`;
  }
}

function isShownIn(definition: TableDefinition, { axis, shown }: ShownAxis, at: number): SQL {
  const [cell, blank] = [name('c', at), name('b', at)];
  switch (axis.pieces.kind) {
    case 'values':
      return isListAxis(definition, axis)
        ? sql`${blank} or lower_items(${cell}) && ${keptOf(shown)}`
        : sql`${blank} or lower(${cell}) = any(${keptOf(shown)})`;
    case 'numbers':
      return sql`${blank} or ${cell} is not null`;
    case 'days':
      return shown.more === 0
        ? sql`${blank} or ${cell} is not null`
        : sql`${blank} or ${labelSql(definition, { axis, shown }, cell)} = any(${keptOf(shown)})`;
    case 'either':
      return sql`true`;
  }
}

function keptOf({ pieces }: ShownPieces): SQL {
  return sql`${sql.param(pieces.map(({ value }) => value))}::text[]`;
}

/** Sums are of decimals, so that they are exact: 0.1 and 0.2 are 0.3. A mean is its sum divided by whoever reads it. */
function measureOf(measure: Measure): SQL {
  switch (measure) {
    case 'count':
      return sql`count(*)`;
    case 'sum':
    case 'avg':
      return sql`sum(number::numeric)`;
    case 'median':
      return sql`percentile_cont(0.5) within group (order by number::double precision)`;
    case 'min':
      return sql`min(number)`;
    case 'max':
      return sql`max(number)`;
  }
}

function name(letter: string, at: number): SQL {
  return sql.raw(`${letter}${at}`);
}
