/**
 * Facets and summaries computed by plain code over rows in memory, beside `table-model.ts`: they serve test keys, and tests compare
 * the database's answers with them. With those they have `dimensions.ts` in common, and nothing else.
 */

import type { Facet, Facets, Measure, Summary, SummaryPiece } from '@leadloom/shared/contract/table-facets';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import {
  DAY_PIECES_LIMIT,
  type Dimension,
  dayPiece,
  dayUnitOf,
  FACET_VALUES_LIMIT,
  type NumberPiece,
  numberPieces,
  SUMMARY_VALUES_LIMIT,
} from '@leadloom/shared/tables/dimensions';
import { filtersBeside } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { foldText } from '../values/fold-text.ts';
import { sumOf } from './decimal-sum.ts';
import { compareBytes, endsOf, isBlank, isSet, type ModelledTables, rowsWhere, simplyLowered, textsOf } from './table-model.ts';

export interface ModelledFacets {
  readonly dimensions: readonly Dimension[];
  readonly containing?: string;
}

export interface ModelledSummary {
  readonly dimensions: readonly Dimension[];
  readonly measured: { readonly measure: Measure; readonly field: string | null };
}

/** A value of a row. */
interface Held {
  /** Equal for values that count as one. */
  readonly key: string;
  readonly text: string;
}

const BLANK = 'blank';

/** The values of a row in one dimension; several for a list, none where the row is in no piece. */
type ReadHeld = (row: TableRow) => readonly Held[] | typeof BLANK;

interface Group extends Held {
  readonly rows: TableRow[];
}

export function facetsOfRows(
  definition: TableDefinition,
  filters: TableFilters,
  rows: readonly TableRow[],
  question: ModelledFacets,
  known: ModelledTables = {},
): Facets {
  const matching = (chosen: TableFilters) => rowsWhere(definition, filterCondition(definition, chosen), rows, known);
  return facetsOfMatching(definition, filters, rows, question, matching, known);
}

/** @param matching the rows that pass filters */
export function facetsOfMatching<Value>(
  definition: TableDefinition,
  filters: Readonly<Record<string, Value>>,
  rows: readonly TableRow[],
  { dimensions, containing }: ModelledFacets,
  matching: (chosen: Readonly<Record<string, Value>>) => readonly TableRow[],
  known: ModelledTables = {},
): Facets {
  const data = dimensions.map((dimension): Facet => {
    const others = filtersBeside(dimension.filter, filters);
    return facetOfRows(definition, dimension, rows, matching(others), containing, known);
  });
  return { data, total: matching(filters).length };
}

function facetOfRows(
  definition: TableDefinition,
  dimension: Dimension,
  all: readonly TableRow[],
  rows: readonly TableRow[],
  containing: string | undefined,
  known: ModelledTables,
): Facet {
  const ranges = rangesOf(definition, dimension, all);
  const { groups, blank } = gather(readerOf(definition, dimension, ranges, known), rows);
  const of = dimension.name;
  if (dimension.pieces.kind === 'numbers') {
    const counts = ranges.map((_, at) => groups.find(({ key }) => key === String(at))?.rows.length ?? 0);
    const [first, last] = [counts.findIndex((count) => count > 0), counts.findLastIndex((count) => count > 0)];
    const values = ranges.flatMap(({ from, to }, at) =>
      at < first || at > last || first === -1 ? [] : [{ from, to, count: counts[at] ?? 0 }],
    );
    return { of, values, blank: blank.length, more: 0 };
  }
  const isFound = ({ key }: Held) => containing === undefined || foldText(key).includes(foldText(containing));
  const limit = dimension.pieces.kind === 'days' ? DAY_PIECES_LIMIT : FACET_VALUES_LIMIT;
  const { shown, left } = firstGroups(dimension, groups, limit, isFound);
  const values = shown.map((group) => ({ value: spelled(dimension, group), count: group.rows.length }));
  return { of, values, blank: blank.length, more: left };
}

