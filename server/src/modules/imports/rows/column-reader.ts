/** How the cells of one column are read: by its kind, and with countries and known choices spelled uniformly. */
import { CellProblem, quoted } from '@leadloom/shared/domain/cell-problem';
import { readRangeCell } from '@leadloom/shared/domain/read-number-range';
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { englishCountry, isCountryName } from '../../../places/country-names.ts';
import { locationPart } from '../../../places/read-location.ts';
import { rangeColumns } from '../../../schema/data-table.ts';
import { cellReader, isPlaceholder, type ReadCell } from './cells/read-cell.ts';
import type { CellConventions } from './cells/written-by-programs.ts';
import { rewriteOf } from './source-forms.ts';

export interface ColumnReader {
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
export function columnReader(
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

/** The country's usual name, also where the cell names a place in it. */
function countryIn(text: string): string {
  return englishCountry(text.includes(',') && !isCountryName(text) ? locationPart(text, 'country') || text : text);
}

/** Spells values that people choose uniformly, so that each is shown and sorted as one. */
function spellerOf(definition: TableDefinition, { field }: ColumnDefinition): ((text: string) => string) | null {
  if (/(?:^|_)country$/.test(field)) return countryIn;
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
