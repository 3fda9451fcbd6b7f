/** An answer from counts: sorted, gathered, and cut to what is shown. Pure. */
import type { Facet } from '@leadloom/shared/contract/table-facets';
import { type DayUnit, dayPiece, dayUnitOf, type NumberPiece } from '@leadloom/shared/tables/dimensions';
import { foldText } from '../values/fold-text.ts';
import type { Axis } from './axes.ts';
import type { CountedAxis } from './counted.ts';

/** A piece that is shown. */
export interface ShownPiece {
  /** As it was counted, see `CountedValue`. */
  readonly value: string;
  readonly count: number;
  readonly spelling: string | null;
}

export interface ShownPieces {
  readonly pieces: readonly ShownPiece[];
  /** Pieces that are left out. */
  readonly more: number;
  /** Days only. */
  readonly unit: DayUnit;
  /** The first and the last day of all that were counted; null: there are none. */
  readonly days: readonly [first: string, last: string] | null;
}

const noDays = { unit: 'day', days: null } as const;

/** The pieces of an axis that are shown, in their order. @param total rows @param containing as in `RowCount` */
export function shownPieces(
  { pieces: { kind }, limits }: Axis,
  counted: CountedAxis,
  total: number,
  containing?: string,
): ShownPieces {
  switch (kind) {
    case 'values': {
      const found = counted.distinct === null ? counted.values.filter(contains(containing)) : counted.values;
      const sorted = [...found].sort(byCount);
      const shown = sorted.slice(0, limits.values);
      return { pieces: shown, more: (counted.distinct ?? sorted.length) - shown.length, ...noDays };
    }
    case 'numbers': {
      const pieces = [...counted.values].sort((one, other) => Number(one.value) - Number(other.value));
      return { pieces, more: 0, ...noDays };
    }
    case 'days':
      return shownDays(counted, limits.days, containing);
    case 'either': {
      const held = counted.values.find(({ value }) => value === 'true')?.count ?? 0;
      const both = [
        { value: 'true', count: held, spelling: null },
        { value: 'false', count: total - held, spelling: null },
      ];
      const pieces = both.filter(({ count }) => count > 0).filter(contains(containing));
      return { pieces: pieces.sort(byCount), more: 0, ...noDays };
    }
  }
}

function shownDays({ values, days }: CountedAxis, limit: number, containing: string | undefined): ShownPieces {
  const met = values.map(({ value }) => value).sort();
  const [first, last] = days ?? [met[0], met.at(-1)];
  if (first === undefined || last === undefined) return { pieces: [], more: 0, ...noDays };
  const unit = dayUnitOf(first, last, limit);
  const counts = new Map<string, number>();
  for (const { value, count } of values) {
    const piece = dayPiece(value, unit);
    counts.set(piece, (counts.get(piece) ?? 0) + count);
  }
  const all = [...counts].map(([value, count]) => ({ value, count, spelling: null })).filter(contains(containing));
  const pieces = all.sort((one, other) => (one.value < other.value ? -1 : 1)).slice(-limit);
  return { pieces, more: all.length - pieces.length, unit, days: [first, last] };
}

function contains(containing: string | undefined): (piece: ShownPiece) => boolean {
  if (containing === undefined) return () => true;
  const folded = foldText(containing);
  return ({ value }) => foldText(value).includes(folded);
}

/** The most frequent first, equally frequent ones in the order of their bytes in lower case. */
export function byCount(one: ShownPiece, other: ShownPiece): number {
  return other.count - one.count || Buffer.compare(Buffer.from(one.value), Buffer.from(other.value));
}

/** @param spell how a value is written; null: as it was counted */
export function facetOf(
  { name, ranges, pieces: { kind } }: Axis,
  { pieces, more }: ShownPieces,
  blank: number,
  spell: (piece: ShownPiece) => string,
): Facet {
  const values =
    kind === 'numbers' ? countedRanges(ranges, pieces) : pieces.map((piece) => ({ value: spell(piece), count: piece.count }));
  return { of: name, values, blank, more };
}

/** Empty pieces stand between others alone. */
function countedRanges(ranges: readonly NumberPiece[], pieces: readonly ShownPiece[]) {
  const counts = new Map(pieces.map(({ value, count }) => [Number(value), count]));
  const places = [...counts.keys()];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  return ranges.flatMap(({ from, to }, at) => (at < first || at > last ? [] : [{ from, to, count: counts.get(at) ?? 0 }]));
}
