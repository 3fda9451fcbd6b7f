/** The effect of one changed row on a list, and on one page of it. Pure. */
import type { ColumnKind } from '@leadloom/shared/tables/define-table';
import { isSameCell } from '../filters/row-match.ts';
import type { JudgedChange } from './judged-changes.ts';
import type { ListChoice } from './page-statement.ts';
import type { Position } from './position.ts';
import type { ChangedCells } from './row-change.ts';
import { BY_ID, isRising, orderColumns } from './row-order.ts';

type Row = Omit<Position, 'index'>;

/** A page that was read before. */
export interface ReadPage {
  readonly ids: readonly number[];
  readonly first: Row;
  readonly last: Row;
  /** Rows of the list before it. */
  readonly offset: number;
  readonly total: number;
}

interface ListEffect {
  /** The difference of the total. */
  readonly growth: -1 | 0 | 1;
  /** Whether the row stays where it is in the list, or outside of it. */
  readonly isStill: boolean;
}

export function effectOnList({ order }: ListChoice, { change, was, is }: JudgedChange): ListEffect {
  const { before, after } = change;
  if (was !== is) return { growth: is ? 1 : -1, isStill: false };
  const isSameKey =
    before !== null &&
    (order.field === BY_ID || orderColumns(order).every((column) => isSameCell(before[column], after[column])));
  return { growth: 0, isStill: !is || isSameKey };
}

/** The page's new total; null: its rows may be others now. */
export function totalAfter(choice: ListChoice, page: ReadPage, judged: JudgedChange): number | null {
  const { change, was, is } = judged;
  if (!was && !is) return page.total;
  if (page.ids.includes(change.id)) return null;
  const { growth, isStill } = effectOnList(choice, judged);
  if (isStill) return page.total;
  const { before, after, id } = change;
  const sides = [...(was && before !== null ? [before] : []), ...(is ? [after] : [])].map((cells) =>
    sideOf(choice, page, cells, id),
  );
  const isBehind = sides.every((side) => side === 'behind');
  if (growth === 0) return isBehind || sides.every((side) => side === 'before') ? page.total : null;
  if (!isBehind) return null;
  // On the last page a row behind it would become one of its own, and so would the end of the list.
  const end = page.offset + page.ids.length;
  const total = page.total + growth;
  return page.total > end && total > end ? total : null;
}

function sideOf(choice: ListChoice, page: ReadPage, cells: ChangedCells, id: number): 'before' | 'behind' | null {
  const row = { key: keyOf(choice, cells), id };
  if (row.key === undefined) return null;
  const toFirst = compare(choice, { key: row.key, id }, page.first);
  if (toFirst !== null && toFirst < 0) return 'before';
  const toLast = compare(choice, { key: row.key, id }, page.last);
  return toLast !== null && toLast > 0 ? 'behind' : null;
}

/** The row's cell in the order; undefined: a cell that is not compared here. */
function keyOf({ order }: ListChoice, cells: ChangedCells): string | null | undefined {
  if (order.field === BY_ID) return null;
  const cell =
    orderColumns(order)
      .map((column) => cells[column])
      .find((value) => value !== null && value !== undefined) ?? null;
  if (cell === null || typeof cell === 'string') return cell;
  return typeof cell === 'number' ? String(cell) : undefined;
}

/** Compares two rows along the list's order: below 0 where the first comes first. null: unknown. */
function compare(choice: ListChoice, one: Row, other: Row): number | null {
  const { definition, order } = choice;
  const sign = isRising(order, 'forward') ? 1 : -1;
  const byId = sign * (one.id - other.id);
  if (order.field === BY_ID) return byId;
  // Blank cells come last either way.
  if (one.key === null || other.key === null) return one.key === other.key ? byId : one.key === null ? 1 : -1;
  const kind = definition.columns.find(({ field }) => field === order.field)?.kind ?? 'text';
  const [a, b] = [comparable(kind, one.key), comparable(kind, other.key)];
  if (a === null || b === null) return null;
  return a === b ? byId : a < b ? -sign : sign;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
/** A moment with `T` in JSON, or with a blank in the database's own text. */
const UTC_MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00(?::00)?$/;

/** Compares numbers, days and moments. Texts are in the order of the database's collation, which is unknown here. */
function comparable(kind: ColumnKind, text: string): string | number | null {
  if (kind === 'integer' || kind === 'number' || kind === 'money') {
    const number = Number(text);
    return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null;
  }
  if (kind === 'date') return DAY.test(text) ? text : null;
  if (kind !== 'time') return null;
  const [, day, time, fraction = ''] = UTC_MOMENT.exec(text) ?? [];
  return day === undefined ? null : `${day} ${time}.${fraction.padEnd(6, '0')}`;
}
