/**
 * Dates and times in files: ISO forms, month names, numbers in any order if only one is possible, seconds or milliseconds
 * since 1970, the day numbers of spreadsheets. A time without a zone is UTC. Of a month or a year, the day is its first. A date that could be several days is refused; the other cells of its column may
 * settle the order before (`settle-days.ts`).
 */
import { isCalendarDay } from '@leadloom/shared/domain/calendar-day';
import { CellProblem, quoted } from '@leadloom/shared/domain/cell-problem';
import { foldMonthName, monthNamed } from '@leadloom/shared/linkedin/parse/month-names';
import { Temporal } from 'temporal-polyfill';

/** The order in which a date of three numbers names day, month and year. */
export const dateOrders = ['mdy', 'dmy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];

interface WrittenDay {
  /** `YYYY-MM-DD`, not yet checked for existence. */
  readonly day: string;
  /** The text behind the day. */
  readonly rest: string;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const ISO_MOMENT = /^(\d{4}-\d{2}-\d{2})(T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?Z$/;

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?=$|[\sT,])(.*)$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?=$|[\sT])(.*)$/i;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=$|[\sT,])(.*)$/i;
const SHORT_YEAR = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2})(?=$|[\sT,])(.*)$/i;
/** Two digits from here on are years of the last century. */
const LAST_CENTURY_FROM = 69;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i;
const DAY_THEN_NAME = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:of\s+)?([\p{L}\p{M}]{3,12})\.?,?[\s-]+(\d{4})(?=$|[\sT,])(.*)$/u;
const NAME_THEN_DAY = /^([\p{L}\p{M}]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?=$|[\sT,])(.*)$/u;

