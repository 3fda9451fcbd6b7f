/**
 * What the rows of a table can be counted by: the filters of its columns, by their keys. Values are counted as their filter
 * compares them; numbers and days are gathered, and the pieces are decided here, so that facets and summaries of all readings
 * agree. Pure.
 */
import type { ColumnKind, FilterDefinition, RangeFilter, TableDefinition } from './define-table.ts';
import { readRange } from './read-range.ts';

/** A filter that has values to count, which a search does not. */
type CountedFilter = Exclude<FilterDefinition, { readonly kind: 'search' }>;

export interface Dimension {
  /** The filter's key, which is the dimension's name. */
  readonly name: string;
  readonly label: string;
  readonly filter: CountedFilter;
  readonly pieces: DimensionPieces;
}

/**
 * - `values`: the cell, or each item of a list, compared without regard to case. Of a `domain` filter, the host of the address.
 * - `numbers`: ranges of numbers. @property own those of the filter itself; null: `numberEdges` chooses
 * - `days`: days, months or years, see `dayUnitOf`.
 * - `either`: `true` where the checkbox's condition holds, or the column has a value; `false` where not. No row is blank.
 */
export type DimensionPieces =
  | { readonly kind: 'values'; readonly column: string; readonly isHost: boolean }
  | { readonly kind: 'numbers'; readonly column: string; readonly own: readonly NumberPiece[] | null }
  | { readonly kind: 'days'; readonly column: string }
  | { readonly kind: 'either' };

/** From a number up to, but not including, another; null: an open end. */
export interface NumberPiece {
  readonly from: number | null;
  readonly to: number | null;
  /** The upper end is included, as in the last range of some filters. */
  readonly isClosed?: true;
}

/** The most values of one dimension in an answer. */
export const FACET_VALUES_LIMIT = 100;
export const NUMBER_PIECES_LIMIT = 20;
export const DAY_PIECES_LIMIT = 62;
/** The most values of one dimension of a summary; days have their own limit. */
export const SUMMARY_VALUES_LIMIT = 50;

const known = new WeakMap<TableDefinition, ReadonlyMap<string, Dimension>>();

/** A table's dimensions by name, in the order of its filters. */
export function dimensionsOf(definition: TableDefinition): ReadonlyMap<string, Dimension> {
  const made = known.get(definition);
  if (made !== undefined) return made;
  const named = new Map<string, Dimension>();
  for (const filter of definition.filters) {
    if (filter.kind === 'search' || named.has(filter.key)) continue;
    named.set(filter.key, { name: filter.key, label: filter.label, filter, pieces: piecesOf(filter) });
  }
  known.set(definition, named);
  return named;
}

function piecesOf(filter: CountedFilter): DimensionPieces {
  switch (filter.kind) {
    case 'choice':
    case 'lookup':
      return { kind: 'values', column: filter.column, isHost: false };
    case 'text':
      return { kind: 'values', column: filter.column, isHost: filter.match === 'domain' };
    case 'range':
      return { kind: 'numbers', column: filter.column, own: ownPieces(filter) };
    case 'numbers':
      return { kind: 'numbers', column: filter.column, own: null };
    case 'dates':
      return { kind: 'days', column: filter.column };
    case 'flag':
    case 'presence':
      return { kind: 'either' };
  }
}

function ownPieces({ options, isLastClosed }: RangeFilter): readonly NumberPiece[] {
  return options.map(({ value }, index) => ({
    ...readRange(value),
    ...(isLastClosed === true && index === options.length - 1 ? { isClosed: true as const } : {}),
  }));
}

/** The fields of the columns whose numbers a summary can measure. */
export function measuredFields(definition: TableDefinition): readonly string[] {
  return definition.columns.flatMap(({ field, kind }) => (isNumeric(kind) ? [field] : []));
}

function isNumeric(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'money';
}

/** The smallest steps between pieces: people count in whole numbers, and money in tenths of a million. */
const SMALLEST = { integer: 1, money: 0.1 } as const;

