/**
 * Maps each header of a file to a column of the table, by its words and its cells, or as the operator says. First and last
 * names are joined, and a place is split, where no header names the whole. Pure.
 */
import { type Candidate, type ContentCheck, type LeftHeader, takenCandidates, weighHeaders } from './choose-columns.ts';
import type { TableDefinition } from './define-table.ts';
import { headerPart, type LocationPart, nameParts, personName, placeColumns } from './header-parts.ts';
import { type FileSample, type MappedColumn, unitOf } from './mapped-column.ts';

export interface MappedHeaders {
  readonly columns: readonly MappedColumn[];
  /** Headers that mean a column and do not fill it. */
  readonly left: readonly LeftHeader[];
}

export type FileHeaders = Pick<FileSample, 'headers' | 'chosen'>;

/**
 * Maps a whole header line.
 * @param file whose mapping names only columns and headers that exist
 * @param disagreementOf by default, cells contradict nothing
 */
export function columnsByHeaders(
  definition: TableDefinition,
  file: FileHeaders,
  disagreementOf: ContentCheck = () => null,
): MappedHeaders {
  const { candidates: weighed, left } = weighHeaders(definition, file, disagreementOf);
  const candidates = withLegalNames(definition, file, weighed);
  const taken = takenCandidates(definition, withoutHalfNames(definition, file, candidates));
  const columns = [...directColumns(taken), ...chosenColumns(file)];
  return { columns: withPlaces(definition, file, withJoinedName(definition, file, columns)), left };
}

function directColumns(taken: ReadonlyMap<string, readonly Candidate[]>): readonly MappedColumn[] {
  const columns = [...taken].flatMap(([field, [best, ...others]]) => (best === undefined ? [] : [{ field, best, others }]));
  return columns
    .sort((one, other) => one.best.index - other.best.index)
    .map(({ field, best, others }) => ({
      field,
      from: [best.index],
      ...(others.length === 0 ? {} : { otherwise: others.map(({ index }) => index) }),
      ...unitOf(best.unit),
    }));
}

/** Columns that the operator joins, or gives one value. */
function chosenColumns({ headers, chosen }: FileHeaders): readonly MappedColumn[] {
  const joins = Object.entries(chosen.joins).map(([field, joined]) => ({
    field,
    from: joined.map((header) => headers.indexOf(header)),
  }));
  const constants = Object.entries(chosen.constants).map(([field, constant]) => ({ field, from: [], constant }));
  return [...joins, ...constants];
}

/** A word that only files of others have for a name. */
const FOREIGN_WORD = 4;

/**
 * In some languages the word for a first or last name also means the whole one, but not next to the other part: next to
 * `Vorname`, `Name` is a last name.
 */
function withoutHalfNames(
  definition: TableDefinition,
  file: FileHeaders,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const person = personName(definition);
  if (person === null) return candidates;
  const parts = nameParts(definition, unchosen(file));
  return candidates.filter(({ field, rank, index }) => field !== person || rank < FOREIGN_WORD || !parts.includes(index));
}

/** Where a file has no other name of a company, the legal one is its name. */
function withLegalNames(
  { columns }: TableDefinition,
  { chosen }: FileHeaders,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const isNamed = ['name' in chosen.joins, 'name' in chosen.constants, candidates.some(({ field }) => field === 'name')];
  if (!columns.some(({ field }) => field === 'legal_name') || isNamed.includes(true)) return candidates;
  return candidates.map((candidate) =>
    candidate.field === 'legal_name' && candidate.rank >= 0 ? { ...candidate, field: 'name', rank: FOREIGN_WORD } : candidate,
  );
}

/** First and last names are joined where no header names the whole, and where its cells are blank. */
function withJoinedName(
  definition: TableDefinition,
  file: FileHeaders,
  columns: readonly MappedColumn[],
): readonly MappedColumn[] {
  const person = personName(definition);
  const parts = nameParts(definition, unread(file, columns));
  if (person === null || parts.length === 0) return columns;
  if (!columns.some(({ field }) => field === person)) return [...columns, { field: person, from: parts }];
  return columns.map((column) => (column.field === person && column.from.length === 1 ? { ...column, joined: parts } : column));
}

/** A header of whole places fills city and country where no header names them, and where their own cells are blank. */
function withPlaces(definition: TableDefinition, file: FileHeaders, columns: readonly MappedColumn[]): readonly MappedColumn[] {
  const places = unread(file, columns).flatMap((header, index) =>
    headerPart(header, definition.name) === 'location' ? [index] : [],
  );
  if (places.length === 0) return columns;
  const parts: readonly LocationPart[] = placeColumns(definition);
  const isSettled = ({ field, constant }: MappedColumn) =>
    constant !== undefined || Object.hasOwn(file.chosen.joins, field) || !parts.some((part) => part === field);
  const own = columns.map((column) => (isSettled(column) ? column : { ...column, places }));
  const others = parts.filter((part) => !columns.some(({ field }) => field === part));
  return [...own, ...others.map((field) => ({ field, from: [], places }))];
}

/** The headers without those that the operator speaks of, which are blank. */
function unchosen({ headers, chosen }: FileHeaders): readonly string[] {
  return headers.map((header) => (Object.hasOwn(chosen.headers, header) ? '' : header));
}

/** The same, without those that fill a column. */
function unread(file: FileHeaders, columns: readonly MappedColumn[]): readonly string[] {
  const direct = new Set(columns.flatMap(({ from, otherwise = [] }) => [...from, ...otherwise]));
  return unchosen(file).map((header, index) => (direct.has(index) ? '' : header));
}
