/**
 * CSV text as an import reads it: separator, line ends and header line are detected, headers mapped, and every record is as
 * wide as the header.
 */

import { quoted } from '@leadloom/shared/domain/cell-problem';
import { columnTitle } from '@leadloom/shared/tables/column-titles';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import { unsafeCell } from '../../../csv/safe-cell.ts';
import { withUnits } from '../mapping/amount-unit.ts';
import { withTimes } from '../mapping/time-columns.ts';
import { checkRequired } from '../mapping/check-required.ts';
import { disagreement } from '../mapping/column-content.ts';
import {
  type MappedColumn,
  mapHeaders,
  missingChoice,
  missingColumns,
  type RefusedHeader,
  unreadable,
} from '../mapping/map-headers.ts';
import { withProfiles } from '../mapping/profile-columns.ts';
import { type FileMapping, isReadBy } from '../mapping/read-mapping.ts';
import { reasonName } from '../report/rejects-file.ts';
import { locationPart } from '../rows/cells/read-location.ts';
import { conventionsOf } from '../rows/cells/written-by-programs.ts';
import { type CsvRecord, createCsvReader, type Dialect } from './csv-records.ts';
import type { DecodedText } from './decode-text.ts';
import { foreignCsvOf } from './foreign/foreign-rows.ts';
import { hashtagCountsOf } from './foreign/hashtag-counts.ts';
import { postCellsOf } from './foreign/post-cells.ts';
import { hasRedditForm, redditCellsOf } from './foreign/reddit-cells.ts';
import type { ReadRow, RecordSource, SourceRecord } from './record-source.ts';
import { findRepeatedHeaders } from './repeated-headers.ts';
import { csvText } from './row-text.ts';
import { addressedColumns, type TableRows } from './table-rows.ts';
import { ownIdReader } from './tiktok-ids.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Characters that are enough to detect the file's format. */
const SAMPLE_LENGTH = 64 * 1024;
const HEADERS_LIMIT = 2_000;
/** Titles and notes above a header are at most as many lines. */
const LINES_ABOVE = 10;
/** Rows by which columns are guessed. */
const GUESSED_BY = 100;
/** A first line that names the separator, as some spreadsheets write. */
const SEPARATOR_LINE = /^sep=([,;|\t])(?:\r\n|\n|\r)/i;

export interface CsvOptions {
  readonly mapping: FileMapping;
  /** false: the first line is a row, and the columns are named `1`, `2` and so on. */
  readonly hasHeader: boolean;
  /** The separator of cells; null or absent: it is detected. */
  readonly separator?: string | null;
}

/** @throws {AppError} IMPORT.UNREADABLE if no header fits the table */
export async function openCsv(
  definition: TableDefinition,
  { text, isDamaged }: DecodedText,
  options: CsvOptions,
): Promise<RecordSource> {
  const { mapping: chosen, separator: chosenSeparator = null } = options;
  const chunks = text[Symbol.asyncIterator]();
  let sample = '';
  let isWhole = false;
  while (sample.length < SAMPLE_LENGTH && !isWhole) {
    const next = await chunks.next();
    if (next.done === true) isWhole = true;
    else sample += next.value;
  }
  const separator = SEPARATOR_LINE.exec(sample);
  const body = sample.slice(separator?.[0].length ?? 0);
  const endsAtReturn = usesReturns(body);
  const delimiter = chosenSeparator ?? separator?.[1] ?? findDelimiter(definition, body, endsAtReturn, chosen);
  const reader = createCsvReader({ delimiter, endsAtReturn }, separator === null ? 1 : 2);

  async function* readAll(): AsyncGenerator<CsvRecord[]> {
    yield reader.read(body).filter(holdsSomething);
    if (!isWhole) {
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
        yield reader.read(next.value).filter(holdsSomething);
    }
    yield reader.end().filter(holdsSomething);
  }
  const lineEnd = endsAtReturn ? '\r' : /^[^\n]*\r\n/.test(body) ? '\r\n' : '\n';
  const written = { delimiter, lineEnd, before: separator?.[0] ?? '' };
  return openTable(definition, { batches: readAll(), written, isDamaged, fit: null, notices: () => [] }, options);
}

