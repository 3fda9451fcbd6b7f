/**
 * Reads dates from captions of a rendered page: "Mar 2021 - Present · 5 yrs", "März 2021–Heute", "2021年3月 -
 * 現在". Only the structure counts: the part before the middle dot, two sides of a dash, four digits for a year.
 * A second side without digits means ongoing, so the words for "present" need not be known.
 */
import { foldText } from './fold-text.ts';
import { monthNamed } from './month-names.ts';

export type DatePrecision = 'day' | 'month' | 'year';

export interface PartialDate {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number | null;
  readonly day: number | null;
}

export interface CaptionDates {
  readonly start: PartialDate;
  /** The end; equal to `start` if the caption has a single date; null if ongoing. */
  readonly end: PartialDate | null;
  readonly isOngoing: boolean;
}

const MAX_CAPTION = 200;
const SEGMENTS = /[·•∙⋅|\u0387]/;
const PARENTHESES = /\([^()]*\)|（[^（）]*）/g;
const FOUR_DIGITS = /\p{Nd}{4}/u;

/** @returns null if the caption has no year */
export function readCaptionDates(caption: string | null | undefined): CaptionDates | null {
  if (caption === null || caption === undefined) return null;
  for (const segment of caption.slice(0, MAX_CAPTION).split(SEGMENTS)) {
    if (!FOUR_DIGITS.test(segment)) continue;
    const folded = foldText(segment);
    const dates = readRange(folded.includes('(') || folded.includes('（') ? folded.replace(PARENTHESES, ' ').trim() : folded);
    if (dates !== null) return dates;
  }
  return null;
}

function readRange(segment: string): CaptionDates | null {
  const [first, second] = splitRange(segment);
  if (second === null) {
    const single = readDate(first, null);
    return single === null ? null : { start: single, end: single, isOngoing: false };
  }
  if (!/\d/.test(second)) {
    const start = readDate(first, null);
    return start === null ? null : { start, end: null, isOngoing: true };
  }
  const end = readDate(second, null);
  // "Jan - Jun 2021": one year for both.
  const start = readDate(first, end?.year ?? null);
  return start === null ? null : { start, end, isOngoing: false };
}

/** Dashes with spaces around them, then long dashes without, then separators of some languages. */
const SEPARATORS = [
  /\s[-–—―−‐‑~〜～](?:\s|$)|\s[-–—―−‐‑~〜～]|[-–—―−‐‑~〜～]\s/,
  /[–—―~〜～]/,
  /(?<=[0-9年月日])\s?(?:至|から|부터)/,
];
const NUMERIC_DATE = /^\d{4}-\d{1,2}(?:-\d{1,2})?$/;
const HYPHEN = /(?<=^[^-]*\d)-/;
const UNTIL_WORD = /(?<=\d{4}\S*) (?:to|bis|a|al|do|до|til|till|tot|hasta|ate|sampai|hingga|تا|الى|đen) /;
const SAYS_SOMETHING = /[\d\p{L}]/u;

function splitRange(segment: string): readonly [string, string | null] {
  for (const pattern of SEPARATORS) {
    const sides = splitAt(pattern, segment);
    if (sides !== null && SAYS_SOMETHING.test(sides[0])) return sides;
  }
  const hyphened = NUMERIC_DATE.test(segment) ? null : splitAt(HYPHEN, segment);
  return hyphened ?? splitAt(UNTIL_WORD, segment) ?? [segment, null];
}

function splitAt(pattern: RegExp, segment: string): readonly [string, string] | null {
  const separator = pattern.exec(segment);
  if (separator === null) return null;
  return [segment.slice(0, separator.index), segment.slice(separator.index + separator[0].length)];
}

