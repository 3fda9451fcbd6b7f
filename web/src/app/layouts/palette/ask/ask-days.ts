/** Times in a question: `since 2024`, `before march 2025`, `between 2020 and 2024`, `new since yesterday`. Pure. */
import { isCalendarDay } from '@leadloom/shared/domain/calendar-day';
import { LAST_DAY } from '../../../../lib/changed/changed-choice.ts';
import { LAST_VISIT } from '../../../../lib/last-visit.ts';

/** The first and the last day, both inclusive (`YYYY-MM-DD`). */
interface Days {
  readonly first: string;
  readonly last: string;
}

export interface RequestedDays {
  /** Words that it takes. */
  readonly length: number;
  readonly after?: string;
  readonly before?: string;
}

export interface RequestedChange {
  readonly length: number;
  /** The value of the filter "Changed", as the address has it. */
  readonly changed: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FROM = new Set(['since', 'after', 'from']);
const UNTIL = new Set(['until', 'till', 'through', 'to']);
const DAY_MS = 86_400_000;

/** What the words from here on say about a day of the rows; null: nothing. */
export function requestedDays([word = '', ...rest]: readonly string[]): RequestedDays | null {
  const found = readDays(rest);
  if (found === null) return null;
  const { days, length } = found;
  if (word === 'between') {
    const end = rest[length] === 'and' ? readDays(rest.slice(length + 1)) : null;
    if (end === null || end.days.last < days.first) return null;
    return { length: length + end.length + 2, after: days.first, before: end.days.last };
  }
  if (FROM.has(word)) return { length: length + 1, after: word === 'after' ? shift(days.last, 1) : days.first };
  if (UNTIL.has(word)) return { length: length + 1, before: days.last };
  if (word === 'before') return { length: length + 1, before: shift(days.first, -1) };
  if (word === 'in' || word === 'on') return { length: length + 1, after: days.first, before: days.last };
  return null;
}

/** A year, a month of a year or a day at the beginning of the words. */
function readDays([first = '', second = '']: readonly string[]): { readonly days: Days; readonly length: number } | null {
  if (isCalendarDay(first)) return { days: { first, last: first }, length: 1 };
  if (/^(?:19|20)\d\d$/.test(first)) return { days: { first: `${first}-01-01`, last: `${first}-12-31` }, length: 1 };
  const [, year, digits] = /^((?:19|20)\d\d)-(\d\d)$/.exec(first) ?? [];
  if (year !== undefined) return ofMonth(Number(year), Number(digits), 1);
  const month = first.length >= 3 ? MONTHS.findIndex((name) => first.startsWith(name)) + 1 : 0;
  return /^(?:19|20)\d\d$/.test(second) ? ofMonth(Number(second), month, 2) : null;
}

function ofMonth(year: number, month: number, length: number) {
  if (month < 1 || month > 12) return null;
  const at = (day: Date) => day.toISOString().slice(0, 10);
  return { days: { first: at(new Date(Date.UTC(year, month - 1, 1))), last: at(new Date(Date.UTC(year, month, 0))) }, length };
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

const NEW = new Set(['new', 'changed', 'updated', 'added']);
const SINCE = new Set(['since', 'in', 'of', 'from', 'the', 'my', 'last', 'past', 'this']);
const TIMES: readonly (readonly [words: string, changed: string])[] = [
  ['yesterday', LAST_DAY],
  ['today', LAST_DAY],
  ['24 hours', LAST_DAY],
  ['day', LAST_DAY],
  ['week', '7d'],
  ['7 days', '7d'],
  ['month', '30d'],
  ['30 days', '30d'],
  ['visit', LAST_VISIT],
];

/** `new since yesterday`, `since my last visit`, `new this week`; `new` alone means since the last visit. null: nothing. */
export function requestedChange(words: readonly string[]): RequestedChange | null {
  const isNew = NEW.has(words[0] ?? '');
  let at = isNew ? 1 : 0;
  const from = at;
  while (SINCE.has(words[at] ?? '')) at += 1;
  const time = TIMES.find(([text]) => text === words.slice(at, at + text.split(' ').length).join(' '));
  if (time !== undefined && (isNew || at > from)) return { length: at + time[0].split(' ').length, changed: time[1] };
  return isNew ? { length: 1, changed: LAST_VISIT } : null;
}