export function summaryOfRows(
  definition: TableDefinition,
  filters: TableFilters,
  rows: readonly TableRow[],
  question: ModelledSummary,
  known: ModelledTables = {},
): Summary {
  const matching = rowsWhere(definition, filterCondition(definition, filters), rows, known);
  return summaryOfMatching(definition, matching, rows, question, known);
}

/** @param matching those of the rows that are summarized */
export function summaryOfMatching(
  definition: TableDefinition,
  matching: readonly TableRow[],
  rows: readonly TableRow[],
  { dimensions, measured }: ModelledSummary,
  known: ModelledTables = {},
): Summary {
  const isBothDays = dimensions.length > 1 && dimensions.every(({ pieces }) => pieces.kind === 'days');
  const shown = dimensions.map((dimension, at) => {
    const ranges = rangesOf(definition, dimension, rows);
    const { groups, blank } = gather(readerOf(definition, dimension, ranges, known), matching);
    const isDays = dimension.pieces.kind === 'days' && !(isBothDays && at === 0);
    const pieces = firstGroups(dimension, groups, isDays ? DAY_PIECES_LIMIT : SUMMARY_VALUES_LIMIT).shown;
    const written = pieces.map((group): { piece: SummaryPiece; rows: readonly TableRow[] } => ({
      piece: dimension.pieces.kind === 'numbers' ? rangeAt(ranges, group.key) : spelled(dimension, group),
      rows: group.rows,
    }));
    return [...written, { piece: null, rows: blank }];
  });
  const [first = [], second] = shown;
  const counted = new Set<TableRow>();
  const data: { by: SummaryPiece[]; value: number | null }[] = [];
  const add = (by: SummaryPiece[], found: readonly TableRow[]) => {
    if (found.length === 0) return;
    for (const row of found) counted.add(row);
    data.push({ by, value: measure(definition, measured, found) });
  };
  for (const one of first) {
    if (second === undefined) add([one.piece], one.rows);
    else {
      const inFirst = new Set(one.rows);
      for (const other of second)
        add(
          [one.piece, other.piece],
          other.rows.filter((row) => inFirst.has(row)),
        );
    }
  }
  return { data, total: matching.length, other: matching.length - counted.size };
}

function rangeAt(ranges: readonly NumberPiece[], key: string): { from: number | null; to: number | null } {
  const { from = null, to = null } = ranges[Number(key)] ?? {};
  return { from, to };
}

