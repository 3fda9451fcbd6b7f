/**
 * Lists computed by plain code over rows in memory. It serves test keys, and tests compare the SQL of the data
 * tables with it, so it shares no code with that SQL.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { readRangeCell, type WrittenRange } from '@leadloom/shared/domain/read-number-range';
import type { CellValue, FilterDefinition, TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { hasSearchedWords, searchedWords } from '../values/search-words.ts';
import { isAddressFilter, type SearchedAddress, searchedAddress, wordsOfAddress } from './searched-address.ts';

/** Filters as sent: one text or several per parameter. */
export type SentFilters = Readonly<Record<string, string | readonly string[]>>;

/** @param lower how texts are lowered that are compared as a whole */
export function matchingRows(
  definition: TableDefinition,
  sent: SentFilters,
  rows: readonly TableRow[],
  lower = simplyLowered,
): TableRow[] {
  return rows.filter((row) => definition.filters.every((filter) => matches(definition, filter, sent, row, lower)));
}

function matches(
  definition: TableDefinition,
  filter: FilterDefinition,
  sent: SentFilters,
  row: TableRow,
  lower: (text: string) => string,
): boolean {
  if (filter.kind === 'dates') {
    const cell = row[filter.column];
    const [after, before] = [textOf(sent[filter.after]), textOf(sent[filter.before])];
    if (after === '' && before === '') return true;
    const day = typeof cell === 'string' ? cell.slice(0, 10) : null;
    return day !== null && (after === '' || day >= after) && (before === '' || day <= before);
  }
  const values = [sent[filter.key] ?? []].flat().flatMap((value) => (value.trim() === '' ? [] : [value.trim()]));
  if (values.length === 0) return true;
  switch (filter.kind) {
    case 'flag':
      return values[0] !== 'true' || isSet(filter, row);
    case 'search': {
      const wanted = values.join(' ');
      const address = isAddressFilter(filter) ? searchedAddress(definition, wanted) : null;
      if (address !== null) return hasAddress(address, textOf(row[address.column]), lower);
      const text = filter.columns.map((column) => textOf(row[column])).join(' ');
      return hasSearchedWords(text, searchedWords(isAddressFilter(filter) ? wordsOfAddress(wanted) : wanted));
    }
    case 'text': {
      const cell = textOf(row[filter.column]);
      if (cell === '') return false;
      return filter.match === 'domain'
        ? values.some((value) => normalDomain(value) !== null && normalDomain(value) === normalDomain(cell))
        : values.some((value) => lower(value) === lower(cell));
    }
    case 'range': {
      const cell = endsOf(definition, filter.column, row);
      return cell !== null && values.some((value) => overlaps(cell, value, filter.isLastClosed === true && value === '4-5'));
    }
    default:
      return [row[filter.column] ?? []].flat().some((cell) => values.includes(String(cell)));
  }
}

function isSet({ condition }: Extract<FilterDefinition, { kind: 'flag' }>, row: TableRow): boolean {
  if ('isTrue' in condition) return row[condition.isTrue] === true;
  if ('isPositive' in condition) return Number(row[condition.isPositive] ?? 0) > 0;
  return condition.anyPresent.some((column) => row[column] !== null);
}

function overlaps(cell: WrittenRange, name: string, isClosed: boolean): boolean {
  const [from = 0, to = Number.POSITIVE_INFINITY] = name.replace('+', '').split('-').map(Number);
  return cell.to >= from && (cell.from < to || (isClosed && cell.from === to));
}

/** The numbers that a cell may mean: its own, or those of its range columns. */
function endsOf({ columns }: TableDefinition, field: string, row: TableRow): WrittenRange | null {
  const cell = row[field];
  if (typeof cell === 'number') return { from: cell, to: cell };
  const range = row[columns.find((column) => column.field === field)?.rangeField ?? ''];
  return readRangeCell(range ?? null);
}

function orderCell(definition: TableDefinition, field: string, row: TableRow): CellValue {
  return row[field] ?? endsOf(definition, field, row)?.from ?? null;
}

function hasAddress({ by, value }: SearchedAddress, cell: string, lower: (text: string) => string): boolean {
  if (by === 'email') return lower(cell) === lower(value);
  if (by === 'host') return normalDomain(cell) === value;
  const host = normalDomain(cell);
  if (host === null || !/^(?:[a-z]+\.)?linkedin\.com$/.test(host)) return false;
  const path = cell.toLowerCase().replace(/^.*?linkedin\.com/, '');
  const [, kind = '', name = ''] = path.split(/[/?#]/);
  return by === 'page' ? value === `${kind}/${name}` : kind === 'in' && value === name;
}

/** Lowers each character by itself, so that the length stays the same. */
export function simplyLowered(text: string): string {
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0] ?? '').join('');
}

function textOf(value: CellValue | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Compares two texts; negative where the first one comes first. */
export type CompareTexts = (one: string, other: string) => number;

/** The order of code points. */
export const compareBytes: CompareTexts = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Orders rows: blank cells last in either direction; equal cells by id, in the same direction. */
export function orderedRows(
  definition: TableDefinition,
  rows: readonly TableRow[],
  { sort, order }: { readonly sort?: string | undefined; readonly order?: 'asc' | 'desc' | undefined },
  compareTexts = compareBytes,
): TableRow[] {
  const field = sort ?? definition.defaultSort;
  const sign = (order ?? (field === definition.defaultSort ? 'desc' : 'asc')) === 'asc' ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [orderCell(definition, field, one), orderCell(definition, field, other)];
    if (a === null || b === null) return a === b ? sign * (one.id - other.id) : a === null ? 1 : -1;
    return sign * (compareCells(a, b, compareTexts) || one.id - other.id);
  });
}

function compareCells(one: Exclude<CellValue, null>, other: Exclude<CellValue, null>, compareTexts: CompareTexts): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'boolean' || typeof other === 'boolean') return Number(one) - Number(other);
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  const [items, others] = [[one].flat().map(String), [other].flat().map(String)];
  for (const [at, item] of items.entries()) {
    const difference = compareTexts(item, others[at] ?? '');
    if (difference !== 0) return difference;
  }
  return items.length - others.length;
}
