/**
 * Maps each header of a file to a column of the table: by the column's name, then its title, its aliases and its synonyms,
 * all compared without case, accents, blanks and punctuation; or as the operator says. First and last names are joined, and
 * a location is split, where no header names the whole.
 */

import { quoted } from '@leadloom/shared/domain/cell-problem';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { headerMapper, simplify } from '@leadloom/shared/tables/header-mapper';
import { FIRST_NAMES, LAST_NAMES, LOCATIONS, MIDDLE_NAMES } from '@leadloom/shared/tables/header-synonyms';
import { ownerIn, ownerOf, withoutQualifiers } from '@leadloom/shared/tables/header-words';
import { AppError } from '../../../http/app-error.ts';
import type { LocationPart } from '../rows/cells/read-location.ts';
import { derivationsFrom } from '../rows/source-forms.ts';
import type { Disagreement } from './column-content.ts';
import type { FileMapping } from './read-mapping.ts';

/** The meaning of a header that is only a part of a column, or the whole of several. */
export type PartialHeader = 'first' | 'middle' | 'last' | 'location';

const PARTIAL: ReadonlyMap<string, PartialHeader> = new Map(
  (
    [
      ['first', FIRST_NAMES],
      ['middle', MIDDLE_NAMES],
      ['last', LAST_NAMES],
      ['location', LOCATIONS],
    ] as const
  ).flatMap(([part, names]) => names.map((name) => [simplify(name), part] as const)),
);

/** @param table whose rows are to be filled: the place of something else is none of theirs */
export function partialHeader(header: string, table: string): PartialHeader | null {
  const said = ownerIn(header);
  const isOther = said !== null && ownerOf(table, '') !== said;
  const [found] = [header, ...(isOther ? [] : withoutQualifiers(header))].flatMap((text) => PARTIAL.get(simplify(text)) ?? []);
  return found === 'location' && isOther ? null : (found ?? null);
}

/** The column of a table that holds a person's whole name, if its rows are people. */
export function personName({ name }: TableDefinition): string | null {
  return name === 'people' ? 'name' : null;
}

/** The columns that a location fills, if the table has them. */
export function locationColumns({ columns }: TableDefinition): readonly LocationPart[] {
  return (['city', 'country'] as const).filter((part) => columns.some(({ field }) => field === part));
}

/** How one column of the table is filled from the cells of a row. */
export interface MappedColumn {
  readonly field: string;
  /** Cells that are joined by a blank. */
  readonly from: readonly number[];
  /** The value of every row. */
  readonly constant?: string;
  /** The part of a location that the cell holds. */
  readonly part?: LocationPart;
  /** Cells that count where the column's own is blank, the best first. */
  readonly otherwise?: readonly number[];
  /** The cell with a location that fills the column where its own is blank. */
  readonly place?: number;
  /** The unit of a plain number in a column of amounts, as a power of ten; absent: the column's own. */
  readonly unit?: number;
}

export interface MappedHeaders {
  readonly columns: readonly MappedColumn[];
  /** The column that each header fills, to be shown; null: not read. */
  readonly byHeader: readonly (string | null)[];
  /** Headers that mean a column and are not read, with the reason as a sentence's end. */
  readonly refused: readonly RefusedHeader[];
}

export interface RefusedHeader {
  readonly header: string;
  readonly field: string;
  /** What follows `because `. */
  readonly reason: string;
}

/**
 * Maps a whole header line. If several headers mean one column, the first filled cell of a row counts, in the order in which
 * the headers fit; but the name or place of something else is never taken for a missing one.
 * @param chosen by the operator, for the headers and columns it names
 * @param disagreementOf what the cells below a header say about a column; by default they are not looked at
 * @throws {AppError} IMPORT.UNREADABLE if the choice does not fit table or file
 */
