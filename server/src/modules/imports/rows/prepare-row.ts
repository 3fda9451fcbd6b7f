/**
 * Prepares every row before it is written to a data table, by imports, visits and sample data alike. It reads
 * cells by their column's kind, spells countries and known choices uniformly, adds the derived columns and the
 * key, and detects formulas. Pure.
 */

import type { ImportChoice } from '@leadloom/shared/contract/import-uploads';
import { CellProblem, quoted } from '@leadloom/shared/domain/cell-problem';
import { readNumberRange, readRangeCell } from '@leadloom/shared/domain/read-number-range';
import { safeCell } from '@leadloom/shared/domain/safe-cell';
import { columnTitle } from '@leadloom/shared/tables/column-titles';
import type { CellValue, ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { domainColumn, domainSources, rangeColumns } from '../../../schema/data-table.ts';
import type { LostValue } from '../source/record-source.ts';
import { rowKeys } from './canonical-key.ts';
import { cleanLine } from './cells/clean-text.ts';
import { cellReader, isPlaceholder, type ReadCell } from './cells/read-cell.ts';
import type { Link } from './cells/read-link.ts';
import { spelled, spellerOf } from './cells/spell-values.ts';
import { type CellConventions, OWN_CONVENTIONS } from './cells/written-by-programs.ts';
import { derivationsFrom, rewriteOf } from './source-forms.ts';

/** `time` cells as ISO times in UTC, `date` cells as `YYYY-MM-DD`; blank cells are null. */
export interface PreparedRow {
  readonly canonicalKey: string;
  /** The key it gets if several entities turn out to share the first one; null: they cannot. */
  readonly nextKey: string | null;
  /** Whether a spreadsheet could run one of the texts as a formula. */
  readonly needsEscape: boolean;
  /** Cells in the order of the preparer's columns. */
  readonly cells: readonly CellValue[];
  /** Optional cells that could not be read; they are blank in `cells`. */
  readonly lost: readonly LostValue[];
  /** Whether it can only fill a stored row: it was read for one, or lacks what a new row needs. */
  readonly isPartial: boolean;
}

/** All problems of a row, each with its column: `revenue: "soon" is not a number`. */
export class RowProblems {
  readonly reasons: readonly string[];
  /** The cells for which it was refused; an empty value is missing. */
  readonly cells: readonly (LostValue & { readonly reason: string })[];

  constructor(reasons: readonly string[], cells: RowProblems['cells'] = []) {
    this.reasons = reasons;
    this.cells = cells;
  }
}

export interface RowPreparer {
  /** Columns of the database table for the cells: the given ones, then those derived from them. */
  readonly columns: readonly string[];
  /**
   * @param raw one value for each given column: text, or a JSON value
   * @param rowKey of the stored row that it fills; absent: it is found by its own cells
   */
  prepare(raw: readonly unknown[], rowKey?: string): PreparedRow | RowProblems;
}

/** Characters of a range's text. */
const RANGE_LIMIT = 200;

export interface PrepareOptions {
  /** Whether a row is refused for an optional cell that cannot be read; by default the cell is left blank. */
  readonly refusesUnreadable?: boolean;
  /** Columns of amounts → the power of ten that one plain number stands for; absent ones are in millions. */
  readonly units?: Readonly<Record<string, number>>;
  /** The separator of the values of a list in a text; null or absent: it is detected. */
  readonly listSeparator?: string | null;
  /** Decisions on values that cannot be read. */
  readonly choices?: readonly ImportChoice[];
  /** Of the file; absent: the cells are as we write them. */
  readonly conventions?: CellConventions | undefined;
  /** Whether a row may lack what a new row needs, because it may be for a stored one. */
  readonly mayBePartial?: boolean;
}

/** @param fields columns of the definition, each once, in the order of the values */
export function createRowPreparer(
  definition: TableDefinition,
  fields: readonly string[],
  {
    refusesUnreadable = false,
    units = {},
    listSeparator = null,
    choices = [],
    conventions = OWN_CONVENTIONS,
    mayBePartial = false,
  }: PrepareOptions = {},
): RowPreparer {
  const readers = fields.map((field) => columnReader(definition, field, { unit: units[field], listSeparator, conventions }));
  const chosen = choicesByValue(choices);
  const indexes = new Map(fields.map((field, index) => [field, index]));
  const derived = derivationsFrom(definition.name, fields);
  const columns = [...fields];
  for (const { field } of derived) {
    if (indexes.has(field)) continue;
    indexes.set(field, columns.length);
    columns.push(field);
  }
  const ranges = rangeColumns(definition).filter(({ number, range }) => indexes.has(number) || indexes.has(range));
  for (const { range } of ranges) {
    if (indexes.has(range)) continue;
    indexes.set(range, columns.length);
    columns.push(range);
  }
  const domains = domainSources(definition).filter((source) => indexes.has(source));
  const required = definition.columns.filter((column) => column.isRequired === true);
  const isNeeded = new Set(required.map(({ field }) => field));
  const { needsOneOf = [] } = definition;
  const none: readonly string[] = [];
  const nothingLost: readonly LostValue[] = [];

  function prepare(raw: readonly unknown[], rowKey?: string): PreparedRow | RowProblems {
    let isPartial = rowKey !== undefined;
    let reasons = none;
    let lost = nothingLost;
    let refused: RowProblems['cells'] = [];
    let needsEscape = false;
    const cells: CellValue[] = [];
    const hosts = new Map<string, string>();
    const inNumbers = new Map<string, string>();
    for (const [index, { field, read, isText }] of readers.entries()) {
      let value = read(raw[index]);
      const choice = chosen.size > 0 && isChosen(value) ? chosen.get(field)?.get(quotedText(raw[index])) : undefined;
      if (choice?.action === 'replace') value = read(choice.replacement ?? '');
      const rangeText = value instanceof CellProblem ? rangeIn(field, raw[index]) : null;
      if (rangeText !== null) {
        inNumbers.set(field, rangeText);
        cells.push(null);
      } else if (value instanceof CellProblem) {
        const { reason } = value;
        if (refusesUnreadable || choice?.action === 'refuse' || isNeeded.has(field)) {
          reasons = [...reasons, `${field}: ${reason}`];
          refused = [...refused, { field, value: shownText(raw[index]), reason }];
        } else lost = [...lost, { field, value: shownText(raw[index]) }];
        cells.push(null);
      } else if (isLink(value)) {
        hosts.set(field, value.domain);
        cells.push(value.address);
      } else cells.push(value);
      if (isText && !needsEscape) needsEscape = couldRun(cells[index] ?? null);
    }
    const cell = (field: string): CellValue => cells[indexes.get(field) ?? -1] ?? null;
    for (const { from, field, derive, isFallback } of derived) {
      const [own, found] = [cell(field), derive(cell(from))];
      cells[indexes.get(field) ?? cells.length] = isFallback ? (own ?? found) : (found ?? own);
    }
    for (const { field } of required)
      if (cell(field) === null && !reasons.some((reason) => reason.startsWith(`${field}:`))) {
        isPartial = true;
        if (mayBePartial) continue;
        reasons = [...reasons, `${field}: is missing`];
        refused = [...refused, { field, value: '', reason: 'is missing' }];
      }
    if (!isPartial && needsOneOf.length > 0 && needsOneOf.every((field) => cell(field) === null))
      reasons = [...reasons, `none of ${namesInWords(needsOneOf.map(columnTitle), 'and')} is filled`];
    if (reasons !== none) return new RowProblems(reasons, refused);
    const keys =
      rowKey === undefined
        ? rowKeys(definition, { cell, domain: (field) => hosts.get(field) ?? null })
        : { key: rowKey, nextKey: null };
    if (keys === null) return new RowProblems(['the row fills no column it could be told by']);
    for (const { number, range } of ranges) {
      const text = cell(range) ?? inNumbers.get(number) ?? null;
      cells[indexes.get(range) ?? cells.length] = text;
      needsEscape ||= couldRun(text);
    }
    for (const source of domains) cells.push(hosts.get(source) ?? null);
    for (const { range } of ranges) {
      const ends = readRangeCell(cell(range));
      cells.push(ends?.from ?? null, ends?.to ?? null);
    }
    return { canonicalKey: keys.key, nextKey: keys.nextKey, needsEscape, cells, lost, isPartial };
  }

  /** The text of a range in a column of numbers. */
  function rangeIn(field: string, raw: unknown): string | null {
    if (typeof raw !== 'string' || !ranges.some(({ number }) => number === field) || readNumberRange(raw) === null) return null;
    const text = cleanLine(raw, RANGE_LIMIT);
    return typeof text === 'string' ? text : null;
  }

  const ends = ranges.flatMap(({ from, to }) => [from, to]);
  return { columns: [...columns, ...domains.map(domainColumn), ...ends], prepare };
}

/** `a, b and c` */
export function namesInWords(names: readonly string[], word: 'and' | 'or'): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(` ${word} `);
}

