/**
 * Prepares every row before it is written to a data table, by imports, visits and sample data alike. It reads
 * cells by their column's kind, spells countries and known choices uniformly, adds the derived columns and the
 * key, and detects formulas. Pure.
 */
import type { CellValue, ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { safeCell } from '../../../csv/safe-cell.ts';
import { domainColumn, domainSources } from '../data-table.ts';
import { canonicalKey } from './canonical-key.ts';
import { CellProblem } from './cells/cell-problem.ts';
import { englishCountry } from './cells/country-names.ts';
import { cellReader, type ReadCell } from './cells/read-cell.ts';
import type { Link } from './cells/read-link.ts';
import type { LostValue } from './record-source.ts';
import { derivationsOf, rewriteOf } from './source-forms.ts';

/** `time` cells as ISO times in UTC, `date` cells as `YYYY-MM-DD`; blank cells are null. */
export interface PreparedRow {
  readonly canonicalKey: string;
  /** Whether a spreadsheet could run one of the texts as a formula. */
  readonly needsEscape: boolean;
  /** In the order of the preparer's columns. */
  readonly cells: readonly CellValue[];
  /** Optional cells that could not be read; they are blank in `cells`. */
  readonly lost: readonly LostValue[];
}

/** All problems of a row, each with its column: `revenue: "soon" is not a number`. */
export class RowProblems {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    this.reasons = reasons;
  }
}

export interface RowPreparer {
  /** Columns of the database table for the cells: the given ones, then those derived from them. */
  readonly columns: readonly string[];
  /** @param raw one value for each given column: text, or a JSON value */
  prepare(raw: readonly unknown[]): PreparedRow | RowProblems;
}

export interface PrepareOptions {
  /** Whether a row is refused for an optional cell that cannot be read; by default the cell is left blank. */
  readonly refusesUnreadable?: boolean;
  /** Columns of amounts → the power of ten that one plain number stands for; absent ones are in millions. */
  readonly units?: Readonly<Record<string, number>>;
}

/** @param fields columns of the definition, each once, in the order of the values */
export function createRowPreparer(
  definition: TableDefinition,
  fields: readonly string[],
  { refusesUnreadable = false, units = {} }: PrepareOptions = {},
): RowPreparer {
  const readers = fields.map((field) => columnReader(definition, field, units[field]));
  const indexes = new Map(fields.map((field, index) => [field, index]));
  const derived = derivationsOf(definition.name).filter(({ from }) => indexes.has(from));
  const columns = [...fields];
  for (const { field } of derived) {
    if (indexes.has(field)) continue;
    indexes.set(field, columns.length);
    columns.push(field);
  }
  const domains = domainSources(definition).filter((source) => indexes.has(source));
  const required = definition.columns.filter((column) => column.isRequired === true);
  const isNeeded = new Set(required.map(({ field }) => field));
  const none: readonly string[] = [];
  const nothingLost: readonly LostValue[] = [];

  function prepare(raw: readonly unknown[]): PreparedRow | RowProblems {
    let reasons = none;
    let lost = nothingLost;
    let needsEscape = false;
    const cells: CellValue[] = [];
    const hosts = new Map<string, string>();
    for (const [index, { field, read, isText }] of readers.entries()) {
      const value = read(raw[index]);
      if (value instanceof CellProblem) {
        if (refusesUnreadable || isNeeded.has(field)) reasons = [...reasons, `${field}: ${value.reason}`];
        else lost = [...lost, { field, value: shownText(raw[index]) }];
        cells.push(null);
      } else if (isLink(value)) {
        hosts.set(field, value.domain);
        cells.push(value.address);
      } else cells.push(value);
      if (isText && !needsEscape) needsEscape = couldRun(cells[index] ?? null);
    }
    const cell = (field: string): CellValue => cells[indexes.get(field) ?? -1] ?? null;
    for (const { from, field, derive } of derived) cells[indexes.get(field) ?? cells.length] = derive(cell(from)) ?? cell(field);
    for (const { field } of required)
      if (cell(field) === null && !reasons.some((reason) => reason.startsWith(`${field}:`)))
        reasons = [...reasons, `${field}: is missing`];
    if (reasons !== none) return new RowProblems(reasons);
    const key = canonicalKey(definition, { cell, domain: (field) => hosts.get(field) ?? null });
    if (key === null) return new RowProblems(['the row fills no column it could be told by']);
    for (const source of domains) cells.push(hosts.get(source) ?? null);
    return { canonicalKey: key, needsEscape, cells, lost };
  }

  return { columns: [...columns, ...domains.map(domainColumn)], prepare };
}

const preparers = new WeakMap<TableDefinition, RowPreparer>();

/**
 * One row by its columns, for writers without a file. A cell that cannot be read refuses it.
 * @param values by field; absent ones are blank
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

/** @throws {TypeError} for a field that is not a column of the table */
function columnReader(definition: TableDefinition, field: string, unit?: number): ColumnReader {
  const column = definition.columns.find((candidate) => candidate.field === field);
  if (column === undefined) throw new TypeError(`${field} is no column of ${definition.name}`);
  const read = cellReader(column, unit);
  const rewrite = rewriteOf(definition.name, field);
  const spell = spellerOf(definition, column);
  const isText = ['text', 'long-text', 'link', 'email', 'phone', 'list'].includes(column.kind);
  const written = rewrite === null ? read : (raw: unknown) => read(rewrite(raw));
  return { field, isText, read: spell === null ? written : (raw) => spelled(written(raw), spell) };
}

/** Uniform spelling for values that people choose, because filters compare them character by character. */
function spellerOf(definition: TableDefinition, { field }: ColumnDefinition): ((text: string) => string) | null {
  if (/(?:^|_)country$/.test(field)) return englishCountry;
  const options = definition.filters.flatMap((filter) =>
    filter.kind === 'choice' && filter.column === field ? filter.options : [],
  );
  if (options.length === 0) return null;
  const spellings = new Map(options.map(({ value }) => [value.toLowerCase(), value]));
  return (text) => spellings.get(text.toLowerCase()) ?? text;
}

function spelled(value: ReadCell, spell: (text: string) => string): ReadCell {
  if (typeof value === 'string') return spell(value);
  return Array.isArray(value) ? [...new Set(value.map((item) => spell(String(item))))] : value;
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
  // A formula cannot start with one of these characters; most texts do.
  return !/^[a-z\d]/i.test(text) && safeCell(text) !== text;
}