export function mapHeaders(
  definition: TableDefinition,
  headers: readonly string[],
  chosen: FileMapping,
  disagreementOf: (field: string, index: number) => Disagreement | null = () => null,
): MappedHeaders {
  const mapper = headerMapper(definition);
  checkChoice(definition, chosen);
  for (const header of [...Object.keys(chosen.headers), ...Object.values(chosen.joins).flat()])
    if (!headers.includes(header)) throw unreadable(`the mapping names ${quoted(header)}, which is no header of the file`);
  const settled = new Set([...Object.keys(chosen.joins), ...Object.keys(chosen.constants)]);
  const candidates = new Map<string, TakenColumn[]>();
  const refused: RefusedHeader[] = [];
  for (const [index, header] of headers.entries()) {
    const isChosen = Object.hasOwn(chosen.headers, header);
    const choice = chosen.headers[header];
    const own = typeof choice === 'string' ? { field: choice, rank: -1, owner: null, ...unitOf(chosen.units[choice]) } : null;
    const found = isChosen ? own : mapper(header);
    if (found === null || settled.has(found.field)) continue;
    const disagreement = isChosen ? null : disagreementOf(found.field, index);
    const { field, owner, isOtherCurrency = false, ...fit } = { isOtherCurrency: false, ...found };
    if (disagreement === 'other' || isOtherCurrency) {
      const reason = isOtherCurrency ? 'its amounts are not in US dollars' : 'its cells hold something else';
      refused.push({ header, field, reason });
      continue;
    }
    const tier = disagreement !== null ? 3 : fit.rank <= 0 || owner === 'own' ? 0 : owner === null ? 1 : 2;
    candidates.set(field, [...(candidates.get(field) ?? []), { index, tier, ...fit }]);
  }
  const taken = new Map<string, TakenColumn>();
  for (const [field, found] of candidates) {
    const [best, ...others] = found.toSorted(
      (one, other) => one.tier - other.tier || one.rank - other.rank || one.index - other.index,
    );
    if (best === undefined) continue;
    const otherwise = others.filter(({ tier }) => tier === best.tier || isReachedBy(definition, field)).map(({ index }) => index);
    taken.set(field, { ...best, otherwise });
  }
  joinNames(definition, headers, chosen, taken);
  const direct = new Map([...taken].map(([field, { index }]) => [index, field]));
  const columns: MappedColumn[] = [...taken]
    .sort(([, one], [, other]) => one.index - other.index)
    .map(([field, { index, unit, otherwise = [] }]) => ({
      field,
      from: [index],
      ...(otherwise.length === 0 ? {} : { otherwise }),
      ...unitOf(unit),
    }));
  for (const [field, joined] of Object.entries(chosen.joins))
    columns.push({ field, from: joined.map((header) => headers.indexOf(header)) });
  for (const [field, constant] of Object.entries(chosen.constants)) columns.push({ field, from: [], constant });
  const free = (field: string) => !columns.some((column) => column.field === field);
  const person = personName(definition);
  if (person !== null && free(person)) columns.push(...namesIn(definition, headers, { chosen, direct, field: person }));
  const place = headers.findIndex(
    (header, index) =>
      !direct.has(index) && !Object.hasOwn(chosen.headers, header) && partialHeader(header, definition.name) === 'location',
  );
  if (place >= 0)
    for (const part of locationColumns(definition)) if (free(part)) columns.push({ field: part, from: [place], part });
  const isPart = (field: string) =>
    place >= 0 && !settled.has(field) && locationColumns(definition).some((part) => part === field);
  return {
    refused,
    columns: columns.map((column) => (column.part === undefined && isPart(column.field) ? { ...column, place } : column)),
    byHeader: headers.map(
      (_, index) => columns.find(({ from, otherwise = [] }) => from.includes(index) || otherwise.includes(index))?.field ?? null,
    ),
  };
}

interface TakenColumn {
  readonly index: number;
  /** 0: it says that it is the column's own; 1: it does not say; 2: it says that it is something else's; 3: it is unreadable. */
  readonly tier: 0 | 1 | 2 | 3;
  readonly rank: number;
  readonly otherwise?: readonly number[];
  readonly unit?: number;
}