/**
 * The pieces of a column's numbers, at most NUMBER_PIECES_LIMIT, in their order; none where no row has a number. Counts and money
 * differ by factors, so their edges are 0 and 1, 2, 5 and their tens; where that makes too many, 1 and its tens. Other numbers,
 * such as ratings, have equal steps of 1, 2 or 5 tens. Every number is in one piece.
 * @param lowest, highest of the whole column, so that the pieces stay the same while one filters
 */
export function numberPieces(kind: ColumnKind, lowest: number, highest: number): readonly NumberPiece[] {
  if (!(Number.isFinite(lowest) && Number.isFinite(highest)) || lowest > highest) return [];
  const edges =
    kind === 'integer' || kind === 'money' ? growingEdges(lowest, highest, SMALLEST[kind]) : evenEdges(lowest, highest);
  return edges.slice(1).map((to, index) => ({ from: edges[index] ?? null, to }));
}

function growingEdges(lowest: number, highest: number, smallest: number): readonly number[] {
  const largest = Math.max(Math.abs(lowest), Math.abs(highest));
  for (const factors of [[1, 2, 5], [1]]) {
    const sizes = sizesUpTo(largest, smallest, factors);
    const edges = [...sizes.map((size) => -size).reverse(), 0, ...sizes];
    const first = edges.findLastIndex((edge) => edge <= lowest);
    const next = edges.findIndex((edge) => edge > highest);
    const needed = edges.slice(first, next + 1);
    if (needed.length <= NUMBER_PIECES_LIMIT + 1) return needed;
  }
  return evenEdges(lowest, highest);
}

/** Rounded sizes from the smallest to the first one above the largest number. */
function sizesUpTo(largest: number, smallest: number, factors: readonly number[]): readonly number[] {
  const sizes: number[] = [];
  for (let power = Math.round(Math.log10(smallest)); ; power += 1) {
    for (const factor of factors) {
      const size = tens(factor, power);
      sizes.push(size);
      if (size > largest) return sizes;
    }
  }
}

function evenEdges(lowest: number, highest: number): readonly number[] {
  const span = highest - lowest;
  const largest = Math.max(Math.abs(lowest), Math.abs(highest));
  // Finer steps could not be told apart in a double of this size, nor be written.
  const finest = largest > 0 ? Math.max(-300, Math.floor(Math.log10(largest)) - 13) : 0;
  let power = Math.max(finest, span > 0 ? Math.floor(Math.log10(span)) - 2 : 0);
  for (; ; power += 1) {
    for (const factor of [1, 2, 5]) {
      const edge = (at: number) => tens(at * factor, power);
      let [first, last] = [Math.floor(lowest / tens(factor, power)), Math.floor(highest / tens(factor, power)) + 1];
      // Quotients are rounded: 0.7 / 0.1 is less than 7.
      if (edge(first) > lowest) first -= 1;
      if (edge(last) <= highest) last += 1;
      if (last - first > NUMBER_PIECES_LIMIT) continue;
      return Array.from({ length: last - first + 1 }, (_, index) => edge(first + index));
    }
  }
}

/** Written in decimals, so that 3 tenths are 0.3. */
function tens(factor: number, power: number): number {
  return Number(`${factor}e${power}`);
}

export type DayUnit = 'day' | 'month' | 'year';

/**
 * How finely days are counted: the finest unit of which at most `limit` lie between the first and the last day, both
 * included. Years are counted however many there are. @param first, last as `YYYY-MM-DD`
 */
export function dayUnitOf(first: string, last: string, limit = DAY_PIECES_LIMIT): DayUnit {
  const days = Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000) + 1;
  if (days <= limit) return 'day';
  return monthNumber(last) - monthNumber(first) + 1 <= limit ? 'month' : 'year';
}

/** The piece of a day: `2026-03-31`, `2026-03` or `2026`. */
export function dayPiece(day: string, unit: DayUnit): string {
  return day.slice(0, { day: 10, month: 7, year: 4 }[unit]);
}

function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}
