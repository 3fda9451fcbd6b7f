/**
 * Which filters are counted by bitmaps, and how a row's cells become bits. A facet is one such filter; its
 * values are the choices, the ranges, `true` of a checkbox, or the binary digits of a day.
 */
import type { DatesFilter, FilterDefinition, RangeFilter, TableDefinition } from '@leadloom/shared/tables/define-table';
import { readRange } from '@leadloom/shared/tables/read-range';
import { type SQL, sql } from 'drizzle-orm';
import { flagCondition, isListColumn } from '../../../schema/data-table.ts';
import { endsOf } from './condition-sql.ts';

/** Filters with few enough values. Texts, searches and lookups have an index each that leads to few rows. */
export type FacetFilter = Extract<FilterDefinition, { kind: 'choice' | 'range' | 'flag' | 'dates' }>;

/** Days since 0001-01-01 of every date that can be written have as many binary digits. */
export const DAY_DIGITS = 22;
/** The value, in addition to the digits, for rows that have a day at all. */
export const DAY_PRESENT = 'day';
export const FLAG_SET = 'true';

export interface Facet {
  readonly key: string;
  /** The cell as `readValues` takes it: text, text[], number, both ends of a range, or day number. */
  readonly cell: SQL;
  readonly isList: boolean;
  /** The values a row holds. @param cell what the database answered for `cell` */
  readonly readValues: (cell: unknown) => readonly string[];
}

export function isFacetFilter(filter: FilterDefinition): filter is FacetFilter {
  return filter.kind === 'choice' || filter.kind === 'range' || filter.kind === 'flag' || filter.kind === 'dates';
}

export function facetsOf(definition: TableDefinition): readonly Facet[] {
  return definition.filters.filter(isFacetFilter).map((filter) => facetOf(definition, filter));
}

function facetOf(definition: TableDefinition, filter: FacetFilter): Facet {
  const { key } = filter;
  if (filter.kind === 'flag') {
    return { key, cell: sql`(${flagCondition(filter)})`, isList: false, readValues: (cell) => (cell === true ? [FLAG_SET] : []) };
  }
  const column = sql.identifier(filter.column);
  if (filter.kind === 'choice')
    return { key, cell: sql`${column}`, isList: isListColumn(definition, filter.column), readValues: readTexts };
  if (filter.kind === 'range') {
    const { low, high } = endsOf(definition, filter.column);
    const cell = low === high ? sql`${low}::double precision` : sql`array[${low}, ${high}]::double precision[]`;
    return { key, cell, isList: false, readValues: rangeReader(filter) };
  }
  return { key, cell: dayNumber(definition, filter), isList: false, readValues: readDayDigits };
}

/** `12` for 0001-01-13, in UTC. */
function dayNumber(definition: TableDefinition, { column }: DatesFilter): SQL {
  const isMoment = definition.columns.some(({ field, kind }) => field === column && kind === 'time');
  const day = isMoment ? sql`(${sql.identifier(column)} at time zone 'UTC')::date` : sql.identifier(column);
  return sql`(${day} - date '0001-01-01')`;
}

function readTexts(cell: unknown): readonly string[] {
  if (typeof cell === 'string') return [cell];
  return Array.isArray(cell) ? [...new Set(cell.filter((item) => typeof item === 'string'))] : [];
}

function rangeReader({ options, isLastClosed }: RangeFilter): (cell: unknown) => readonly string[] {
  const ranges = options.map(({ value }, index) => ({
    value,
    ...readRange(value),
    isClosed: isLastClosed === true && index === options.length - 1,
  }));
  return (cell) => {
    const [low, high] = Array.isArray(cell) ? cell : [cell, cell];
    if (typeof low !== 'number' || typeof high !== 'number') return [];
    return ranges
      .filter(({ from, to, isClosed }) => high >= from && (to === null || low < to || (isClosed && low === to)))
      .map(({ value }) => value);
  };
}

function readDayDigits(cell: unknown): readonly string[] {
  if (typeof cell !== 'number' || cell < 0) return [];
  const values = [DAY_PRESENT];
  for (let digit = 0; digit < DAY_DIGITS; digit += 1) if (cell & (1 << digit)) values.push(String(digit));
  return values;
}

/** The same number as the database's, of a day as `YYYY-MM-DD`. */
export function dayNumberOf(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse('0001-01-01T00:00:00Z')) / 86_400_000);
}