/** Whether any column of the kind will do: a telephone of the company reaches the person as well. */
function isReachedBy({ columns }: TableDefinition, field: string): boolean {
  const kind = columns.find((column) => column.field === field)?.kind;
  return kind === 'phone' || kind === 'email';
}

function unitOf(unit: number | undefined): { readonly unit?: number } {
  return unit === undefined ? {} : { unit };
}

/**
 * Joins headers of first and last names. In some languages the word for one of them also means the whole name, but not next
 * to the other one.
 */
function joinNames(
  definition: TableDefinition,
  headers: readonly string[],
  chosen: FileMapping,
  taken: Map<string, TakenColumn>,
): void {
  const person = personName(definition);
  const whole = person === null ? undefined : taken.get(person);
  if (person === null || whole === undefined || whole.rank < 4) return;
  if (namesIn(definition, headers, { chosen, direct: new Map(), field: person }).some(({ from }) => from.includes(whole.index)))
    taken.delete(person);
}

/** Headers of first and last name in their order; empty unless there are both. */
function namesIn(
  definition: TableDefinition,
  headers: readonly string[],
  {
    chosen,
    direct,
    field,
  }: { readonly chosen: FileMapping; readonly direct: ReadonlyMap<number, string>; readonly field: string },
): readonly MappedColumn[] {
  const indexOf = (part: PartialHeader) =>
    headers.findIndex(
      (header, index) =>
        !direct.has(index) && !Object.hasOwn(chosen.headers, header) && partialHeader(header, definition.name) === part,
    );
  const [first, middle, last] = [indexOf('first'), indexOf('middle'), indexOf('last')];
  if (first < 0 || last < 0) return [];
  return [{ field, from: [first, middle, last].filter((index) => index >= 0) }];
}

/** The required columns that are not among those that are filled. */
export function missingColumns(definition: TableDefinition, filled: readonly string[]): TableDefinition['columns'] {
  const known = [...filled, ...derivationsFrom(definition.name, filled).map(({ field }) => field)];
  return definition.columns.filter(({ field, isRequired }) => isRequired === true && !known.includes(field));
}

/** Columns of which a row needs one, where none of them is filled; else empty. */
export function missingChoice(definition: TableDefinition, filled: readonly string[]): TableDefinition['columns'] {
  const { needsOneOf = [], columns } = definition;
  return needsOneOf.some((field) => filled.includes(field)) ? [] : columns.filter(({ field }) => needsOneOf.includes(field));
}

/** @throws {AppError} IMPORT.UNREADABLE naming an unknown or duplicate column */
export function checkChoice(definition: TableDefinition, { headers, joins, constants, units }: FileMapping): void {
  const fields = definition.columns.map(({ field }) => field);
  const named = [...Object.values(headers).filter((field) => field !== null), ...Object.keys(joins), ...Object.keys(constants)];
  const unknown = named.find((field) => !fields.includes(field));
  if (unknown !== undefined)
    throw unreadable(`the mapping names the column ${quoted(unknown)}; the columns are ${fields.join(', ')}`);
  const made = [...Object.keys(joins), ...Object.keys(constants)];
  const twice = made.find((field) => named.indexOf(field) !== named.lastIndexOf(field));
  if (twice !== undefined) throw unreadable(`the mapping names the column ${quoted(twice)} twice`);
  const other = Object.keys(units).find((field) => definition.columns.find((column) => column.field === field)?.kind !== 'money');
  if (other !== undefined) throw unreadable(`the mapping gives a unit to ${quoted(other)}, which is no column of amounts`);
}

/**
 * The error for a file that cannot be read.
 * @param reason a sentence about the file, without its end
 * @param detail the reason for whoever types commands, with columns and options as they are typed there; absent: the same
 */
export function unreadable(
  reason: string,
  { cause, detail }: { readonly cause?: unknown; readonly detail?: string } = {},
): AppError {
  const sentence = (text: string) => `The file could not be read: ${text}. Nothing was loaded.`;
  return new AppError('IMPORT.UNREADABLE', {
    message: sentence(reason),
    cause,
    ...(detail === undefined ? {} : { detail: sentence(detail) }),
  });
}