const TIME =
  /^[\sT,]+(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap])?(?:\.?m\.?)?\s*(Z|UTC|GMT|[ECMP][SD]T|WES?T|CES?T|EES?T|(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?)?(?:\s*\([^()]*\))?$/i;
/**
 * In hours. Those of North America as mails write them (RFC 5322), and those of Europe. Others, such as IST and BST, name
 * several zones.
 */
const NAMED_ZONES: Readonly<Record<string, number>> = {
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
  ...{ WET: 0, WEST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3 },
};
/** `2024-03-05 08:30 Europe/Oslo`, in brackets too. */
const IN_ZONE =
  /^(.*\S)\s*(?:\s|\[|\()((?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[\w+/-]{1,40})[\])]?$/;
/** Days since the last but one of 1899, with a part of a day behind the point; from 1954 to 2064. */
const SPREADSHEET_DAY = /^([2-5]\d{4})(?:[.,](\d{1,15}))?$/;
const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MILLISECONDS = 24 * 3600 * 1000;
const MONTH_OF_YEAR = /^([\p{L}\p{M}]{3,12})\.?,?[\s-]+(\d{4})$/u;
const YEAR_AND_MONTH = /^(\d{4})[-/.](\d{1,2})$/;
const MONTH_AND_YEAR = /^(\d{1,2})[-/.](\d{4})$/;
const QUARTER_OF_YEAR = /^Q([1-4])[\s/-]*(\d{4})$/i;
const YEAR = /^(?:19|20)\d{2}$/;
const NUMERIC_DAY = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}/;
const EPOCH_SECONDS = /^-?\d{9,11}(?:\.\d+)?$/;
const EPOCH_MILLISECONDS = /^\d{12,13}$/;

/** `YYYY-MM-DD`. For a date with a time, the day as written; for a month or a year, its first. */
export function readDay(text: string): string | CellProblem {
  const written = ISO_DAY.test(text) ? { day: text, rest: '' } : splitDay(text);
  if (written instanceof CellProblem) return written;
  const { day, rest } = written ?? { day: spreadsheetMoment(text)?.slice(0, 10) ?? firstDayOf(text) ?? '', rest: '' };
  if (!isCalendarDay(day) || (rest.trim() !== '' && millisecondsOf(rest) === null)) return notADay(text);
  return day;
}

/** `YYYY-MM-DDTHH:mm:ss.sssZ`. Times are stored to the millisecond. */
export function readMoment(text: string): string | CellProblem {
  const [, day, time, fraction = ''] = ISO_MOMENT.exec(text) ?? [];
  if (day !== undefined && isCalendarDay(day)) return `${day}${time}.${fraction.padEnd(3, '0')}Z`;
  if (EPOCH_SECONDS.test(text)) return momentAt(Number(text) * 1000, text);
  if (EPOCH_MILLISECONDS.test(text)) return momentAt(Number(text), text);
  const onSheet = spreadsheetMoment(text);
  if (onSheet !== null) return onSheet;
  const [, local, zone] = IN_ZONE.exec(text) ?? [];
  if (local !== undefined && zone !== undefined) return momentInZone(local, zone, text);
  const written = splitDay(text);
  if (written === null) return notAMoment(text);
  if (written instanceof CellProblem) return written;
  const rest = written.rest.trim() === '' ? 0 : millisecondsOf(written.rest);
  if (!isCalendarDay(written.day) || rest === null) return notAMoment(text);
  return momentAt(Date.parse(`${written.day}T00:00:00Z`) + rest, text);
}

/** The first day of a month, quarter or year; null: the text is none of them */
function firstDayOf(text: string): string | null {
  const [, name, ofYear] = MONTH_OF_YEAR.exec(text) ?? [];
  const [, quarter, ofQuarter] = QUARTER_OF_YEAR.exec(text) ?? [];
  const [, firstYear, secondMonth] = YEAR_AND_MONTH.exec(text) ?? [];
  const [, firstMonth, secondYear] = MONTH_AND_YEAR.exec(text) ?? [];
  const month =
    name !== undefined
      ? monthNamed(foldMonthName(name))
      : quarter !== undefined
        ? Number(quarter) * 3 - 2
        : (secondMonth ?? firstMonth ?? (YEAR.test(text) ? 1 : null));
  if (month === null) return null;
  return `${ofYear ?? ofQuarter ?? firstYear ?? secondYear ?? text}-${twoDigits(Number(month))}-01`;
}

/** null: the text is no day number of a spreadsheet */
function spreadsheetMoment(text: string): string | null {
  const [, days, part = ''] = SPREADSHEET_DAY.exec(text) ?? [];
  if (days === undefined) return null;
  // Spreadsheets count to the second; the fraction is not exact beyond it.
  const seconds = Math.round(Number(`0.${part}0`) * 86_400);
  return new Date(SPREADSHEET_EPOCH + Number(days) * DAY_MILLISECONDS + seconds * 1000).toISOString();
}

/** A time in a zone of the IANA database. */
function momentInZone(local: string, zone: string, text: string): string | CellProblem {
  const read = readMoment(local);
  if (read instanceof CellProblem) return read;
  try {
    const { epochMilliseconds } = Temporal.PlainDateTime.from(read.slice(0, -1)).toZonedDateTime(zone);
    return momentAt(epochMilliseconds, text);
  } catch {
    return notAMoment(text);
  }
}

function momentAt(milliseconds: number, text: string): string | CellProblem {
  const date = new Date(Math.round(milliseconds));
  const isValid = !Number.isNaN(date.getTime()) && isCalendarDay(date.toISOString().slice(0, 10));
  return isValid ? date.toISOString() : notAMoment(text);
}

/** The day and the rest of a text; null: there is no day. */
function splitDay(text: string): WrittenDay | null | CellProblem {
  const first = YEAR_FIRST.exec(text);
  if (first !== null) return written(first[1], first[3], first[4], first[5]);
  const compact = COMPACT.exec(text);
  if (compact !== null) return written(compact[1], compact[2], compact[3], compact[4]);
  const readings = numericDay(text);
  if (readings !== null) return onlyReading(text, readings);
  const words = text.replace(WEEKDAY, '');
  const [, day, name = '', year, rest] = DAY_THEN_NAME.exec(words) ?? [];
  if (day !== undefined) return named(name, written(year, '1', day, rest));
  const [, otherName = '', otherDay, otherYear, otherRest] = NAME_THEN_DAY.exec(words) ?? [];
  return otherDay === undefined ? null : named(otherName, written(otherYear, '1', otherDay, otherRest));
}

/** The days that a date of three numbers can mean, by the order in which it would be read. */
interface NumericDay {
  readonly readings: ReadonlyMap<DateOrder, string>;
  readonly rest: string;
}

/** A date of three numbers; null: the year is not at its end, or has two digits. */
function numericDay(text: string): NumericDay | null {
  const [, one = '', mark = '', two = '', three = '', rest = ''] = YEAR_LAST.exec(text) ?? SHORT_YEAR.exec(text) ?? [];
  if (one === '') return null;
  const isLong = three.length === 4;
  // With dots, the day always comes first; with other marks, the order depends on the country.
  const orders: readonly DateOrder[] =
    mark === '.' ? ['dmy'] : isLong ? ['dmy', 'mdy'] : one.length === 2 ? ['dmy', 'mdy', 'ymd'] : ['dmy', 'mdy'];
  const parts = { dmy: [three, two, one], mdy: [three, one, two], ymd: [one, two, three] } as const;
  const readings = orders.flatMap((order) => {
    const [year, month, day] = parts[order];
    const found = `${isLong ? year : wholeYear(year)}-${twoDigits(Number(month))}-${twoDigits(Number(day))}`;
    return isCalendarDay(found) ? [[order, found] as const] : [];
  });
  return { readings: new Map(readings), rest };
}

function wholeYear(twoDigits: string): string {
  return `${Number(twoDigits) >= LAST_CENTURY_FROM ? '19' : '20'}${twoDigits}`;
}

/** The only day that the numbers can mean; null: they are no day in any order. */
function onlyReading(text: string, { readings, rest }: NumericDay): WrittenDay | null | CellProblem {
  const [first, ...others] = new Set(readings.values());
  if (first === undefined) return null;
  if (others.length === 0) return { day: first, rest };
  const year = others.every((day) => day.slice(0, 4) === first.slice(0, 4)) ? first.slice(0, 4) : 'YYYY';
  return new CellProblem(`${quoted(text)} could be ${others.length === 1 ? 'two' : 'three'} days; write it as ${year}-MM-DD`);
}

/**
 * The orders in which a cell can be read as a date.
 * @param text without surrounding blanks
 * @returns null: it is not a date of three numbers, or no order reads it, or all of them read the same day
 */
export function ordersOf(text: string): { readonly orders: ReadonlySet<DateOrder>; readonly isAmbiguous: boolean } | null {
  // Almost all cells are something else.
  if (!NUMERIC_DAY.test(text)) return null;
  const day = numericDay(text);
  if (day === null || day.readings.size === 0) return null;
  const isAmbiguous = new Set(day.readings.values()).size > 1;
  return !isAmbiguous && day.readings.size > 1 ? null : { orders: new Set(day.readings.keys()), isAmbiguous };
}

/** The date with its day written as `YYYY-MM-DD`; the text itself where the order does not fit. */
export function withDayInOrder(text: string, order: DateOrder): string {
  const day = numericDay(text);
  const reading = day?.readings.get(order);
  return day === null || reading === undefined ? text : `${reading}${day.rest}`;
}

function named(name: string, { day, rest }: WrittenDay): WrittenDay | null {
  const month = monthNamed(foldMonthName(name));
  return month === null ? null : { day: `${day.slice(0, 5)}${twoDigits(month)}${day.slice(7)}`, rest };
}

function written(year: string | undefined, month: string | undefined, day: string | undefined, rest = ''): WrittenDay {
  return { day: `${year}-${twoDigits(Number(month))}-${twoDigits(Number(day))}`, rest };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Milliseconds since midnight UTC; null if it is not a time. */
function millisecondsOf(text: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [, hourText, minuteText, secondText = '0', fraction = '', half, zone, sign, zoneHours = '0', zoneMinutes = '0'] = match;
  const hour = Number(hourText);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const hours = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const [minutes, seconds] = [Number(minuteText), Number(secondText)];
  if (hours > 23 || minutes > 59 || seconds > 59 || Number(zoneHours) > 15 || Number(zoneMinutes) > 59) return null;
  const named = NAMED_ZONES[zone?.toUpperCase() ?? ''] ?? 0;
  const offset = named * 60 + (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  return ((hours * 60 + minutes - offset) * 60 + seconds) * 1000 + Math.floor(Number(`0.${fraction}0`) * 1000);
}

function notADay(text: string): CellProblem {
  return new CellProblem(`${quoted(text)} is not a date; write it as YYYY-MM-DD`);
}

function notAMoment(text: string): CellProblem {
  return new CellProblem(`${quoted(text)} is not a time; write it as YYYY-MM-DDTHH:MM:SSZ`);
}
