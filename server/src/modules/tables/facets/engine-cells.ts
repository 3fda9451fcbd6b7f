/** The cells of a summary in a column store, as `cells-by-rows.ts` has them in the database. */
import type { Measure } from '@leadloom/shared/contract/table-facets';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { DayUnit } from '@leadloom/shared/tables/dimensions';
import { type SQL, sql } from 'drizzle-orm';
import { type ColumnReading, ColumnStoreFailed, type EngineCell } from '../../../column-store/column-store.ts';
import { exactOf } from '../../../column-store/copied-columns.ts';
import { endsEngine } from '../filters/condition-engine.ts';
import { allOf, holds, isOneOf } from '../filters/engine-logic.ts';
import { isListAxis } from './axes.ts';
import type { Measured, ShownAxis, SummaryCell, SummaryCells } from './cells-by-rows.ts';
import { dayText, engineBlank, engineCell, inWholeColumns } from './engine-axes.ts';
import type { ShownPieces } from './facet-answer.ts';

/** Days that the engine's calendar has. */
const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2299-12-31'];
const DAY = 86_400_000;
/** Of pieces as texts. */
const LENGTHS: Readonly<Record<DayUnit, number>> = { day: 10, month: 7, year: 4 };

/** @param rows `from … where …` @returns null: the store cannot say it exactly */
export async function engineCells(
  reading: ColumnReading,
  definition: TableDefinition,
  rows: SQL,
  axes: readonly ShownAxis[],
  measured: Measured,
): Promise<SummaryCells | null> {
  if (axes.some(hasOddDays)) return null;
  const columns = axes.flatMap((axis, at) => [
    sql`${cellOf(definition, axis)} as ${name('c', at)}`,
    sql`${engineBlank(definition, axis.axis)} as ${name('b', at)}`,
  ]);
  const numbers = numbersOf(definition, measured);
  const pieces = axes.map((axis, at) => pieceOf(definition, axis, at));
  const isShown = allOf(axes.map((axis, at) => isShownIn(definition, axis, at)));
  const second = axes.length > 1 ? sql`p1` : sql`null`;
  // Rows that are not shown are one group, so that the rows are found and read once.
  const answered = await reading.rows(
    inWholeColumns(sql`
    select is_other, p0, ${second}, count(), ${measureOf(measured)} from (
      select not (${isShown}) as is_other, ${sql.join([...pieces, ...numbers.map(([of, as]) => sql`if(is_other, null, ${of}) as ${as}`)], sql`, `)}
      from (select ${sql.join([...columns, ...numbers.map(([of, , cell]) => sql`${cell} as ${of}`)], sql`, `)} ${rows}))
    group by is_other, ${axes.length > 1 ? sql`p0, p1` : sql`p0`}`),
  );
  const cells: SummaryCell[] = [];
  let other = 0;
  for (const [isOther, p0, p1, rowCount, values] of answered) {
    const count = Number(rowCount);
    if (!Number.isSafeInteger(count)) throw new ColumnStoreFailed('The column store answered no count.');
    if (Number(isOther) === 1) other += count;
    else {
      const value = measuredValue(measured, count, values);
      if (value === undefined) return null;
      cells.push({ by: axes.map((axis, at) => textOf(axis, [p0, p1][at])), count, value });
    }
  }
  return { cells, other };
}

function hasOddDays({ shown: { days } }: ShownAxis): boolean {
  return days !== null && (days[0] < FIRST_DAY || days[1] > LAST_DAY);
}

/** What rows are grouped by, of days the number of their unit; of a list its items that are shown. */
function cellOf(definition: TableDefinition, { axis, shown }: ShownAxis): SQL {
  const cell = engineCell(definition, axis);
  if (isListAxis(definition, axis)) return sql`arrayFilter(item -> ${isOneOf(sql`item`, keptOf(shown))}, ${cell})`;
  if (axis.pieces.kind !== 'days' || shown.unit === 'day') return cell;
  return sql`${shown.unit === 'year' ? sql`toYear` : sql`toYYYYMM`}(addDays(toDate32('1970-01-01'), ${cell}))`;
}