/** @throws {AppError} IMPORT.UNREADABLE if no header fits the table */
export async function openTable(
  definition: TableDefinition,
  { batches, written, isDamaged, fit, notices: rowNotices }: TableRows,
  { mapping: chosen, hasHeader }: CsvOptions,
): Promise<RecordSource> {
  const first = await firstBatch(batches);
  if (first.length === 0) throw unreadable('it is empty');
  const at = hasHeader ? headerIndex(definition, first, chosen) : -1;
  const above = at < 0 ? [] : first.slice(0, at);
  const header = at < 0 ? null : (first[at] ?? null);
  if (header !== null && header.problem !== null) throw unreadable(`in its header, ${header.problem}`);
  const headers = header === null ? numbered(first[0]?.cells.length ?? 0) : headerNames(header);
  if (headers.length > HEADERS_LIMIT) throw unreadable(`its header has more than ${HEADERS_LIMIT} columns`);
  const rows = first.slice(at + 1);
  const sampled = rows.slice(0, GUESSED_BY).map(({ cells }) => cells);
  const counts = hashtagCountsOf(definition, chosen);
  const names = counts?.headersWithout(headers, sampled) ?? headers;
  const foreign = foreignCsvOf(definition, names, chosen);
  const readCells = redditCellsOf(definition, headers, chosen);
  const conventions = conventionsOf(headers, new Set(definition.columns.map(({ field }) => field)), sampled);
  const disagreementOf = (field: string, index: number) =>
    disagreement(definition, field, { cells: sampled.map((cells) => cells[index] ?? ''), conventions });
  const mapped =
    foreign === null
      ? withProfiles(definition, mapHeaders(definition, names, chosen, disagreementOf), { names, sampled, chosen })
      : { columns: [], byHeader: headers.map(() => null), refused: [] };
  const settled = withUnits(definition, mapped, { names, sampled, chosen });
  const columns = withTimes(definition, settled.columns, { names, sampled });
  const posts = postCellsOf(definition, chosen, hasRedditForm(headers));
  const named = columns.map(({ field }) => field);
  const filled = (posts?.fills(headers, sampled) ?? []).filter((field) => !named.includes(field));
  if (foreign === null) checkRequired(definition, [...named, ...filled], { headers, header, rows: sampled, chosen });
  const fields = foreign === null ? [...named, ...filled] : definition.columns.map(({ field }) => field);
  const withIds = ownIdReader(definition, fields);

  const addressed = fit === null ? new Map<number, boolean>() : addressedColumns(definition, columns);

  function toSource(record: CsvRecord): SourceRecord {
    const { line, cells, raw, problem } = fit === null ? record : fit(record, headers.length, addressed);
    if (problem !== null) return { line, raw, problem };
    if (isDamaged() && raw.includes('\uFFFD'))
      return { line, raw, problem: 'holds bytes that are not in the encoding of the file' };
    // Some programs end every line with a separator.
    const isTooWide = cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== '');
    if (cells.length < headers.length || isTooWide)
      return { line, raw, problem: `has ${cells.length} cells where the header has ${headers.length}` };
    if (foreign !== null) return { line, raw, ...foreign.read(cells.map(withoutEscape), raw) };
    if (posts === null && readCells === null) {
      const own = columns.map((column) => mappedCell(column, cells, withoutEscape));
      return { line, raw, ...withIds(own, csvText(raw)) };
    }
    return { line, raw, ...readPost(cells.map(withoutEscape), raw) };
  }

  function readPost(written: readonly string[], raw: string): ReadRow {
    const reading = readCells?.(written, raw) ?? { cells: written };
    if ('problem' in reading) return { problem: reading.problem };
    const cells: unknown[] = columns.map((column) => mappedCell(column, reading.cells, unchanged));
    for (const _ of filled) cells.push('');
    const problem = posts?.complete({ names: headers, values: reading.cells }, fields, cells) ?? null;
    return problem === null ? { cells } : { problem };
  }

  const repeated = findRepeatedHeaders(header, headerMapper(definition));
  const isRow = (record: CsvRecord) => !repeated.isHeader(record);

  async function* records(): AsyncGenerator<readonly SourceRecord[]> {
    yield rows.filter(isRow).map(toSource);
    for await (const batch of batches) yield batch.filter(isRow).map(toSource);
  }
  const layout = {
    kind: 'csv',
    ...written,
    header: header?.raw ?? null,
    headers,
    reason: reasonName((name) => isReadBy(chosen, name)),
  } as const;
  const opened = [
    ...(above.length === 0 ? [] : [aboveNotice(above, header)]),
    ...(counts?.notices ?? []),
    ...mapped.refused.map(refusalNotice),
    ...unitNotices,
  ];
  const notices = () => [...opened, ...repeated.notices(), ...rowNotices()];
  if (foreign !== null) {
    const brought = () => fields.filter(foreign.hasBrought);
    return { fields, records: records(), brought, mapping: () => ({}), units: {}, layout, notices };
  }
  // If headers are duplicated, the one that is read is shown.
  const shown = new Map<string, string | null>();
  for (const [index, name] of headers.entries()) shown.set(name, mapped.byHeader[index] ?? shown.get(name) ?? null);
  const units = Object.fromEntries(columns.flatMap(({ field, unit }) => (unit === undefined ? [] : [[field, unit]])));
  const mapping = () => Object.fromEntries(shown);
  return { fields, records: records(), brought: () => fields, mapping, units, conventions, layout, notices };
}

