/** The cells of a summary in a column store, as `cells-by-rows.ts` has them in the database. */
import type { Measure } from '@leadloom/shared/contract/table-facets';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { DayUnit } from '@leadloom/shared/tables/dimensions';
import { type SQL, sql } from 'drizzle-orm';
import { type ColumnReading, ColumnStoreFailed, type EngineCell } from '../../../column-store/column-store.ts';
import { exactOf } from '../../../column-store/copied-columns.ts';
import { endsEngine } from '../filters/condition-engine.ts';
import { allOf, isOneOf } from '../filters/engine-logic.ts';
import { isListAxis } from './axes.ts';
import type { Measured, ShownAxis, SummaryCell, SummaryCells } from './cells-by-rows.ts';
import { engineBlank, engineCell } from './engine-axes.ts';
import type { ShownPieces } from './facet-answer.ts';

/** Days that the engine's calendar has. */
const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2299-12-31'];
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
  const columns = axes.flatMap(({ axis }, at) => [
    sql`${engineCell(definition, axis)} as ${name('c', at)}`,
    sql`${engineBlank(definition, axis)} as ${name('b', at)}`,
  ]);
  const number = numberOf(definition, measured);
  const pieces = axes.map((axis, at) => pieceOf(definition, axis, at));
  const isShown = allOf(axes.map((axis, at) => isShownIn(definition, axis, at)));
  const second = axes.length > 1 ? sql`p1` : sql`null`;
  const answered = await reading.rows(sql`
    with matched as (select ${sql.join([...columns, ...number], sql`, `)} ${rows})
    select p0, ${second}, count(), ${measureOf(measured)}, 0
      from (select ${sql.join(pieces, sql`, `)}${number.length > 0 ? sql`, number, exact` : sql``} from matched where ${isShown})
      group by ${axes.length > 1 ? sql`p0, p1` : sql`p0`}
    union all select null, null, countIf(not (${isShown})), [], 1 from matched`);
  const cells: SummaryCell[] = [];
  let other: number | null = null;
  for (const [p0, p1, count, values, isOther] of answered) {
    if (Number(isOther) === 1) other = Number(count);
    else {
      const value = measuredValue(measured, Number(count), values);
      if (value === undefined) return null;
      cells.push({ by: [p0, p1].slice(0, axes.length).map(textOrNull), count: Number(count), value });
    }
  }
  if (other === null || !Number.isSafeInteger(other)) throw new ColumnStoreFailed('The column store answered no rest.');
  return { cells, other };
}

function hasOddDays({ shown: { days } }: ShownAxis): boolean {
  return days !== null && (days[0] < FIRST_DAY || days[1] > LAST_DAY);
}

/** The row's pieces that are shown: one, or one for each item of a list. */
function pieceOf(definition: TableDefinition, { axis, shown }: ShownAxis, at: number): SQL {
  const [cell, blank] = [name('c', at), name('b', at)];
  if (!isListAxis(definition, axis)) return sql`if(${blank}, null, ${labelOf({ axis, shown }, cell)}) as ${name('p', at)}`;
  const kept = sql`arrayFilter(label -> ${isOneOf(sql`label`, keptOf(shown))}, arrayMap(item -> item.1, ${cell}))`;
  return sql`arrayJoin(if(${blank}, [null], arrayMap(label -> toNullable(label), ${kept}))) as ${name('p', at)}`;
}

function labelOf({ axis, shown }: ShownAxis, cell: SQL): SQL {
  switch (axis.pieces.kind) {
    case 'values':
      return cell;
    case 'numbers':
      return sql`toString(${cell})`;
    case 'days':
      return sql`substring(toString(addDays(toDate32('1970-01-01'), ${cell})), 1, ${sql.raw(String(LENGTHS[shown.unit]))})`;
    case 'either':
      return sql`if(${cell}, 'true', 'false')`;
  }
}

function isShownIn(definition: TableDefinition, { axis, shown }: ShownAxis, at: number): SQL {
  const [cell, blank] = [name('c', at), name('b', at)];
  switch (axis.pieces.kind) {
    case 'values':
      return isListAxis(definition, axis)
        ? sql`${blank} or arrayExists(item -> ${isOneOf(sql`item.1`, keptOf(shown))}, ${cell})`
        : sql`${blank} or ${isOneOf(sql`${cell}`, keptOf(shown))}`;
    case 'numbers':
      return sql`${blank} or isNotNull(${cell})`;
    case 'days':
      return shown.more === 0
        ? sql`${blank} or isNotNull(${cell})`
        : sql`${blank} or ${isOneOf(labelOf({ axis, shown }, cell), keptOf(shown))}`;
    case 'either':
      return sql`1`;
  }
}

function keptOf({ pieces }: ShownPieces): readonly string[] {
  return pieces.map(({ value }) => value);
}

/** The number that is measured, and what it counts in sums: whole, or a decimal, or null where it has more digits than that. */
function numberOf(definition: TableDefinition, { field }: Measured): readonly SQL[] {
  if (field === null) return [];
  const { low } = endsEngine(definition, field);
  const isWhole = definition.columns.some((column) => column.field === field && column.kind === 'integer');
  return [sql`${low} as number`, isWhole ? sql`toInt128(${low}) as exact` : sql`${sql.identifier(exactOf(field))} as exact`];
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

function textOrNull(cell: EngineCell | undefined): string | null {
  return cell === null || cell === undefined ? null : String(cell);
}

function name(letter: string, at: number): SQL {
  return sql.raw(`${letter}${at}`);
}
