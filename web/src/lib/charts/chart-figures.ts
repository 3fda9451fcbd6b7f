/** A summary as figures with their words, and how they are drawn. Pure. */
import type { Summary, SummaryPiece } from '@leadloom/shared/contract/table-facets';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type Dimension, dimensionsOf } from '@leadloom/shared/tables/dimensions';
import { nextPiece } from './days.ts';
import { pieceText } from './piece-words.ts';
import type { TableChart } from './table-chart.ts';

export interface Entry {
  readonly piece: SummaryPiece;
  readonly text: string;
  /** For axes. */
  readonly shortText: string;
  /** It fills a gap, and has no rows. */
  readonly isGap?: true;
}

export interface Figures {
  readonly dimensions: readonly Dimension[];
  /** The pieces of each dimension that have rows, blank last. */
  readonly entries: readonly (readonly Entry[])[];
  /** @param pieces one for each dimension @returns null: none of the rows has a number; undefined: there are no rows */
  readonly figureOf: (pieces: readonly SummaryPiece[]) => number | null | undefined;
  readonly isCount: boolean;
  /** Values of several pieces may be added up. */
  readonly isAdditive: boolean;
  readonly total: number;
  readonly other: number;
}

/** null: the table no longer has one of the dimensions. */
export function figuresOf(definition: TableDefinition, chart: TableChart, { data, total, other }: Summary): Figures | null {
  const known = dimensionsOf(definition);
  const dimensions = chart.by.flatMap((name) => known.get(name) ?? []);
  if (dimensions.length !== chart.by.length) return null;
  const values = new Map(data.map(({ by, value }) => [keyOf(by), value] as const));
  const isAdditive = chart.measure === 'count' || chart.measure === 'sum';
  // A value without a number comes after all others, also negative ones.
  const least = dimensions.length === 1 ? Number.NEGATIVE_INFINITY : 0;
  const entries = dimensions.map((dimension, index) => {
    const sums = new Map<string, { readonly piece: SummaryPiece; sum: number }>();
    for (const { by, value } of data) {
      const piece = by[index] ?? null;
      const sum = sums.get(keyOf([piece])) ?? { piece, sum: 0 };
      sum.sum += value ?? least;
      sums.set(keyOf([piece]), sum);
    }
    const found = [...sums.values()];
    const ordered = [...inOrder(dimension, found, isAdditive || dimensions.length === 1), ...found.filter(isBlank)];
    return ordered.map(({ piece }) => entryOf(definition, dimension, piece));
  });
  return {
    dimensions,
    entries,
    figureOf: (pieces) => values.get(keyOf(pieces)),
    isCount: chart.measure === 'count',
    isAdditive,
    total,
    other,
  };
}

interface Summed {
  readonly piece: SummaryPiece;
  readonly sum: number;
}

/** Values come in the order of their numbers of rows, or of their first rows; the largest figure is looked for first. */
function inOrder({ pieces }: Dimension, found: readonly Summed[], isBySum: boolean): readonly Summed[] {
  const filled = found.filter((one) => !isBlank(one));
  switch (pieces.kind) {
    case 'days':
      return filled.toSorted((one, other) => (String(one.piece) < String(other.piece) ? -1 : 1));
    case 'numbers':
      return filled.toSorted((one, other) => startOf(one.piece) - startOf(other.piece));
    case 'either':
      return filled.toSorted((one, other) => (String(one.piece) > String(other.piece) ? -1 : 1));
    case 'values':
      return isBySum ? filled.toSorted((one, other) => other.sum - one.sum) : filled;
  }
}

function isBlank({ piece }: Pick<Summed, 'piece'>): boolean {
  return piece === null;
}

function startOf(piece: SummaryPiece): number {
  return (typeof piece === 'object' ? piece?.from : null) ?? Number.NEGATIVE_INFINITY;
}

function entryOf(definition: TableDefinition, dimension: Dimension, piece: SummaryPiece): Entry {
  const text = (isShort: boolean) => pieceText(definition, dimension, piece, isShort);
  return { piece, text: text(false), shortText: text(true) };
}

function keyOf(pieces: readonly SummaryPiece[]): string {
  return JSON.stringify(pieces.map((piece) => (typeof piece === 'object' && piece !== null ? [piece.from, piece.to] : piece)));
}

export interface Series {
  /** null: the only one. */
  readonly entry: Entry | null;
  /** One for each entry of the axis. */
  readonly values: readonly (number | null)[];
}

export interface Picture {
  /** - `columns`: of a histogram or over time. */
  readonly kind: 'bars' | 'columns' | 'line' | 'heat-map';
  /** The index of the dimension along the axis; the rows of a heat map. */
  readonly axisDimension: 0 | 1;
  readonly axis: readonly Entry[];
  /** Drawn in one stack or as a line each; the columns of a heat map. */
  readonly series: readonly Series[];
  /** Rows that have no place on an axis of numbers or days. */
  readonly blank: number | null | undefined;
}