const unchanged = (cell: string) => cell;

/** The cell of a column, made of those of the file. */
function mappedCell(column: MappedColumn, cells: readonly string[], read: (cell: string) => string): string {
  const { field, from, otherwise = [], constant, part, place } = column;
  if (constant !== undefined) return constant;
  const [only = 0] = from;
  const cell =
    from.length === 1
      ? firstFilled([only, ...otherwise], cells, read)
      : from
          .map((index) => read(cells[index] ?? '').trim())
          .filter((text) => text !== '')
          .join(' ');
  if (place !== undefined && cell.trim() === '' && (field === 'city' || field === 'country'))
    return locationPart(read(cells[place] ?? ''), field);
  return part === undefined ? cell : locationPart(cell, part);
}

function refusalNotice({ header, field, reason }: RefusedHeader): string {
  return `${quoted(header)} was not read as ${columnTitle(field)}, because ${reason}.`;
}

/** The first cell that holds something; the first of all where none does. */
function firstFilled(from: readonly number[], cells: readonly string[], read: (cell: string) => string): string {
  const [first = 0] = from;
  const filled = from.find((index) => (cells[index] ?? '').trim() !== '') ?? first;
  return read(cells[filled] ?? '');
}

/** The names of the columns, copied so that the header does not keep its whole chunk in memory. */
function headerNames({ cells }: CsvRecord): readonly string[] {
  return cells.map((cell) => Buffer.from(unsafeCell(cell).trim()).toString());
}

function numbered(width: number): readonly string[] {
  return Array.from({ length: width }, (_, index) => String(index + 1));
}

/**
 * Where the header is: the line among the first that names most columns, and all that are required. Titles and notes stand
 * above it.
 */
