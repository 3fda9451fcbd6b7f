/** Finds the line of a file that names its columns. Titles and notes may stand above it. */
import { HEADERS_LIMIT } from '@leadloom/shared/contract/header-line-limit';
import { quoted } from '@leadloom/shared/domain/cell-problem';
import { unsafeCell } from '@leadloom/shared/domain/safe-cell';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { LINES_ABOVE, likeliestHeaderLine } from '@leadloom/shared/tables/header-line';
import { type FileMapping, NO_MAPPING } from '@leadloom/shared/tables/mapped-column';
import type { CsvRecord } from '../../../csv/csv-records.ts';
import { mapHeaders } from '../mapping/map-headers.ts';
import { missingChoice, missingColumns } from '../mapping/required-columns.ts';
import { unreadable } from '../unreadable.ts';
import { foreignCsvOf } from './foreign/foreign-rows.ts';

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

/** Whether the mapping knows a header of this name. */
export function isMapped({ headers }: FileMapping): (cell: string) => boolean {
  return (cell) => Object.hasOwn(headers, cell);
}

function lineAt(first: readonly CsvRecord[], line: number): number {
  const index = first.findIndex((record) => record.line === line);
  if (index < 0) throw unreadable(`its line ${line}, which was named as the header, is blank or not there`);
  return index;
}

/** The line among the first that names most columns, and all that are required; else the first. */
function likeliestLine(definition: TableDefinition, first: readonly CsvRecord[], chosen: FileMapping): number {
  const namesRequired = (index: number): boolean => {
    const record = first[index];
    const headers = record === undefined ? [] : headerNames(record);
    if (foreignCsvOf(definition, headers, chosen) !== null) return true;
    const { columns } = mapHeaders(definition, { headers, chosen: fitting(chosen, headers) });
    const named = columns.map(({ field }) => field);
    return missingColumns(definition, named).length + missingChoice(definition, named).length === 0;
  };
  const lines = first.slice(0, LINES_ABOVE + 1).map(({ cells }) => cells);
  return likeliestHeaderLine(definition, lines, { isWhole: namesRequired, isNamed: isMapped(chosen) });
}

/** A line without the headers that the mapping names is not the header. */
function fitting(chosen: FileMapping, headers: readonly string[]): FileMapping {
  const isWhole = [...Object.keys(chosen.headers), ...Object.values(chosen.joins).flat()].every((name) => headers.includes(name));
  return isWhole ? chosen : NO_MAPPING;
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
