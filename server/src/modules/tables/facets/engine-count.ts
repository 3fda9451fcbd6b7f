/** Counts along axes in a column store, as `count-by-rows.ts` makes them in the database. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { type ColumnReading, ColumnStoreFailed, type EngineCell } from '../../../column-store/column-store.ts';
import { type Axis, isListAxis } from './axes.ts';
import type { Counted, CountedAxis, CountedValue } from './counted.ts';
import { dayText, engineBlank, engineCell } from './engine-axes.ts';

/** @param rows `from … where …` @returns null: a day has no text of four digits for its year */
export async function engineCount(
  reading: ColumnReading,
  definition: TableDefinition,
  rows: SQL,
  axes: readonly Axis[],
): Promise<Counted | null> {
  const cells = axes.flatMap((axis, at) => [
    sql`${engineCell(definition, axis)} as ${name('c', at)}`,
    sql`${engineBlank(definition, axis)} as ${name('b', at)}`,
    sql`${spellingOf(definition, axis)} as ${name('s', at)}`,
  ]);
  const sums = axes.flatMap(({ pieces }, at) => [
    sql`countIf(${name('b', at)})`,
    pieces.kind === 'either' ? sql`countIf(${name('c', at)})` : sql`0`,
  ]);
  const groups = axes.flatMap((axis, at) => groupsOf(definition, axis, at) ?? []);
  const answered = await reading.rows(sql`
    with matched as (select ${sql.join([sql`id`, ...cells], sql`, `)} ${rows})
    ${sql.join([sql`select -1 as axis, null as value, count() as rows, null as spelling, 0 as distinct, [${sql.join(sums, sql`, `)}] as sums from matched`, ...groups], sql` union all `)}`);
  return countedOf(answered, axes);
}

/** How the row writes a text; of a list, its items have it beside them. */
function spellingOf(definition: TableDefinition, axis: Axis): SQL {
  const { pieces } = axis;
  if (pieces.kind !== 'values' || pieces.isHost || isListAxis(definition, axis)) return sql`''`;
  return sql`${sql.identifier(pieces.column)}`;
}

/** Of texts the most frequent ones, as many as are shown. null: the sums tell all. @param at the place of the axis */
function groupsOf(definition: TableDefinition, axis: Axis, at: number): SQL | null {
  const [cell, spelling, place] = [name('c', at), name('s', at), sql.raw(String(at))];
  switch (axis.pieces.kind) {
    case 'either':
      return null;
    case 'numbers':
    case 'days':
      return sql`select ${place}, toString(${cell}), count(), null, 0, [] from matched where isNotNull(${cell}) group by ${cell}`;
    case 'values': {
      const groups = isListAxis(definition, axis)
        ? sql`select item.1 as value, count() as rows, min(item.2) as spelling from (select arrayJoin(${cell}) as item from matched) group by value`
        : sql`select ${cell} as value, count() as rows, min(${spelling}) as spelling from matched where isNotNull(${cell}) group by value`;
      return sql`(select ${place}, value, rows, spelling, count() over (), [] from (${groups})
        order by rows desc, value limit ${sql.raw(String(axis.limits.values))})`;
    }
  }
}

interface GrowingAxis extends CountedAxis {
  readonly values: CountedValue[];
  blank: number;
  distinct: number | null;
}

function countedOf(answered: readonly (readonly EngineCell[])[], axes: readonly Axis[]): Counted | null {
  const found = axes.map((): GrowingAxis => ({ values: [], blank: 0, distinct: null, days: null }));
  let total: number | null = null;
  for (const [place, value, rows, spelling, distinct, sums] of answered) {
    const count = Number(rows);
    const { [Number(place)]: axis } = found;
    if (axis === undefined) {
      total = count;
      for (const [at, one] of found.entries()) noteSums(one, axes[at], Array.isArray(sums) ? sums.slice(2 * at, 2 * at + 2) : []);
      continue;
    }
    const { kind } = axes[Number(place)]?.pieces ?? {};
    const text = kind === 'days' ? dayText(Number(value)) : String(value);
    if (text === null) return null;
    axis.values.push({ value: text, count, spelling: typeof spelling === 'string' && spelling !== '' ? spelling : null });
    if (kind === 'values') axis.distinct = Number(distinct);
  }
  if (total === null || !Number.isSafeInteger(total)) throw new ColumnStoreFailed('The column store answered no total.');
  return { total, axes: found };
}

function noteSums(counted: GrowingAxis, axis: Axis | undefined, [blank, held]: readonly EngineCell[]): void {
  counted.blank = Number(blank);
  if (axis?.pieces.kind === 'either' && Number(held) > 0)
    counted.values.push({ value: 'true', count: Number(held), spelling: null });
}

function name(letter: string, at: number): SQL {
  return sql.raw(`${letter}${at}`);
}