function rangesOf(definition: TableDefinition, { pieces }: Dimension, rows: readonly TableRow[]): readonly NumberPiece[] {
  if (pieces.kind !== 'numbers') return [];
  if (pieces.own !== null) return pieces.own;
  const numbers = rows.flatMap((row) => endsOf(definition, pieces.column, row)?.from ?? []);
  const column = definition.columns.find(({ field }) => field === pieces.column);
  if (column === undefined || numbers.length === 0) return [];
  const [lowest, highest] = numbers.reduce(
    ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return numberPieces(column.kind, lowest, highest);
}

function readerOf(
  definition: TableDefinition,
  { pieces, filter }: Dimension,
  ranges: readonly NumberPiece[],
  { lower = simplyLowered }: ModelledTables,
): ReadHeld {
  switch (pieces.kind) {
    case 'values':
      return (row) => {
        const { [pieces.column]: cell } = row;
        if (isBlank(cell)) return BLANK;
        const texts = pieces.isHost ? textsOf(cell).flatMap((text) => normalDomain(text) ?? []) : textsOf(cell);
        return texts.map((text) => ({ key: lower(text), text }));
      };
    case 'numbers':
      return (row) => {
        const ends = endsOf(definition, pieces.column, row);
        if (ends === null) return BLANK;
        const at = ranges.findIndex(({ from, to, isClosed }) => {
          const isAbove = from === null || ends.from >= from;
          return isAbove && (to === null || ends.from < to || (isClosed === true && ends.from === to));
        });
        return at === -1 ? [] : [{ key: String(at), text: String(at) }];
      };
    case 'days':
      return (row) => {
        const day = textsOf(row[pieces.column])[0]?.slice(0, 10);
        return day === undefined ? BLANK : [{ key: day, text: day }];
      };
    case 'either':
      return (row) => {
        const holds = filter.kind === 'flag' ? isSet(filter, row) : 'column' in filter && !isBlank(row[filter.column]);
        return [{ key: String(holds), text: String(holds) }];
      };
  }
}

/** The rows of each value; a list that names a value twice counts once. */
function gather(heldBy: ReadHeld, rows: readonly TableRow[]): { readonly groups: readonly Group[]; readonly blank: TableRow[] } {
  const groups = new Map<string, Group>();
  const blank: TableRow[] = [];
  for (const row of rows) {
    const held = heldBy(row);
    if (held === BLANK) {
      blank.push(row);
      continue;
    }
    for (const { key, text } of held) {
      const known = groups.get(key);
      const isSmaller = known === undefined || compareBytes(text, known.text) < 0;
      const group: Group = { key, text: isSmaller ? text : known.text, rows: known?.rows ?? [] };
      if (group.rows.at(-1) !== row) group.rows.push(row);
      groups.set(key, group);
    }
  }
  return { groups: [...groups.values()], blank };
}

/** What is shown, in its order, and how many are left out. */
function firstGroups(
  { pieces: { kind } }: Dimension,
  groups: readonly Group[],
  limit: number,
  isFound: (held: Held) => boolean = () => true,
): { readonly shown: readonly Group[]; readonly left: number } {
  if (kind === 'numbers') return { shown: [...groups].sort((one, other) => Number(one.key) - Number(other.key)), left: 0 };
  if (kind === 'days') {
    const days = groups.map(({ key }) => key).sort();
    const unit = dayUnitOf(days[0] ?? '', days.at(-1) ?? '', limit);
    const parts = new Map<string, Group>();
    for (const { key, rows } of groups) {
      const piece = dayPiece(key, unit);
      const known = parts.get(piece);
      parts.set(piece, { key: piece, text: piece, rows: [...(known?.rows ?? []), ...rows] });
    }
    const found = [...parts.values()].filter(isFound).sort((one, other) => compareBytes(one.key, other.key));
    return { shown: found.slice(-limit), left: Math.max(0, found.length - limit) };
  }
  const found = groups
    .filter(isFound)
    .sort((one, other) => other.rows.length - one.rows.length || compareBytes(one.key, other.key));
  return { shown: found.slice(0, limit), left: Math.max(0, found.length - limit) };
}

/** As the filter offers the value, else the smallest spelling of the rows. */
function spelled({ filter }: Dimension, { key, text }: Held): string {
  const options = filter.kind === 'choice' ? filter.options : [];
  return options.find(({ value }) => value.toLowerCase() === key)?.value ?? text;
}

function measure(
  definition: TableDefinition,
  { measure: asked, field }: ModelledSummary['measured'],
  rows: readonly TableRow[],
): number | null {
  if (field === null) return rows.length;
  const numbers = rows.flatMap((row) => endsOf(definition, field, row)?.from ?? []).sort((one, other) => one - other);
  const [lowest, highest] = [numbers[0], numbers.at(-1)];
  if (lowest === undefined || highest === undefined) return null;
  switch (asked) {
    case 'count':
      return rows.length;
    case 'sum':
      return sumOf(numbers);
    case 'avg':
      return sumOf(numbers) / numbers.length;
    case 'median': {
      const middle = (numbers.length - 1) / 2;
      const [one = 0, other = 0] = [numbers[Math.floor(middle)], numbers[Math.ceil(middle)]];
      return (one + other) / 2;
    }
    case 'min':
      return lowest;
    case 'max':
      return highest;
  }
}
