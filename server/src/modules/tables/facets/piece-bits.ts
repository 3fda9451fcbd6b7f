/**
 * Pieces of numbers and days as bits: for each edge the rows from there on, so that a piece is what its first edge has and its last
 * one has not. Pure.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type DayUnit, dayPiece, type NumberPiece } from '@leadloom/shared/tables/dimensions';
import { allRows, and, type Bits, holding, noRows, or } from '../filters/bits.ts';
import { dayNumberOf, dayNumbers, numberEnds } from '../filters/facets.ts';
import { type NumberFacet, numbersFrom, rowsWithNumber } from '../filters/sliced-numbers.ts';

/** More edges than this are not worth it. */
const YEARS_LIMIT = 200;

export interface BitPiece {
  /** As in `CountedValue`. */
  readonly value: string;
  /** The rows from the piece's beginning on, and those after its end, which are some of them. */
  readonly from: Bits;
  readonly after: Bits;
}

/** null: an edge has too many decimals, or is too large. */
export function numberBits(
  definition: TableDefinition,
  column: string,
  ranges: readonly NumberPiece[],
): readonly BitPiece[] | null {
  const ends = numberEnds(definition, column);
  if (ends === null) return null;
  const { low } = ends;
  const pieces: BitPiece[] = [];
  for (const [at, { from, to, isClosed }] of ranges.entries()) {
    const first = from === null ? rowsWithNumber(low) : numbersFrom(low, from, false);
    const after = to === null ? noRows : numbersFrom(low, to, isClosed === true);
    if (first === null || after === null) return null;
    pieces.push({ value: String(at), from: first, after });
  }
  return pieces;
}

/**
 * Days, months or years from the first to the last day of the rows. null: there are too many.
 * @param first, last as `YYYY-MM-DD`: no row that is counted has a day before or after
 */
export function dayBits(
  definition: TableDefinition,
  column: string,
  { first, last, unit }: { readonly first: string; readonly last: string; readonly unit: DayUnit },
): readonly BitPiece[] | null {
  const days = dayNumbers(definition, column);
  if (days === null) return null;
  const beginnings: string[] = [];
  for (let day = firstDayOf(dayPiece(first, unit)); day <= last; day = nextBeginning(day, unit)) {
    beginnings.push(day);
    if (beginnings.length > YEARS_LIMIT) return null;
  }
  const [lowest, highest] = [dayNumberOf(first), dayNumberOf(last)];
  // The digits above are the same in all rows.
  const digits = Math.max(1, Math.ceil(Math.log2((lowest ^ highest) + 1)));
  const all = rowsWithNumber(days);
  const edges = beginnings.map((day, at) => (at === 0 ? all : and(all, fromDigits(days, dayNumberOf(day), digits))));
  return beginnings.map((day, at) => ({ value: dayPiece(day, unit), from: edges[at] ?? all, after: edges[at + 1] ?? noRows }));
}

/** The rows whose lowest digits are those of the bound, or above. */
function fromDigits({ facet, prefix }: NumberFacet, bound: number, digits: number): Bits {
  let rows: Bits = allRows;
  for (let digit = 0; digit < digits; digit += 1) {
    const held = holding(facet, [`${prefix}${digit}`]);
    rows = (bound >> digit) & 1 ? and(held, rows) : or(held, rows);
  }
  return rows;
}

function firstDayOf(piece: string): string {
  return `${piece}-01-01`.slice(0, 10);
}

function nextBeginning(day: string, unit: DayUnit): string {
  const next = new Date(`${day}T00:00:00Z`);
  if (unit === 'day') next.setUTCDate(next.getUTCDate() + 1);
  else if (unit === 'month') next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next.toISOString().slice(0, 10);
}
