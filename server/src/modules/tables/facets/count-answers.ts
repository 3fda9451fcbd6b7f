/** Facets and summaries from what a counter counts. */
import type { Facets, Summary, SummaryPiece } from '@leadloom/shared/contract/table-facets';
import { DAY_PIECES_LIMIT, type Dimension, FACET_VALUES_LIMIT, SUMMARY_VALUES_LIMIT } from '@leadloom/shared/tables/dimensions';
import { filtersBeside } from '@leadloom/shared/tables/filter-parameters';
import type { Axis, PieceLimits } from './axes.ts';
import type { ShownAxis, SummaryCells } from './cells-by-rows.ts';
import { type Counted, nothingCounted } from './counted.ts';
import type { Counter, Filters } from './counter.ts';
import { facetOf, type ShownPieces, shownPieces } from './facet-answer.ts';
import type { FacetQuestion, SummaryQuestion } from './questions.ts';
import type { Spell } from './spellings.ts';

const facetLimits: PieceLimits = { values: FACET_VALUES_LIMIT, days: DAY_PIECES_LIMIT };

/** Counts the rows beside each value, under all filters but those of the dimension itself. */
export async function answerFacets<Value>(
  counter: Counter<Value>,
  filters: Filters<Value>,
  { dimensions, containing }: FacetQuestion,
): Promise<Facets> {
  const axes = await counter.axesOf(dimensions.map((dimension) => [dimension, facetLimits]));
  const asked = new Map<string, { readonly filters: Filters<Value>; readonly axes: Axis[] }>();
  for (const axis of axes) {
    const others = filtersBeside(axis.filter, filters);
    const key = JSON.stringify(others);
    const known = asked.get(key);
    if (known === undefined) asked.set(key, { filters: others, axes: [axis] });
    else known.axes.push(axis);
  }
  const all = JSON.stringify(filters);
  if (!asked.has(all)) asked.set(all, { filters, axes: [] });
  const found = new Map<string, Facets['data'][number]>();
  let total = 0;
  for (const [key, { filters: others, axes: counted }] of asked) {
    const answer = await counter.count(others, counted, containing);
    if (key === all) total = answer.total;
    for (const [at, axis] of counted.entries()) {
      const { [at]: counted = nothingCounted } = answer.axes;
      const shown = shownPieces(axis, counted, answer.total, containing);
      const spell = await counter.spell(axis, shown.pieces);
      found.set(axis.name, facetOf(axis, shown, counted.blank, spell));
    }
  }
  return { data: axes.flatMap(({ name }) => found.get(name) ?? []), total };
}

/** Summarizes the rows by one or two dimensions. */
export async function answerSummary<Value>(
  counter: Counter<Value>,
  filters: Filters<Value>,
  { dimensions, measured }: SummaryQuestion,
): Promise<Summary> {
  const axes = await counter.axesOf(limitsOf(dimensions));
  const counted = await counter.count(filters, axes);
  const shown = shownAxes(axes, counted);
  const cells = await counter.cells(filters, shown, measured);
  const spells: Spell[] = [];
  for (const one of shown) spells.push(await counter.spell(one.axis, one.shown.pieces));
  return summaryOf(shown, spells, cells, counted.total);
}

/** Of two dimensions of days, the first has as few pieces as one of values. */
function limitsOf(dimensions: readonly Dimension[]): readonly (readonly [Dimension, PieceLimits])[] {
  const isDays = dimensions.length > 1 && dimensions.every(({ pieces }) => pieces.kind === 'days');
  return dimensions.map((dimension, at) => [
    dimension,
    { values: SUMMARY_VALUES_LIMIT, days: isDays && at === 0 ? SUMMARY_VALUES_LIMIT : DAY_PIECES_LIMIT },
  ]);
}

function shownAxes(axes: readonly Axis[], { axes: counted, total }: Counted): readonly ShownAxis[] {
  return axes.map((axis, at) => ({ axis, shown: shownPieces(axis, counted[at] ?? nothingCounted, total) }));
}

function summaryOf(axes: readonly ShownAxis[], spells: readonly Spell[], { cells, other }: SummaryCells, total: number): Summary {
  const known = axes.map(({ axis, shown }, at) => ({ places: placesOf(shown), pieceOf: pieceOf(axis, shown, spells[at]) }));
  const indexOfPiece = (by: readonly (string | null)[], at: number) => {
    const { [at]: piece = null } = by;
    return piece === null ? Number.POSITIVE_INFINITY : (known[at]?.places.get(piece) ?? 0);
  };
  const order = (one: SummaryCells['cells'][number], another: SummaryCells['cells'][number]) => {
    for (const at of axes.keys()) {
      const [first, second] = [indexOfPiece(one.by, at), indexOfPiece(another.by, at)];
      if (first !== second) return first - second;
    }
    return 0;
  };
  const data = [...cells].sort(order).map(({ by, value }) => ({
    by: by.map((piece, at): SummaryPiece => (piece === null ? null : (known[at]?.pieceOf(piece) ?? piece))),
    value,
  }));
  return { data, total, other };
}

function placesOf({ pieces }: ShownPieces): ReadonlyMap<string, number> {
  return new Map(pieces.map(({ value }, at) => [value, at]));
}

function pieceOf(axis: Axis, { pieces }: ShownPieces, spell: Spell = ({ value }) => value): (value: string) => SummaryPiece {
  if (axis.pieces.kind === 'numbers') {
    return (value) => {
      const { from = null, to = null } = axis.ranges[Number(value)] ?? {};
      return { from, to };
    };
  }
  const texts = new Map(pieces.map((piece) => [piece.value, spell(piece)]));
  return (value) => texts.get(value) ?? value;
}
