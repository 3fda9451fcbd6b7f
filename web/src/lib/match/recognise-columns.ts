/**
 * What the columns of a list are. Which line is the header, and which of several headers fills a column, is judged as in
 * imports, by words and cells; columns that no header names are what their cells look like. Pure.
 */
import { countryCodes, countryName } from '@leadloom/shared/domain/countries';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { type CellCheck, disagreementIn } from '@leadloom/shared/tables/column-form';
import { columnsByHeaders } from '@leadloom/shared/tables/columns-by-headers';
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { likeliestHeaderLine } from '@leadloom/shared/tables/header-line';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import { filledCells, type MappedColumn, NO_MAPPING } from '@leadloom/shared/tables/mapped-column';
import { type MatchField, matchColumnsOf, matchFields } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';

/** null: the column is not used */
export type ColumnMeaning = MatchField | null;

/** How one of the fields is filled from the cells of a line. */
export interface FilledField extends Pick<MappedColumn, 'from' | 'otherwise' | 'joined'> {
  readonly meaning: MatchField;
}

/** The columns of a list. */
export interface ListColumns {
  /** Their number: that of the cells in the widest line. */
  readonly width: number;
  /** Each field at most once. */
  readonly fields: readonly FilledField[];
}

type Row = readonly string[];

/** The number of lines that are looked at. */
const SAMPLE = 200;
/** The part of the filled cells that must look alike. */
const ENOUGH = 0.6;

const countries: ReadonlySet<string> = new Set(
  countryCodes.flatMap((code) => [code.toLowerCase(), countryName(code).toLowerCase()]),
);

/** The fields in the order in which they are tried: an address at LinkedIn has a domain as well. */
const looks: readonly (readonly [MatchField, CellCheck])[] = [
  ['linkedin_url', (cell) => /(?:^|[/.])linkedin\.com\/./i.test(cell)],
  ['email', hasEmailFormat],
  ['domain', (cell) => /^[^\s@]+\.[\p{L}\d-]{2,}(?:[/:?#]\S*)?$/u.test(cell) && normalDomain(cell) !== null],
  ['country', (cell) => countries.has(cell.toLowerCase())],
];

/** The index of the line that names the columns; -1: none does. */
export function findHeader(table: TableName, rows: readonly Row[]): number {
  const namesKey = (index: number) => namedFields(table, rows[index] ?? [], []).some(({ meaning }) => meaning !== 'country');
  const found = likeliestHeaderLine(tableByName(table), rows, { isWhole: namesKey });
  if (found > 0) return found;
  const [first = []] = rows;
  const named = meaningsOf({ width: first.length, fields: namedFields(table, first, []) });
  const mapper = headerMapper(tableByName(table));
  // A word that is a country may be a header, such as “No”.
  const isValue = (cell: string) => mapper(cell) === null && ![null, 'country'].includes(lookOf(table, [cell]));
  return named.some((meaning) => meaning !== null) && !first.some(isValue) ? 0 : -1;
}

/** @param header index of the line that names the columns; -1: none does */
export function recogniseColumns(table: TableName, rows: readonly Row[], header: number): ListColumns {
  const sample = rows.slice(header + 1, header + 1 + SAMPLE);
  const headers = rows[header] ?? [];
  const width = Math.max(0, headers.length, ...sample.map(({ length }) => length));
  const fields = [...namedFields(table, headers, sample)];
  const meanings = [...meaningsOf({ width, fields })];
  const take = (at: number, meaning: ColumnMeaning) => {
    if (meaning === null || meanings[at] !== null || fields.some((field) => field.meaning === meaning)) return;
    fields.push({ meaning, from: [at] });
    meanings[at] = meaning;
  };
  for (const at of meanings.keys()) take(at, lookOf(table, filledCells(sample, at)));
  // A list without headers whose only other texts are names.
  if (header < 0 && matchColumnsOf(table).name !== undefined)
    take(
      meanings.findIndex((meaning, at) => meaning === null && isText(filledCells(sample, at))),
      'name',
    );
  return { width, fields };
}

/** What each column holds. */
export function meaningsOf({ width, fields }: ListColumns): readonly ColumnMeaning[] {
  return Array.from({ length: width }, (_, at) => fields.find((field) => placesOf(field).includes(at))?.meaning ?? null);
}

/** The same columns, one of which holds what somebody chose, and which no other column then holds. */
export function withMeaning({ width, fields }: ListColumns, at: number, chosen: ColumnMeaning): ListColumns {
  const others = fields.filter(({ meaning }) => meaning !== chosen).flatMap((field) => withoutPlace(field, at));
  return { width, fields: chosen === null ? others : [...others, { meaning: chosen, from: [at] }] };
}

function placesOf({ from, otherwise = [], joined = [] }: FilledField): readonly number[] {
  return [...from, ...otherwise, ...joined];
}

/** Empty where no other column fills the field. */
function withoutPlace(field: FilledField, at: number): readonly FilledField[] {
  const left = (places: readonly number[] = []) => places.filter((place) => place !== at);
  const { meaning } = field;
  const [from, otherwise, joined] = [left(field.from), left(field.otherwise), left(field.joined)];
  if (from.length > 0) return [{ meaning, from, otherwise, joined }];
  const [next, ...others] = otherwise;
  if (next !== undefined) return [{ meaning, from: [next], otherwise: others, joined }];
  return joined.length === 0 ? [] : [{ meaning, from: joined }];
}

/** Words, rather than numbers or addresses of some kind. */
function isText(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.filter((cell) => /\p{L}/u.test(cell) && !/[@/]/.test(cell)).length >= cells.length * ENOUGH;
}

/** The fields that headers name and whose cells do not contradict them. */
function namedFields(table: TableName, headers: Row, sample: readonly Row[]): readonly FilledField[] {
  const definition = tableByName(table);
  const readableIn = readableOf(table);
  const names = headers.map((header) => header.trim());
  const { columns } = columnsByHeaders(definition, { headers: names, chosen: NO_MAPPING }, (field, at) =>
    disagreementIn(definition, field, { cells: filledCells(sample, at), readableIn }),
  );
  return columns.flatMap(({ field, from, otherwise, joined }) => {
    const meaning = matchFields.find((known) => matchColumnsOf(table)[known] === field);
    if (meaning === undefined || from.length === 0) return [];
    return [{ meaning, from, ...(otherwise === undefined ? {} : { otherwise }), ...(joined === undefined ? {} : { joined }) }];
  });
}

/** Whether a cell of a column looks like what is meant, where there is a look. */
function readableOf(table: TableName): (column: ColumnDefinition) => CellCheck | null {
  const matched = matchColumnsOf(table);
  return ({ field }) => looks.find(([meaning]) => matched[meaning] === field)?.[1] ?? null;
}

/** What cells of a column look like; null: nothing that the table is matched by. */
export function lookOf(table: TableName, cells: readonly string[]): ColumnMeaning {
  const columns = matchColumnsOf(table);
  if (cells.length === 0) return null;
  const found = looks.find(([meaning, isAlike]) => {
    const field = columns[meaning];
    if (field === undefined || cells.filter(isAlike).length < cells.length * ENOUGH) return false;
    return disagreementIn(tableByName(table), field, { cells, readableIn: () => null }) !== 'other';
  });
  return found?.[0] ?? null;
}
