/** The text of a cell of a workbook, as the same cell would be in a CSV file. Pure. */
import type { NumberStyle } from './cell-styles.ts';

/** Digits that spreadsheet programs keep and show. */
const SIGNIFICANT_DIGITS = 15;
/** More are a number that no column holds. */
const LONGEST_NUMBER = 40;
const DAY = 24 * 3600 * 1000;
/** 31 December 9999, the last day of spreadsheets. */
const LAST_DAY = 2_958_465;
/** Days between the first days of the two calendars. */
const DAYS_TO_1904 = 1462;
/** 29 February 1900 is a day of spreadsheets alone. */
const NO_DAY = 60;

/** Undoes `_x000D_`, by which workbooks write characters that XML does not have. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** @param written as the workbook stores it, such as `45352.5` */
export function numberText(written: string, style: NumberStyle | null, is1904: boolean): string {
  const text = written.trim();
  if (style === null) return plainNumber(text);
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return text;
  if (style.kind === 'percent') return `${plainNumber(String(Number((value * 100).toPrecision(SIGNIFICANT_DIGITS))))}%`;
  if (style.kind === 'currency') return `${value < 0 ? '-' : ''}${style.symbol}${plainNumber(text.replace('-', ''))}`;
  return momentText(is1904 ? value + DAYS_TO_1904 : value, style.kind) ?? plainNumber(text);
}

/** null: it is no day of the calendar */
function momentText(serial: number, kind: 'date' | 'time' | 'moment'): string | null {
  if (serial < 0 || serial >= LAST_DAY + 1 || Math.floor(serial) === NO_DAY) return null;
  const days = serial < NO_DAY ? serial + 1 : serial;
  const moment = new Date(Date.UTC(1899, 11, 30) + Math.round((days * DAY) / 1000) * 1000).toISOString();
  const [day, time] = [moment.slice(0, 10), moment.slice(11, 19)];
  if (kind === 'date') return day;
  // A time of no day is one of the first day.
  return kind === 'time' && serial < 1 ? time : `${day} ${time}`;
}

/** Without powers of ten, and without the digits that binary fractions add. */
function plainNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text;
  const [, sign = '', whole = '', fraction = '', power = ''] = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i.exec(text) ?? [];
  if (whole === '') return text;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  if (point > LONGEST_NUMBER || point < -LONGEST_NUMBER) return text;
  const minus = sign === '-' ? '-' : '';
  // All digits of a whole number are kept: they may be an id.
  if (point >= digits.length) return minus + withoutZeros(digits.padEnd(point, '0'));
  const exact =
    digits.replace(/^0+/, '').length > SIGNIFICANT_DIGITS ? Number(Number(text).toPrecision(SIGNIFICANT_DIGITS)) : null;
  if (exact !== null && !/e/i.test(String(exact))) return String(exact);
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0');
  const split = Math.max(point, 1);
  const rest = padded.slice(split).replace(/0+$/, '');
  return minus + withoutZeros(padded.slice(0, split)) + (rest === '' ? '' : `.${rest}`);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/** The address in a formula such as `HYPERLINK("https://…","Loom")`; null: it is another formula */
export function addressInFormula(formula: string): string | null {
  return /^\s*HYPERLINK\(\s*"((?:[^"]|"")+)"/i.exec(formula)?.[1]?.replaceAll('""', '"') ?? null;
}
