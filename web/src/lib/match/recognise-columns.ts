/**
 * What the columns of a list are: by their headers, as imports read them, unless their cells are something else, and else by
 * what their cells look like. Pure.
 */
import { countryCodes, countryName } from '@leadloom/shared/domain/countries';
import { hasEmailFormat } from '@leadloom/shared/domain/email-format';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { commonFormOf, fitsMost, formOf } from '@leadloom/shared/tables/column-form';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import { type MatchField, matchColumnsOf, matchFields } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';

/** null: the column is not used */
export type ColumnMeaning = MatchField | null;

type Row = readonly string[];

/** The number of lines that are looked at. */
const SAMPLE = 200;
/** The part of the filled cells that must look alike. */
const ENOUGH = 0.6;

const countries: ReadonlySet<string> = new Set(
  countryCodes.flatMap((code) => [code.toLowerCase(), countryName(code).toLowerCase()]),
);

/** The fields in the order in which they are tried: an address at LinkedIn has a domain as well. */
const looks: readonly (readonly [MatchField, (cell: string) => boolean])[] = [
  ['linkedin_url', (cell) => /(?:^|[/.])linkedin\.com\/./i.test(cell)],
  ['email', hasEmailFormat],
  ['domain', (cell) => /^[^\s@]+\.[\p{L}\d-]{2,}(?:[/:?#]\S*)?$/u.test(cell) && normalDomain(cell) !== null],
  ['country', (cell) => countries.has(cell.toLowerCase())],
];

/** Whether the first line names the columns. */
export function hasHeader(table: TableName, [first = []]: readonly Row[]): boolean {
  const meant = meaningOf(table);
  return (
    first.some((cell) => meant(cell) !== null) && !first.some((cell) => lookOf(table, [cell]) !== null && meant(cell) === null)
  );
}

/** One meaning for each column of the widest line; each meaning once. */
export function recogniseColumns(table: TableName, rows: readonly Row[], isHeader: boolean): readonly ColumnMeaning[] {
  const [first = []] = rows;
  const sample = rows.slice(isHeader ? 1 : 0, SAMPLE);
  const width = Math.max(0, first.length, ...sample.map(({ length }) => length));
  const meant = meaningOf(table);
  const taken = new Set<MatchField>();
  const take = (meaning: ColumnMeaning) => {
    if (meaning === null || taken.has(meaning)) return null;
    taken.add(meaning);
    return meaning;
  };
  const places = Array.from({ length: width }, (_, at) => at);
  const cellsOf = (at: number) => sample.flatMap((row) => ((row[at] ?? '').trim() === '' ? [] : [(row[at] ?? '').trim()]));
  const fitOf = fitIn(table);
  const named = places.map((at) => (isHeader ? meant(first[at] ?? '') : null));
  const fits = named.map((meaning, at) => (meaning === null ? 'none' : fitOf(meaning, cellsOf(at))));
  // Of several headers for one meaning, the first whose cells are what is usual counts.
  const usual = named.map((meaning, at) => (fits[at] === 'usual' ? take(meaning) : null));
  const byHeader = usual.map((meaning, at) => meaning ?? (fits[at] === 'rare' ? take(named[at] ?? null) : null));
  const byLook = byHeader.map((meaning, at) => meaning ?? take(lookOf(table, cellsOf(at))));
  // A list without headers whose only other texts are names.
  const isNamed = isHeader || matchColumnsOf(table).name === undefined || taken.has('name');
  const name = isNamed ? -1 : byLook.findIndex((meaning, at) => meaning === null && isText(cellsOf(at)));
  return byLook.map((meaning, at) => (at === name ? 'name' : meaning));
}

/** Words, rather than numbers or addresses of some kind. */
function isText(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.filter((cell) => /\p{L}/u.test(cell) && !/[@/]/.test(cell)).length >= cells.length * ENOUGH;
}

/** What a header means for the matching of a table. */
function meaningOf(table: TableName): (header: string) => ColumnMeaning {
  const mapper = headerMapper(tableByName(table));
  const columns = matchColumnsOf(table);
  return (header) => {
    const field = mapper(header)?.field;
    return matchFields.find((meaning) => field !== undefined && columns[meaning] === field) ?? null;
  };
}

/** How cells fit what is looked for: imports judge them in the same way. */
function fitIn(table: TableName): (meaning: MatchField, cells: readonly string[]) => 'usual' | 'rare' | 'none' {
  const { columns } = tableByName(table);
  const matched = matchColumnsOf(table);
  return (meaning, cells) => {
    const column = columns.find(({ field }) => field === matched[meaning]);
    if (column === undefined || !fitsMost(cells, formOf(table, column))) return 'none';
    return fitsMost(cells, commonFormOf(table, column.field)) && isReadable(meaning, cells) ? 'usual' : 'rare';
  };
}

/** Whether most cells look like what is meant, where there is a look. */
function isReadable(meaning: MatchField, cells: readonly string[]): boolean {
  return fitsMost(cells, looks.find(([field]) => field === meaning)?.[1] ?? null);
}

/** What cells of a column look like; null: nothing that the table is matched by. */
export function lookOf(table: TableName, cells: readonly string[]): ColumnMeaning {
  const columns = matchColumnsOf(table);
  if (cells.length === 0) return null;
  const fitOf = fitIn(table);
  const found = looks.find(
    ([meaning, isAlike]) =>
      columns[meaning] !== undefined && cells.filter(isAlike).length >= cells.length * ENOUGH && fitOf(meaning, cells) !== 'none',
  );
  return found?.[0] ?? null;
}