const EAST_ASIAN = /(\d{4})\s?(?:年|년)\s?(?:(\d{1,2})\s?(?:月|월)\s?(?:(\d{1,2})\s?(?:日|일))?)?/;
const YEAR_FIRST = /(?:^|\D)(\d{4})[./-]\s?(\d{1,2})(?:[./-]\s?(\d{1,2}))?(?:\D|$)/;
const YEAR_LAST = /(?:^|\D)(?:(\d{1,2})[./-]\s?)?(\d{1,2})[./-]\s?(\d{4})(?:\D|$)/;
const NUMBERED_MONTH = /(?:thang|thg|th)\s?(\d{1,2})(?:\D|$)/;
const YEAR = /(?:^|\D)(\d{4})(?:\D|$)/;
const DAY = /(?:^|\D)(\d{1,2})(?:\D|$)/;
const WORDS = /[\p{L}\p{M}]+(?:[.'’׳״॰]+[\p{L}\p{M}]+)*/gu;

/** "mar 2021", "2019": the most common captions. */
const COMMON_CAPTION = /^\s?(?:(\p{L}[\p{L}\p{M}]*)\.? )?(\d{4})\s?$/u;

function readDate(text: string, otherYear: number | null): PartialDate | null {
  const common = COMMON_CAPTION.exec(text);
  if (common !== null) {
    const named = common[1] === undefined ? null : monthNamed(common[1]);
    if (common[1] === undefined || named !== null)
      return dateOf(common[2], named === null ? undefined : String(named), undefined);
  }
  const asian = EAST_ASIAN.exec(text);
  if (asian !== null) return dateOf(asian[1], asian[2], asian[3]);
  const yearText = YEAR.exec(text)?.[1];
  const year = yearText === undefined ? otherYear : yearOf(yearText);
  if (year === null) return null;
  const month = namedMonth(text);
  if (month !== null) return dateOf(String(year), String(month), DAY.exec(text)?.[1]);
  const numbered = NUMBERED_MONTH.exec(text);
  if (numbered !== null) return dateOf(String(year), numbered[1], undefined);
  if (yearText === undefined) return null;
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return dateOf(yearFirst[1], yearFirst[2], yearFirst[3]);
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast !== null) return numericDate(yearLast);
  return { year, month: null, day: null };
}

/** `3/2021` is a month. In `12/3/2021` the month is known only if one of the numbers cannot be a month. */
function numericDate(parts: RegExpExecArray): PartialDate | null {
  const [, first, second, year] = parts;
  if (first === undefined) return dateOf(year, second, undefined);
  // Dates with dots put the day first in every language.
  if (Number(first) > 12 || parts[0].includes('.')) return dateOf(year, second, first);
  if (Number(second) > 12) return dateOf(year, first, second);
  return first === second ? dateOf(year, first, second) : dateOf(year, undefined, undefined);
}

function namedMonth(text: string): number | null {
  const words = [...text.matchAll(WORDS)].map((match) => match[0].replace(/[.'’׳״॰]/g, ''));
  for (const [position, word] of words.entries()) {
    const pair = words[position + 1];
    const month = (pair === undefined ? null : monthNamed(`${word} ${pair}`)) ?? monthNamed(word);
    if (month !== null) return month;
  }
  return null;
}

/** Thai pages use Buddhist years, 543 ahead. */
function yearOf(text: string): number | null {
  const year = Number(text);
  const gregorian = year >= 2443 && year <= 2643 ? year - 543 : year;
  return gregorian >= 1900 && gregorian <= 2100 ? gregorian : null;
}

function dateOf(yearText: string | undefined, monthText: string | undefined, dayText: string | undefined): PartialDate | null {
  const year = yearText === undefined ? null : yearOf(yearText);
  return year === null ? null : partialDate(year, monthText === undefined ? null : Number(monthText), Number(dayText ?? 0));
}

/** A date as precise as its numbers allow: an invalid month leaves the year, an invalid day leaves the month. */
export function partialDate(year: number, month: number | null, day: number | null): PartialDate | null {
  if (!Number.isInteger(year) || year < 1900 || year > 2100) return null;
  if (month === null || !Number.isInteger(month) || month < 1 || month > 12) return { year, month: null, day: null };
  const isDay = day !== null && Number.isInteger(day) && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { year, month, day: isDay ? day : null };
}

/** ISO day. A month or a year alone starts on its first day. */
export function isoDay(date: PartialDate): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.year}-${two(date.month ?? 1)}-${two(date.day ?? 1)}`;
}

export function precisionOf(date: PartialDate): DatePrecision {
  if (date.day !== null) return 'day';
  return date.month === null ? 'year' : 'month';
}
