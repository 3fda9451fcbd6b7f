/** Counts by rows: one scan of those that match, whatever the condition, for all dimensions at once. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { type Axis, axisBlank, axisCell, isListAxis } from './axes.ts';
import type { Counted, CountedAxis, CountedValue } from './counted.ts';

export interface RowCount {
  readonly definition: TableDefinition;
  /** The rows that are counted, as they follow `from`: with their id and the columns of the definition. */
  readonly rows: SQL;
  readonly axes: readonly Axis[];
  /** Whether all values of texts are listed; otherwise the most frequent ones, as many as are shown. */
  readonly isWhole: boolean;
  /** Texts are counted only where they contain this one, without regard to case and accents. */
  readonly containing?: string | undefined;
}

interface Answered {
  readonly [column: string]: unknown;
  readonly axis: number;
  readonly value: string | null;
  readonly count: string;
  readonly spelling: string | null;
  readonly distinct: string | null;
}

const TOTAL = -1;

export async function countByRows(connection: Connection, count: RowCount): Promise<Counted> {
  const { rows: answered } = await connection.execute<Answered>(statementOf(count));
  const found = count.axes.map(() => emptyAxis());
  let total = 0;
  for (const { axis: at, value, count: written, spelling, distinct } of answered) {
    const [number, axis] = [Number(written), found[at]];
    if (at === TOTAL) total = number;
    else if (axis === undefined) continue;
    else if (value === null) axis.blank = number;
    else if (number > 0) {
      axis.values.push({ value, count: number, spelling });
      if (distinct !== null) axis.distinct = Number(distinct);
    }
  }
  return { total, axes: found };
}

interface GrowingAxis extends CountedAxis {
  readonly values: CountedValue[];
  blank: number;
  distinct: number | null;
}

function emptyAxis(): GrowingAxis {
  return { values: [], blank: 0, distinct: null, days: null };
}

function statementOf({ definition, rows, axes, isWhole, containing }: RowCount): SQL {
  const cells = axes.flatMap((axis, at) => [
    sql`${axisCell(definition, axis)} as ${cellName(at)}`,
    sql`${axisBlank(definition, axis)} as ${blankName(at)}`,
  ]);
  const sums = axes.flatMap(({ pieces }, at) => {
    const blank = sql`count(*) filter (where ${blankName(at)}) as ${blankName(at)}`;
    return pieces.kind === 'either' ? [blank, sql`count(*) filter (where ${cellName(at)}) as ${cellName(at)}`] : [blank];
  });
  const parts = [
    sql`select ${place(TOTAL)} as axis, null::text as value, rows as count, null::text as spelling, null::bigint as distinct from sums`,
    ...axes.flatMap((axis, at) => [
      sql`select ${place(at)}, null, ${blankName(at)}, null, null from sums`,
      groupsOf(definition, axis, at, isWhole ? null : axis.limits.values, containing),
    ]),
  ];
  return sql`with matched as (select ${sql.join([sql`id`, ...cells], sql`, `)} from ${rows}),
    sums as (select ${sql.join([sql`count(*) as rows`, ...sums], sql`, `)} from matched)
    ${sql.join(parts, sql` union all `)}`;
}

/** @param at the place of the axis */
function groupsOf(
  definition: TableDefinition,
  axis: Axis,
  at: number,
  limit: number | null,
  containing: string | undefined,
): SQL {
  const cell = cellName(at);
  switch (axis.pieces.kind) {
    case 'either':
      return sql`select ${place(at)}, 'true', ${cell}, null, null from sums`;
    case 'numbers':
      return sql`select ${place(at)}, ${cell}::text, count(*), null, null from matched where ${cell} is not null group by ${cell}`;
    case 'days':
      return sql`select ${place(at)}, to_char(${cell}, 'YYYY-MM-DD'), count(*), null, null from matched where ${cell} is not null group by ${cell}`;
    case 'values': {
      const texts = isListAxis(definition, axis)
        ? sql`select item.value, item.spelling, 1 as rows from matched cross join lateral ${itemsOf(cell)} item`
        : axis.pieces.isHost
          ? sql`select ${cell} collate "C" as value, null::text as spelling, count(*) as rows from matched where ${cell} is not null group by 1`
          : sql`select lower(spelling) as value, spelling, rows from (
              select ${cell} as spelling, count(*) as rows from matched where ${cell} is not null group by 1 offset 0) spellings`;
      const narrowed = containing === undefined ? sql`` : sql` having position(fold_text(${containing}) in fold_text(value)) > 0`;
      const groups = limit === null ? sql`null` : sql`count(*) over ()`;
      const most = limit === null ? sql`` : sql` order by sum(rows) desc, value collate "C" limit ${limit}`;
      return sql`(select ${place(at)}, value, sum(rows)::bigint as count, min(spelling collate "C"), ${groups}::bigint from (${texts}) texts
        group by value${narrowed}${most})`;
    }
  }
}

/** Each item of a list once, however often and in whichever case the list names it. */
export function itemsOf(list: SQL): SQL {
  return sql`(select item.value, item.spelling from lower_items(${list}) lowered
    cross join lateral unnest(lowered, ${list}) with ordinality item (value, spelling, at)
    where array_position(lowered, item.value) = item.at)`;
}

function cellName(at: number): SQL {
  return sql.raw(`c${at}`);
}

function blankName(at: number): SQL {
  return sql.raw(`b${at}`);
}

function place(at: number): SQL {
  return sql.raw(String(at));
}
