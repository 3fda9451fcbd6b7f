/**
 * Counts along axes in a column store, as `count-by-rows.ts` makes them in the database. The rows are found and read once for all
 * axes that have few groups; lists and texts that may have many are counted each on its own.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { type ColumnReading, ColumnStoreFailed, type EngineCell } from '../../../column-store/column-store.ts';
import { isChoice } from '../filters/facets.ts';
import { type Axis, isListAxis } from './axes.ts';
import type { Counted, CountedAxis, CountedValue } from './counted.ts';
import { dayText, engineBlank, engineCell, inWholeColumns, spelledItems } from './engine-axes.ts';

/** The place of the total, and of a number that is unknown: other pieces are counted from 0. */
const NONE = '-1';

/** @param rows `from … where …` @returns null: a day has no text of four digits for its year */
export async function engineCount(
  reading: ColumnReading,
  definition: TableDefinition,
  rows: SQL,
  axes: readonly Axis[],
): Promise<Counted | null> {
  const listed = axes.flatMap((axis, at) => (isListed(definition, axis) ? [listedGroups(definition, axis, at, rows)] : []));
  const answered = await reading.rows(
    inWholeColumns(sql.join([gatheredGroups(definition, axes, rows), ...listed], sql` union all `)),
  );
  return countedOf(definition, answered, axes);
}

/** Whether there may be so many groups that only the most frequent ones are answered; of a list, a row is in several. */
function isListed(definition: TableDefinition, axis: Axis): boolean {
  const { pieces } = axis;
  return pieces.kind === 'values' && (pieces.isHost || isListAxis(definition, axis) || !isChoice(definition, pieces.column));
}

/** All groups of each axis, and of all rows. Of an axis that is listed: whether the row has no value. */
function gatheredGroups(definition: TableDefinition, axes: readonly Axis[], rows: SQL): SQL {
  const keys = axes.map((axis, at) => sql`${keyOf(definition, axis)} as ${name('k', at)}`);
  const ofSet = (answer: (at: number) => SQL, total: SQL) =>
    axes.length === 0
      ? total
      : sql`multiIf(${sql.join(axes.map((_, at) => sql`grouping(${name('k', at)}) = 0, ${answer(at)}, `))}${total})`;
  const sets = [...axes.map((_, at) => sql`(${name('k', at)})`), sql`()`];
  const place = ofSet((at) => sql.raw(String(at)), sql.raw(NONE));
  const value = ofSet((at) => sql`toString(${name('k', at)})`, sql`null`);
  return sql`select ${place} as place, ${value} as value, count() as rows, null as spelling, null as distinct
    from (select ${sql.join([sql`1`, ...keys], sql`, `)} ${rows}) group by grouping sets (${sql.join(sets, sql`, `)})`;
}

function keyOf(definition: TableDefinition, axis: Axis): SQL {
  const blank = engineBlank(definition, axis);
  if (isListed(definition, axis)) return blank;
  const cell = engineCell(definition, axis);
  return axis.pieces.kind === 'numbers' ? sql`if(${blank}, ${sql.raw(NONE)}, ${cell})` : cell;
}

/** Of an axis that is listed, the most frequent values, as many as are shown. @param at the place of the axis */
function listedGroups(definition: TableDefinition, axis: Axis, at: number, rows: SQL): SQL {
  const cells = spelledCells(definition, axis, rows);
  return sql`(select ${sql.raw(String(at))}, value, rows, spelling, count() over () from (
    select value, count() as rows, min(spelled) as spelling from (${cells}) where isNotNull(value) group by value)
    order by rows desc, value limit ${sql.raw(String(axis.limits.values))})`;
}

/** Values with how the row writes them; an empty text where that is not asked for, as of choices (`spell`). */
function spelledCells(definition: TableDefinition, axis: Axis, rows: SQL): SQL {
  const { pieces } = axis;
  const cell = engineCell(definition, axis);
  if (pieces.kind !== 'values' || pieces.isHost) return sql`select ${cell} as value, '' as spelled ${rows}`;
  const { column } = pieces;
  if (!isListAxis(definition, axis)) return sql`select ${cell} as value, ${sql.identifier(column)} as spelled ${rows}`;
  return isChoice(definition, column)
    ? sql`select arrayJoin(${cell}) as value, '' as spelled ${rows}`
    : sql`select item.1 as value, item.2 as spelled from (select arrayJoin(${spelledItems(column)}) as item ${rows})`;
}

interface GrowingAxis extends CountedAxis {
  readonly values: CountedValue[];
  blank: number;
  distinct: number | null;
}

function countedOf(
  definition: TableDefinition,
  answered: readonly (readonly EngineCell[])[],
  axes: readonly Axis[],
): Counted | null {
  const found = axes.map((axis): GrowingAxis => {
    return { values: [], blank: 0, distinct: isListed(definition, axis) ? 0 : null, days: null };
  });
  let total: number | null = null;
  for (const [place, value = null, rows, spelling, distinct = null] of answered) {
    const count = Number(rows);
    const { [Number(place)]: counted } = found;
    const { [Number(place)]: axis } = axes;
    if (counted === undefined || axis === undefined) {
      total = count;
    } else if (distinct !== null) {
      counted.distinct = Number(distinct);
      counted.values.push({ value: String(value), count, spelling: spelling === '' ? null : String(spelling) });
    } else if (counted.distinct !== null) {
      if (value === '1') counted.blank = count;
    } else if (!gather(counted, axis.pieces.kind, value, count)) {
      return null;
    }
  }
  if (total === null || !Number.isSafeInteger(total)) throw new ColumnStoreFailed('The column store answered no total.');
  return { total, axes: found };
}

/** @returns whether the group has a name */
function gather(counted: GrowingAxis, kind: Axis['pieces']['kind'], value: EngineCell, count: number): boolean {
  const add = (text: string) => counted.values.push({ value: text, count, spelling: null });
  switch (kind) {
    case 'either':
      if (value === '1') add('true');
      return true;
    case 'numbers':
      // null: the number is in no piece.
      if (value === NONE) counted.blank = count;
      else if (value !== null) add(String(value));
      return true;
    case 'days': {
      const day = value === null ? null : dayText(Number(value));
      if (value === null) counted.blank = count;
      else if (day !== null) add(day);
      return value === null || day !== null;
    }
    case 'values':
      if (value === null) counted.blank = count;
      else add(String(value));
      return true;
  }
}

function name(letter: string, at: number): SQL {
  return sql.raw(`${letter}${at}`);
}
