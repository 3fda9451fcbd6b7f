/** Formats values in the reader's language. A value that does not match its column's type is shown as it is. */
import type { CellValue, ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { once } from '../../../lib/once.ts';
import { addressText } from './cell-link.ts';

export interface CellFormat {
  readonly number: (value: number) => string;
  /** Millions of dollars, without the unit: one digit after the point, so that the values of a column line up. */
  readonly millions: (value: number) => string;
  /** The number with all its digits. */
  readonly exact: (value: number) => string;
  /** `2024-03-01` is the same day everywhere: it has no time zone. */
  readonly day: (value: string) => string;
  /** A moment, in the reader's time zone. */
  readonly time: (value: string) => string;
}

/** Digits after the point; below `from`, where these would say little or nothing, as many significant digits. */
const millionsRounding = { from: 1, digits: 1 } as const;
const numberRounding = { from: 0.001, digits: 3 } as const;
const SMALL_DIGITS = 3;

/** @param locale default: the browser's own */
export function createCellFormat(locale?: string): CellFormat {
  const decimal = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: numberRounding.digits }));
  const { digits } = millionsRounding;
  const tenths = once(() => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  const small = once(() => new Intl.NumberFormat(locale, { maximumSignificantDigits: SMALL_DIGITS }));
  const exact = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }));
  const day = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
  const time = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
  const isBelow = (value: number, limit: number) => value !== 0 && Math.abs(value) < limit;
  return {
    number: (value) => (isBelow(value, numberRounding.from) ? small() : decimal()).format(value),
    millions: (value) => (isBelow(value, millionsRounding.from) ? small() : tenths()).format(value),
    exact: (value) => exact().format(value),
    day: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? formatted(day(), `${value}T00:00:00Z`, value) : value),
    time: (value) => formatted(time(), value, value),
  };
}

function formatted(format: Intl.DateTimeFormat, time: string, otherwise: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? otherwise : format.format(date);
}

export const cellFormat = createCellFormat();

/** One line of text; empty for a blank cell. */
export function cellText(column: ColumnDefinition, value: CellValue, format: CellFormat = cellFormat): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return column.kind === 'money' ? money(column, value, format.millions) : format.number(value);
  if (typeof value !== 'string') return value.join(', ');
  if (column.kind === 'date') return format.day(value);
  if (column.kind === 'time') return format.time(value);
  return column.kind === 'link' ? addressText(column, value) : value;
}

/** The value of a cell to read whole or to copy: each value of a list on its line, and addresses as they are stored. */
export function wholeText(column: ColumnDefinition, value: CellValue): string {
  if (typeof value === 'object' && value !== null) return value.join('\n');
  return typeof value === 'string' && column.kind === 'link' ? value : cellText(column, value);
}

/**
 * What the text of a cell omits, such as the time in UTC or the digits of a rounded number. Undefined: the cell shows
 * nothing.
 */
export function cellTitle(column: ColumnDefinition, value: CellValue, format: CellFormat = cellFormat): string | undefined {
  if (typeof value === 'string') return column.kind === 'time' ? value : undefined;
  return typeof value === 'number' && isRounded(column, value) ? format.exact(value) : undefined;
}

function isRounded({ kind }: ColumnDefinition, value: number): boolean {
  const { from, digits } = kind === 'money' ? millionsRounding : numberRounding;
  return Number(Math.abs(value) < from ? value.toPrecision(SMALL_DIGITS) : value.toFixed(digits)) !== value;
}

/** A header that names the unit is not repeated in every cell. */
function money({ headerName }: ColumnDefinition, value: number, format: (value: number) => string): string {
  if (headerName.includes('$M')) return format(value);
  return `${value < 0 ? '-' : ''}$${format(Math.abs(value))}M`;
}