/** The row's piece; of a list, it is in several. null: blank, or the row is not shown. */
function pieceOf(definition: TableDefinition, { axis }: ShownAxis, at: number): SQL {
  const [cell, blank] = [name('c', at), name('b', at)];
  const piece = isListAxis(definition, axis)
    ? sql`arrayJoin(if(is_other or ${blank}, [null], arrayMap(item -> toNullable(item), ${cell})))`
    : sql`if(is_other or ${blank}, null, ${cell})`;
  return sql`${piece} as ${name('p', at)}`;
}

function isShownIn(definition: TableDefinition, { axis, shown }: ShownAxis, at: number): SQL {
  const [cell, blank] = [name('c', at), name('b', at)];
  switch (axis.pieces.kind) {
    case 'values':
      return isListAxis(definition, axis)
        ? sql`${blank} or notEmpty(${cell})`
        : sql`${blank} or ${isOneOf(sql`${cell}`, keptOf(shown))}`;
    case 'numbers':
      return sql`${blank} or isNotNull(${cell})`;
    case 'days':
      return shown.more === 0
        ? sql`${blank} or isNotNull(${cell})`
        : sql`${blank} or ${holds(sql`${cell} in ${sql.param(keptOf(shown).map(dayNumber))}`)}`;
    case 'either':
      return sql`1`;
  }
}

function keptOf({ pieces }: ShownPieces): readonly string[] {
  return pieces.map(({ value }) => value);
}

/** A day since 1970, `YYYYMM` or a year. @param piece `YYYY-MM-DD`, `YYYY-MM` or `YYYY` */
function dayNumber(piece: string): number {
  return piece.length === LENGTHS.day ? Date.parse(`${piece}T00:00:00Z`) / DAY : Number(piece.replace('-', ''));
}

/** A piece as it was counted. */
function textOf({ axis, shown }: ShownAxis, cell: EngineCell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  switch (axis.pieces.kind) {
    case 'either':
      return Number(cell) === 1 ? 'true' : 'false';
    case 'days': {
      if (shown.unit === 'day') return dayText(Number(cell));
      const text = String(cell);
      return text.length === LENGTHS.year ? text : `${text.slice(0, 4)}-${text.slice(4)}`;
    }
    default:
      return String(cell);
  }
}

/**
 * The number that is measured, and what it counts in sums: whole, or a decimal, or null where it has more digits than that. Each
 * with its name in a row, its name in a group's row, and the cell.
 */
function numbersOf(definition: TableDefinition, { field }: Measured): readonly (readonly [of: SQL, as: SQL, cell: SQL])[] {
  if (field === null) return [];
  const { low } = endsEngine(definition, field);
  const isWhole = definition.columns.some((column) => column.field === field && column.kind === 'integer');
  return [
    [sql`n0`, sql`number`, low],
    [sql`n1`, sql`exact`, isWhole ? sql`toInt128(${low})` : sql`${sql.identifier(exactOf(field))}`],
  ];
}

/** A list of texts, which `measuredValue` reads. */
function measureOf({ measure, field }: Measured): SQL {
  return field === null
    ? sql`emptyArrayString()`
    : sql`arrayMap(value -> ifNull(value, ''), [${sql.join(
        valuesOf(measure).map((value) => sql`toString(${value})`),
        sql`, `,
      )}])`;
}

function valuesOf(measure: Measure): readonly SQL[] {
  switch (measure) {
    case 'count':
      return [sql`count()`];
    case 'sum':
    case 'avg':
      return [sql`sum(exact)`, sql`count(number)`, sql`countIf(isNotNull(number) and isNull(exact))`];
    case 'median':
      return [sql`quantileExactInclusive(0.5)(toFloat64(number))`];
    case 'min':
      return [sql`min(number)`];
    case 'max':
      return [sql`max(number)`];
  }
}

/** null: the cell has no number; undefined: one of its numbers has too many digits for an exact sum. */
function measuredValue({ measure, field }: Measured, count: number, values: EngineCell | undefined): number | null | undefined {
  if (field === null) return count;
  if (!Array.isArray(values)) return undefined;
  const [value, known, inexact] = values;
  if (inexact !== undefined && Number(inexact) > 0) return undefined;
  if (typeof value !== 'string' || value === '') return null;
  return measure === 'avg' ? Number(value) / Number(known) : Number(value);
}

function name(letter: string, at: number): SQL {
  return sql.raw(`${letter}${at}`);
}