function headerIndex(definition: TableDefinition, records: readonly CsvRecord[], chosen: FileMapping): number {
  const lines = records.slice(0, LINES_ABOVE + 1);
  const known = lines.map((record) => knownHeaders(definition, record, chosen));
  const [first = 0] = known;
  const isHeader = (record: CsvRecord): boolean => {
    const headers = headerNames(record);
    if (foreignCsvOf(definition, headers, chosen) !== null) return true;
    const { columns } = mapHeaders(definition, headers, unnamed(chosen, headers));
    const named = columns.map(({ field }) => field);
    return missingColumns(definition, named).length + missingChoice(definition, named).length === 0;
  };
  const better = known
    .map((count, index) => ({ count, index }))
    .filter(({ count }) => count > Math.max(first, 1))
    .sort((one, other) => other.count - one.count || one.index - other.index);
  return better.find(({ index }) => isHeader(lines[index] ?? { line: 0, cells: [], raw: '', problem: null }))?.index ?? 0;
}

function knownHeaders(definition: TableDefinition, record: CsvRecord | undefined, chosen: FileMapping): number {
  const mapper = headerMapper(definition);
  const isKnown = (header: string) => Object.hasOwn(chosen.headers, header) || mapper(header) !== null;
  return new Set(
    (record?.cells ?? [])
      .slice(0, HEADERS_LIMIT)
      .map((cell) => cell.trim())
      .filter(isKnown),
  ).size;
}

/** A line without the headers that the mapping names is not the header. */
function unnamed(chosen: FileMapping, headers: readonly string[]): FileMapping {
  const isWhole = [...Object.keys(chosen.headers), ...Object.values(chosen.joins).flat()].every((name) => headers.includes(name));
  return isWhole ? chosen : { headers: {}, joins: {}, constants: {}, units: {} };
}

function aboveNotice(above: readonly CsvRecord[], header: CsvRecord | null): string {
  const [{ cells = [] } = {}] = above;
  const title = cells.find((cell) => cell.trim() !== '') ?? '';
  const lines = above.length === 1 ? 'The first line was' : `The first ${above.length} lines were`;
  return `${lines} not read (${quoted(title)}): the header is line ${header?.line}.`;
}

/** Spreadsheets also write the empty rows below a table, as separators only. */
function holdsSomething({ cells, problem }: CsvRecord): boolean {
  return problem !== null || cells.some((cell) => cell.trim() !== '');
}

/** The batches up to the one that contains the header. */
async function firstBatch(batches: AsyncGenerator<readonly CsvRecord[]>): Promise<readonly CsvRecord[]> {
  for (let next = await batches.next(); next.done !== true; next = await batches.next())
    if (next.value.length > 0) return next.value;
  return [];
}

/** Removes the apostrophes that our exports put before formulas. */
function withoutEscape(cell: string): string {
  return cell.includes("'") ? unsafeCell(cell) : cell;
}

/** Whether the first line ends with a carriage return alone. */
function usesReturns(text: string): boolean {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === '\n') return false;
    else if (!isQuoted && letter === '\r') return text[at + 1] !== '\n' && at + 1 < text.length;
  }
  return false;
}

/** The separator with which the header names most columns of the table; among equals, the one with the widest first line. */
function findDelimiter(definition: TableDefinition, text: string, endsAtReturn: boolean, chosen: FileMapping): string {
  let best: { delimiter: string; known: number; width: number } = { delimiter: ',', known: -1, width: 0 };
  for (const delimiter of DELIMITERS) {
    const records = firstRecords(text, { delimiter, endsAtReturn });
    // Where no line names a column, the first lines of a table are still wider by its separator than by any other.
    const [first, ...next] = records;
    const inFirst = knownHeaders(definition, first, chosen);
    const known = inFirst > 0 ? inFirst : Math.max(0, ...next.map((record) => knownHeaders(definition, record, chosen)));
    const width = Math.min(first?.cells.length ?? 0, HEADERS_LIMIT);
    if (known > best.known || (known === best.known && width > best.width)) best = { delimiter, known, width };
  }
  return best.delimiter;
}

function firstRecords(text: string, dialect: Dialect): readonly CsvRecord[] {
  const reader = createCsvReader(dialect);
  const records = reader.read(text);
  return (records.length > 0 ? records : reader.end()).filter(holdsSomething).slice(0, LINES_ABOVE + 1);
}
