/** Finds the line of a file that names its columns. Titles and notes may stand above it. */
import { HEADERS_LIMIT } from '@leadloom/shared/contract/header-line-limit';
import { quoted } from '@leadloom/shared/domain/cell-problem';
import { unsafeCell } from '@leadloom/shared/domain/safe-cell';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import { mapHeaders } from '../mapping/map-headers.ts';
import type { FileMapping } from '../mapping/read-mapping.ts';
import { missingChoice, missingColumns } from '../mapping/required-columns.ts';
import { unreadable } from '../unreadable.ts';
import type { CsvRecord } from './csv-records.ts';
import { foreignCsvOf } from './foreign/foreign-rows.ts';

/** Titles and notes above a header are at most as many lines. */
export const LINES_ABOVE = 10;

/** How the header of a file is found. */
export interface HeaderOptions {
  readonly mapping: FileMapping;
  /** false: the first line is a row, and the columns are named `1`, `2` and so on. */
  readonly hasHeader: boolean;
  /** The line of the header, from 1; null or absent: it is found. */
  readonly headerLine?: number | null;
}

export interface HeaderLine {
  /** null: there is none. */
  readonly header: CsvRecord | null;
  readonly headers: readonly string[];
  /** The first rows below it. */
  readonly rows: readonly CsvRecord[];
  /** A sentence about the lines above that are not read; null: there are none. */
  readonly notice: string | null;
}

/** @param first records, at least one @throws {AppError} IMPORT.UNREADABLE */
export function findHeader(
  definition: TableDefinition,
  first: readonly CsvRecord[],
  { mapping, hasHeader, headerLine = null }: HeaderOptions,
): HeaderLine {
  if (!hasHeader) return { header: null, headers: numbered(first[0]?.cells.length ?? 0), rows: first, notice: null };
  const index = headerLine === null ? likeliestLine(definition, first, mapping) : lineAt(first, headerLine);
  const header = first[index] ?? null;
  if (header !== null && header.problem !== null) throw unreadable(`in its header, ${header.problem}`);
  const headers = header === null ? [] : headerNames(header);
  if (headers.length > HEADERS_LIMIT) throw unreadable(`its header has more than ${HEADERS_LIMIT} columns`);
  const notice = index === 0 ? null : aboveNotice(first.slice(0, index), header);
  return { header, headers, rows: first.slice(index + 1), notice };
}

/** How many columns of the table the line names, or the mapping knows. */
export function countKnown(definition: TableDefinition, record: CsvRecord | undefined, { headers }: FileMapping): number {
  const mapper = headerMapper(definition);
  const cells = (record?.cells ?? []).slice(0, HEADERS_LIMIT).map((cell) => cell.trim());
  return new Set(cells.filter((cell) => Object.hasOwn(headers, cell) || mapper(cell) !== null)).size;
}

function lineAt(first: readonly CsvRecord[], line: number): number {
  const index = first.findIndex((record) => record.line === line);
  if (index < 0) throw unreadable(`its line ${line}, which was named as the header, is blank or not there`);
  return index;
}

/** The line among the first that names most columns, and all that are required; else the first. */
function likeliestLine(definition: TableDefinition, first: readonly CsvRecord[], chosen: FileMapping): number {
  const lines = first.slice(0, LINES_ABOVE + 1);
  const known = lines.map((record) => countKnown(definition, record, chosen));
  const namesRequired = (record: CsvRecord | undefined): boolean => {
    const headers = record === undefined ? [] : headerNames(record);
    if (foreignCsvOf(definition, headers, chosen) !== null) return true;
    const { columns } = mapHeaders(definition, { headers, chosen: fitting(chosen, headers) });
    const named = columns.map(({ field }) => field);
    return missingColumns(definition, named).length + missingChoice(definition, named).length === 0;
  };
  const [atFirst = 0] = known;
  const better = known
    .map((count, index) => ({ count, index }))
    .filter(({ count }) => count > Math.max(atFirst, 1))
    .sort((one, other) => other.count - one.count || one.index - other.index);
  return better.find(({ index }) => namesRequired(lines[index]))?.index ?? 0;
}

/** A line without the headers that the mapping names is not the header. */
function fitting(chosen: FileMapping, headers: readonly string[]): FileMapping {
  const isWhole = [...Object.keys(chosen.headers), ...Object.values(chosen.joins).flat()].every((name) => headers.includes(name));
  return isWhole ? chosen : { headers: {}, joins: {}, constants: {}, units: {} };
}

/** The names of the columns, copied so that the header does not keep its whole chunk in memory. */
function headerNames({ cells }: CsvRecord): readonly string[] {
  return cells.map((cell) => Buffer.from(unsafeCell(cell).trim()).toString());
}

function numbered(width: number): readonly string[] {
  return Array.from({ length: width }, (_, index) => String(index + 1));
}

function aboveNotice(above: readonly CsvRecord[], header: CsvRecord | null): string {
  const [{ cells = [] } = {}] = above;
  const title = cells.find((cell) => cell.trim() !== '') ?? '';
  const lines = above.length === 1 ? 'The first line was' : `The first ${above.length} lines were`;
  return `${lines} not read (${quoted(title)}): the header is line ${header?.line}.`;
}
