/** What a piece of a dimension, and a measure, are called on screens and in files. Pure. */
import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import type { Measure, SummaryPiece } from '@leadloom/shared/contract/table-facets';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type Dimension, dimensionsOf } from '@leadloom/shared/tables/dimensions';
import { negatedLabel } from '../../components/filter-fields/filter-operators.ts';
import { once } from '../once.ts';
import { formatPiece } from './days.ts';
import { optionOf } from './range-option.ts';
import type { TableChart } from './table-chart.ts';

export const BLANK = '(blank)';

const words: Readonly<Record<Exclude<Measure, 'count'>, string>> = {
  sum: 'Sum',
  avg: 'Average',
  median: 'Median',
  min: 'Lowest',
  max: 'Highest',
};

/** What a measure is called: "Average"; "Rows", or "People", for their number. */
export function measureName({ name }: TableDefinition, measure: Measure): string {
  if (measure !== 'count') return words[measure];
  return name === COLLECTED_PEOPLE ? 'People' : 'Rows';
}

const numbers = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 }));
const shortNumbers = once(() => new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 2 }));

export function formatFigure(value: number): string {
  return numbers().format(value);
}

/** For axes: `1.2M`. */
export function formatShortFigure(value: number): string {
  return shortNumbers().format(value);
}

/** @param isShort for axes, where there is little room */
export function pieceText(definition: TableDefinition, dimension: Dimension, piece: SummaryPiece, isShort = false): string {
  const { filter, pieces } = dimension;
  if (piece === null) return BLANK;
  if (pieces.kind === 'either') {
    if (filter.kind === 'flag') return piece === 'true' ? filter.label : negatedLabel(filter.label);
    return piece === 'true' ? 'Has a value' : BLANK;
  }
  if (typeof piece === 'string') {
    if (pieces.kind === 'days') return formatPiece(piece, isShort);
    return ('options' in filter ? filter.options.find(({ value }) => value === piece)?.label : undefined) ?? piece;
  }
  if (filter.kind === 'range') {
    const value = optionOf(filter, piece);
    const option = filter.options.find((one) => one.value === value);
    if (option !== undefined) return option.label ?? option.value;
  }
  const isWhole = definition.columns.some((column) => column.field === pieces.column && column.kind === 'integer');
  const format = isShort ? formatShortFigure : formatFigure;
  const { from, to } = piece;
  if (from === null) return to === null ? 'Any' : `below ${format(to)}`;
  if (to === null) return `from ${format(from)}`;
  const last = isWhole ? to - 1 : to;
  return last === from ? format(from) : `${format(from)} – ${format(last)}`;
}

/** "Rows", or "Average of Revenue (in $M)". */
export function measureText(definition: TableDefinition, { measure, of }: TableChart): string {
  if (measure === 'count' || of === undefined) return measureName(definition, 'count');
  return `${measureName(definition, measure)} of ${columnText(definition, of)}`;
}

/** "Companies by country and vertical", "Companies by country: average of Revenue (in $M)". */
export function chartTitle(definition: TableDefinition, chart: TableChart): string {
  const names = chart.by.map((name) => inSentence(dimensionText(definition, name))).join(' and ');
  const measured = chart.measure === 'count' ? '' : `: ${inSentence(measureText(definition, chart))}`;
  return `${definition.title} by ${names}${measured}`;
}

/** A label within a sentence; abbreviations stay. */
function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
}

export function columnText({ columns }: TableDefinition, field: string): string {
  return columns.find((column) => column.field === field)?.headerName ?? field;
}

export function dimensionText(definition: TableDefinition, name: string): string {
  return dimensionsOf(definition).get(name)?.label ?? name;
}
