/**
 * Lists computed by plain code over rows in memory. It serves test keys, and tests compare the SQL of the data
 * tables with it, so it shares no code with that SQL.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { readRangeCell, type WrittenRange } from '@leadloom/shared/domain/read-number-range';
import type { Condition, Test } from '@leadloom/shared/tables/conditions/condition';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import type { CellValue, FlagFilter, TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { readFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName } from '@leadloom/shared/tables/tables';
import { foldTag } from '../my-rows/tag-text.ts';
import { isFoundBy, keysOfRow, linkNamed } from '../records/table-links.ts';
import { passesSearch } from '../values/search-words.ts';
import { hasParts } from '../values/word-parts.ts';
import { type SearchedAddress, searchedAddress, wordsOfAddress } from './searched-address.ts';

/** Filters as sent: one text or several per parameter. */
export type SentFilters = Readonly<Record<string, string | readonly string[]>>;

/** What the rows themselves do not say. No row is on a list or exported. */
export interface ModelledTables {
  /** How texts are lowered that are compared as a whole. Default: each character by itself. */
  readonly lower?: (text: string) => string;
  /** The rows of another table, for links. Default: none. */
  readonly rowsOf?: (definition: TableDefinition) => readonly TableRow[];
  /** The tags of a row. Default: none. */
  readonly tagsOf?: (row: TableRow) => readonly string[];
  /** The records of a row in CRMs. Default: none. */
  readonly crmRecordsOf?: (row: TableRow) => readonly { readonly owner: string | null; readonly stage: string | null }[];
  /** Whether a row is an invented sample. Default: none is. */
  readonly isSample?: (row: TableRow) => boolean;
}

/** @param sent as requests send them; what is no valid filter of the table is left out */
export function matchingRows(
  definition: TableDefinition,
  sent: SentFilters,
  rows: readonly TableRow[],
  known: ModelledTables = {},
): TableRow[] {
  return rowsWhere(definition, filterCondition(definition, readFilters(definition, sent)), rows, known);
}

export function rowsWhere(
  definition: TableDefinition,
  condition: Condition,
  rows: readonly TableRow[],
  {
    lower = simplyLowered,
    rowsOf = () => [],
    tagsOf = () => [],
    crmRecordsOf = () => [],
    isSample = () => false,
  }: ModelledTables = {},
): TableRow[] {
  const model = { definition, lower, rowsOf, tagsOf, crmRecordsOf, isSample };
  return rows.filter((row) => holds(model, condition, row));
}

interface Model extends Required<ModelledTables> {
  readonly definition: TableDefinition;
}

function holds(model: Model, condition: Condition, row: TableRow): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((part) => holds(model, part, row));
    case 'any':
      return condition.of.some((part) => holds(model, part, row));
    case 'not':
      return !holds(model, condition.of, row);
    default:
      return testHolds(model, condition, row);
  }
}

function testHolds(model: Model, test: Test, row: TableRow): boolean {
  const { definition, lower } = model;
  switch (test.kind) {
    case 'blank':
      return isBlank(row[test.column]) && endsOf(definition, test.column, row) === null;
    case 'equals':
      return textsOf(row[test.column]).some((text) => test.values.some((value) => lower(value) === lower(text)));
    case 'host': {
      const host = normalDomain(textOf(row[test.column]));
      return host !== null && test.values.some((value) => normalDomain(value) === host);
    }
    case 'address':
      return textsOf(row[test.column]).some((cell) => test.values.some((value) => bareAddress(value) === bareAddress(cell)));
    case 'numbers': {
      const ends = endsOf(definition, test.column, row);
      if (ends === null) return false;
      const { from, to } = test;
      return (
        (from === null || ends.to > from.value || (!from.isOpen && ends.to === from.value)) &&
        (to === null || ends.from < to.value || (!to.isOpen && ends.from === to.value))
      );
    }
    case 'days': {
      const day = textOf(row[test.column]).slice(0, 10);
      return day !== '' && (test.from === null || day >= test.from) && (test.to === null || day <= test.to);
    }
    case 'true':
      return row[test.column] === true;
    case 'contains':
      return textsOf(row[test.column]).some((text) => lower(text).includes(lower(test.text)));
    case 'starts':
      return textsOf(row[test.column]).some((text) => lower(text).startsWith(lower(test.text)));
    case 'parts':
      return textsOf(row[test.column]).some((text) => hasParts(text, test.values));
    case 'flag':
      return isSet(test.filter, row);
    case 'search':
      return isFoundBySearch(model, test, row);
    case 'tag': {
      const own = model.tagsOf(row).map(foldTag);
      return test.tags.some((tag) => own.includes(foldTag(tag)));
    }
    case 'list':
    case 'exported':
      return false;
    case 'crm':
      return model.crmRecordsOf(row).some((record) => {
        if (test.by === 'record') return true;
        const text = record[test.by];
        return text !== null && test.values.some((value) => lower(value) === lower(text));
      });
    case 'sample':
      return model.isSample(row);
    case 'changed':
      return textOf(row.updated_at) > test.after;
    case 'ids':
      return test.ids.includes(String(row.id));
    case 'linked':
      return hasLinkedRow(model, test, row);
  }
}

function isFoundBySearch(
  { definition, lower }: Model,
  { columns, text: typed, findsAddress }: Extract<Test, { kind: 'search' }>,
  row: TableRow,
): boolean {
  const address = findsAddress ? searchedAddress(definition, typed) : null;
  if (address !== null) return hasAddress(address, textOf(row[address.column]), lower);
  const text = columns.map((column) => textsOf(row[column]).join(' ')).join(' ');
  return passesSearch(text, findsAddress ? wordsOfAddress(typed) : typed);
}

function hasLinkedRow(model: Model, { link: name, of }: Extract<Test, { kind: 'linked' }>, row: TableRow): boolean {
  const { definition, lower, rowsOf } = model;
  const link = linkNamed(definition, name);
  const linked = tableByName(link.table);
  const keys = keysOfRow(link, row);
  return rowsOf(linked).some(
    (other) => keys.some((key) => isFoundBy(key, other, lower)) && holds({ ...model, definition: linked }, of, other),
  );
}

export function isSet({ condition }: FlagFilter, row: TableRow): boolean {
  if ('isTrue' in condition) return row[condition.isTrue] === true;
  if ('isPositive' in condition) return Number(row[condition.isPositive] ?? 0) > 0;
  return condition.anyPresent.some((column) => !isBlank(row[column]));
}

/** Without what is no part of an address as it is compared. */
function bareAddress(address: string): string {
  const bare = address.trim().toLowerCase();
  return bare
    .replace(/^[a-z][a-z\d+.-]*:(?!\d)/, '')
    .replace(/^\/\//, '')
    .replace(/^www\d?\./, '')
    .replace(/\/+$/, '');
}

/** The numbers that a cell may mean: its own, or those of its range columns. */
export function endsOf({ columns }: TableDefinition, field: string, row: TableRow): WrittenRange | null {
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

function textOf(value: CellValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The text, or the items of a list; none where the cell is blank. */
export function textsOf(value: CellValue | undefined): readonly string[] {
  return [value ?? []].flat().map(String);
}

export function isBlank(value: CellValue | undefined): boolean {
  return value === null || value === undefined;
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