type Choices = ReadonlyMap<string, ReadonlyMap<string, ImportChoice>>;

function choicesByValue(choices: readonly ImportChoice[]): Choices {
  const byColumn = Map.groupBy(choices, ({ column }) => column);
  return new Map([...byColumn].map(([column, own]) => [column, new Map(own.map((choice) => [choice.value, choice]))]));
}

/** Choices are about values that are missing or cannot be read. */
function isChosen(value: ReadCell): boolean {
  return value === null || value instanceof CellProblem;
}

/** A value as reports quote it. */
function quotedText(raw: unknown): string {
  return raw === null || raw === undefined ? '' : quoted(shownText(raw)).slice(1, -1);
}

/** A preparer is made once for each table: reading a definition costs more than reading a row. */
const preparers = new WeakMap<TableDefinition, RowPreparer>();

/**
 * Prepares one row by its columns, for writers without a file. A cell that cannot be read refuses the row. @param values by
 * field; absent ones are blank
 */
export function prepareRow(definition: TableDefinition, values: Readonly<Record<string, unknown>>): PreparedRow | RowProblems {
  const fields = definition.columns.map(({ field }) => field);
  const preparer = preparers.get(definition) ?? createRowPreparer(definition, fields, { refusesUnreadable: true });
  preparers.set(definition, preparer);
  return preparer.prepare(fields.map((field) => values[field]));
}

