/**
 * Which columns have bitmaps, and how a row's cells become bits. A facet is a column, whose values are texts in lower case or
 * the digits of numbers and days (`sliced-numbers.ts`), or all that is either so or not in a row. What the bits mean for a
 * condition is in `condition-bits.ts`.
 */
import type { ColumnDefinition, FlagFilter, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { flagCondition, isListColumn, isSampleRow, rangeColumnsOf } from '../../../schema/data-table.ts';
import { endsOf } from './condition-sql.ts';
import { type NumberFacet, numberValues } from './sliced-numbers.ts';

export interface Facet {
  readonly key: string;
  /** The cell by which rows are grouped; of a list, all of it. */
  readonly cell: SQL;
  readonly isList: boolean;
  /** Whether `readValues` takes the cell, or the item of a list, in the database's lower case. */
  readonly isLowered: boolean;
  /** The values a row holds. @param cell what the database answered for `cell` */
  readonly readValues: (cell: unknown) => readonly string[];
}

/** The facet of what is either so or not in a row. No column has this name. */
export const MARKS = '*';
/** The marks of a row. Values are compared in lower case, so names of values are written so. */
export const ROW_MARK = 'row';
export const SAMPLE_MARK = 'sample';
export const filledMark = (column: string) => `filled ${column}`;
export const trueMark = (column: string) => `true ${column}`;
export const flagMark = ({ key }: Pick<FlagFilter, 'key'>) => `flag ${key}`;

const LOW_END = 'low ';
const HIGH_END = 'high ';

export function facetsOf(definition: TableDefinition): readonly Facet[] {
  const choices = definition.columns.filter(({ field }) => isChoice(definition, field));
  return [
    marksFacet(definition),
    ...choices.map((column) => choiceFacet(definition, column)),
    ...definition.columns.flatMap((column) => (hasNumbers(column) ? numbersFacet(definition, column) : [])),
    ...definition.columns.flatMap((column) => (hasDays(column) ? daysFacet(column) : [])),
  ];
}

/** Whether a column has few enough values. Other texts have an index each that leads to few rows. */
export function isChoice(definition: TableDefinition, field: string): boolean {
  return definition.filters.some((filter) => filter.kind === 'choice' && filter.column === field);
}

function hasNumbers({ kind }: ColumnDefinition): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'money';
}

function hasDays({ kind }: ColumnDefinition): boolean {
  return kind === 'date' || kind === 'time';
}

/** Where the lowest and the highest number of a column's cells are found; null: it is no column of numbers. */
export function numberEnds(
  definition: TableDefinition,
  field: string,
): { readonly low: NumberFacet; readonly high: NumberFacet } | null {
  const column = definition.columns.find((one) => one.field === field);
  if (column === undefined || !hasNumbers(column)) return null;
  const isWhole = column.kind === 'integer';
  const isRange = rangeColumnsOf(definition, field) !== null;
  const end = (prefix: string): NumberFacet => ({ facet: field, prefix: isRange ? prefix : '', isWhole });
  return { low: end(LOW_END), high: end(HIGH_END) };
}

/** Where the number of a column's days is found, see `dayNumberOf`; null: it is no column of days. */
export function dayNumbers(definition: TableDefinition, field: string): NumberFacet | null {
  return definition.columns.some((column) => column.field === field && hasDays(column))
    ? { facet: field, prefix: '', isWhole: true }
    : null;
}

/** `12` for 0001-01-13, the same number as the database's. @param day as `YYYY-MM-DD` */
export function dayNumberOf(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse('0001-01-01T00:00:00Z')) / 86_400_000);
}

/** All marks as the digits of one number: most rows share theirs with many others, and are grouped once for all marks. */
function marksFacet(definition: TableDefinition): Facet {
  const marks = marksOf(definition);
  const digits = marks.map(
    ({ condition }, at) => sql`case when ${condition} then ${sql.raw(String(2 ** at))}::bigint else 0 end`,
  );
  return {
    key: MARKS,
    cell: sql`(${sql.join(digits, sql` + `)})`,
    isList: false,
    isLowered: false,
    readValues: (cell) => {
      if (typeof cell !== 'string') return [];
      const number = BigInt(cell);
      return marks.flatMap(({ name }, at) => ((number >> BigInt(at)) & 1n ? [name] : []));
    },
  };
}

function marksOf(definition: TableDefinition): readonly { readonly name: string; readonly condition: SQL }[] {
  return [
    { name: ROW_MARK, condition: sql`true` },
    { name: SAMPLE_MARK, condition: isSampleRow },
    ...definition.columns.flatMap(({ field, kind }) => {
      const { low, high } = endsOf(definition, field);
      const filled = low === high ? sql`${low} is not null` : sql`${low} is not null or ${high} is not null`;
      return [
        { name: filledMark(field), condition: filled },
        ...(kind === 'boolean' ? [{ name: trueMark(field), condition: sql`${low}` }] : []),
      ];
    }),
    ...definition.filters.flatMap((filter) =>
      filter.kind === 'flag' ? [{ name: flagMark(filter), condition: flagCondition(filter) }] : [],
    ),
  ];
}

function choiceFacet(definition: TableDefinition, { field }: ColumnDefinition): Facet {
  return {
    key: field,
    cell: sql`${sql.identifier(field)}`,
    isList: isListColumn(definition, field),
    isLowered: true,
    readValues: (cell) => {
      if (typeof cell === 'string') return [cell];
      return Array.isArray(cell) ? [...new Set(cell.filter((item) => typeof item === 'string'))] : [];
    },
  };
}

function numbersFacet(definition: TableDefinition, { field }: ColumnDefinition): Facet {
  const { low, high } = endsOf(definition, field);
  const isRange = low !== high;
  return {
    key: field,
    cell: isRange ? sql`array[${low}, ${high}]::double precision[]` : sql`${low}::double precision`,
    isList: false,
    isLowered: false,
    readValues: (cell) => {
      if (typeof cell === 'number') return numberValues(cell);
      if (!Array.isArray(cell)) return [];
      return [LOW_END, HIGH_END].flatMap((prefix, end) => {
        const number: unknown = cell[end];
        return typeof number === 'number' ? numberValues(number).map((value) => `${prefix}${value}`) : [];
      });
    },
  };
}

function daysFacet({ field, kind }: ColumnDefinition): Facet {
  const column = sql.identifier(field);
  const day = kind === 'time' ? sql`(${column} at time zone 'UTC')::date` : sql`${column}`;
  return {
    key: field,
    cell: sql`(${day} - date '0001-01-01')`,
    isList: false,
    isLowered: false,
    readValues: (cell) => (typeof cell === 'number' ? numberValues(cell) : []),
  };
}