/** Parts of a stack, or lines, that colours can tell apart. */
export const MAX_SERIES = 7;
/** Gaps in years could be thousands. */
const MAX_FILLED = 400;

export function pictureOf(definition: TableDefinition, figures: Figures): Picture {
  const { dimensions, entries, isAdditive } = figures;
  const [first, second] = dimensions;
  if (second === undefined) {
    const isScale = first !== undefined && hasScale(first);
    const kind = !isScale ? 'bars' : first.pieces.kind === 'days' && !isAdditive ? 'line' : 'columns';
    const axis = axisOf(definition, figures, 0, isScale);
    return {
      kind,
      axisDimension: 0,
      axis,
      series: [{ entry: null, values: axis.map((entry) => valueAt(figures, [entry])) }],
      blank: isScale ? figures.figureOf([null]) : undefined,
    };
  }
  const axisDimension = axisFor(figures);
  const crossing = axisDimension === 0 ? 1 : 0;
  const isScale = dimensions[axisDimension] !== undefined && hasScale(dimensions[axisDimension]);
  const isOverTime = dimensions[axisDimension]?.pieces.kind === 'days';
  const isFew = (entries[crossing]?.length ?? 0) <= MAX_SERIES;
  const kind = !isFew || !(isAdditive || isOverTime) ? 'heat-map' : !isAdditive ? 'line' : isScale ? 'columns' : 'bars';
  if (kind === 'heat-map') {
    // Days go from left to right.
    const rows = isOverTime ? crossing : axisDimension;
    return crossed(definition, figures, kind, rows);
  }
  return crossed(definition, figures, kind, axisDimension);
}

function crossed(definition: TableDefinition, figures: Figures, kind: Picture['kind'], axisDimension: 0 | 1): Picture {
  const axis = axisOf(definition, figures, axisDimension, kind === 'columns' || kind === 'line');
  const crossing = axisDimension === 0 ? 1 : 0;
  const series = kind === 'heat-map' ? axisOf(definition, figures, crossing, false) : (figures.entries[crossing] ?? []);
  const pair = (one: Entry, other: Entry) => (axisDimension === 0 ? [one, other] : [other, one]);
  return {
    kind,
    axisDimension,
    axis,
    series: series.map((entry) => ({ entry, values: axis.map((one) => valueAt(figures, pair(one, entry))) })),
    blank: undefined,
  };
}

/** Days go along the axis; otherwise what has more pieces does, so that stacks have few parts. */
function axisFor({ dimensions, entries }: Figures): 0 | 1 {
  const days = dimensions.findIndex(({ pieces }) => pieces.kind === 'days');
  if (days >= 0) return days === 0 ? 0 : 1;
  const [first = 0, second = 0] = entries.map(({ length }) => length);
  return second > MAX_SERIES && first <= MAX_SERIES ? 1 : 0;
}

/** Rows that are not there count nothing, and have no average. */
function valueAt({ figureOf, isAdditive }: Figures, entries: readonly Entry[]): number | null {
  return figureOf(entries.map(({ piece }) => piece)) ?? (isAdditive ? 0 : null);
}

function hasScale({ pieces }: Dimension): boolean {
  return pieces.kind === 'days' || pieces.kind === 'numbers';
}

/** @param isScale what has no place between numbers or days is left out, and gaps are filled */
function axisOf(definition: TableDefinition, figures: Figures, index: 0 | 1, isScale: boolean): readonly Entry[] {
  const entries = figures.entries[index] ?? [];
  const dimension = figures.dimensions[index];
  if (!isScale || dimension === undefined) return entries;
  const filled = entries.filter(({ piece }) => piece !== null);
  const all = filled.flatMap((entry, at) => {
    const next = filled[at + 1]?.piece;
    const gaps = dimension.pieces.kind === 'days' ? missingDays(entry.piece, next) : missingNumbers(entry.piece, next);
    return [entry, ...gaps.map((piece) => ({ ...entryOf(definition, dimension, piece), isGap: true as const }))];
  });
  return all.length <= MAX_FILLED ? all : filled;
}

function missingDays(piece: SummaryPiece, next: SummaryPiece | undefined): readonly string[] {
  const missing: string[] = [];
  if (typeof piece !== 'string' || typeof next !== 'string') return missing;
  for (let day = nextPiece(piece); day < next && missing.length <= MAX_FILLED; day = nextPiece(day)) missing.push(day);
  return missing;
}

function missingNumbers(piece: SummaryPiece, next: SummaryPiece | undefined): readonly SummaryPiece[] {
  if (typeof piece !== 'object' || typeof next !== 'object' || piece === null || next === null) return [];
  return piece.to !== null && next.from !== null && piece.to < next.from ? [{ from: piece.to, to: next.from }] : [];
}