interface ColumnReader {
  readonly field: string;
  readonly read: (raw: unknown) => ReadCell;
  /** Whether a spreadsheet gets the text as written, rather than a number or a date. */
  readonly isText: boolean;
}

interface ColumnReading {
  readonly unit: number | undefined;
  readonly listSeparator: string | null;
  readonly conventions: CellConventions;
}

/** @throws {TypeError} for a field that is not a column of the table */
function columnReader(
  definition: TableDefinition,
  field: string,
  { unit, listSeparator, conventions }: ColumnReading,
): ColumnReader {
  const column = definition.columns.find((candidate) => candidate.field === field);
  if (column === undefined) throw new TypeError(`${field} is no column of ${definition.name}`);
  const read =
    column.kind === 'list' && listSeparator !== null
      ? listReader(column, listSeparator)
      : cellReader(column, { amountUnit: unit, conventions });
  const rewrite = rewriteOf(definition.name, field);
  const spell = spellerOf(definition, column);
  if (rangeColumns(definition).some(({ range }) => range === field))
    return { field, isText: true, read: (raw) => rangeText(read(raw)) };
  const isText = ['text', 'long-text', 'link', 'email', 'phone', 'list'].includes(column.kind);
  const written = rewrite === null ? read : (raw: unknown) => read(rewrite(raw));
  return { field, isText, read: spell === null ? written : (raw) => spelled(written(raw), spell) };
}

function listReader(column: ColumnDefinition, separator: string): (raw: unknown) => ReadCell {
  const read = cellReader(column);
  return (raw) => read(typeof raw === 'string' && raw.trim() !== '' ? raw.split(separator) : raw);
}

function rangeText(value: ReadCell): ReadCell {
  if (typeof value !== 'string') return value;
  if (isPlaceholder(value)) return null;
  return readRangeCell(value) === null ? new CellProblem(`${quoted(value)} is not a range of numbers`) : value;
}

/** A value that is no text, as it stands in the file. */
function shownText(raw: unknown): string {
  return typeof raw === 'string' ? raw.trim() : (JSON.stringify(raw) ?? String(raw));
}

function isLink(value: Exclude<ReadCell, CellProblem>): value is Link {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Exports join lists by commas. */
function couldRun(value: CellValue): boolean {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return false;
  const text = typeof value === 'string' ? value : value.join(', ');
  // Most texts begin with one of these characters, and have no sign of ASCII or beyond it behind a separator.
  return (!/^[a-z\d]/i.test(text) || /[\t\n\r,;|][^a-z\d\t\n\r,;|]*[=@+\-\u0080-\uffff]/i.test(text)) && safeCell(text) !== text;
}
