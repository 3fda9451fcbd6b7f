/** Days as people write them in numbers, and the same days as `YYYY-MM-DD`. */
import { isCalendarDay } from '@leadloom/shared/domain/calendar-day';

/** How the reader's language writes a day, as a pattern of `YYYY`, `MM` and `DD`: `DD.MM.YYYY`. */
export function dayPattern(locale?: string): string {
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(0);
  return parts.map(({ type, value }) => notation[type] ?? value).join('');
}

const notation: Readonly<Record<string, string>> = { day: 'DD', month: 'MM', year: 'YYYY' };

/** @param day `YYYY-MM-DD` or empty, which stays empty */
export function writeDay(day: string, pattern: string): string {
  if (day === '') return '';
  const [year = '', month = '', date = ''] = day.split('-');
  return pattern.replace('YYYY', year).replace('MM', month).replace('DD', date);
}

type Order = 'year-month-day' | 'day-month-year' | 'month-day-year';

/** Three numbers with separators, or without, as people type who expect an input mask. */
const APART = /^\D*(\d{1,4})(\D+)(\d{1,2})\D+(\d{1,4})\D*$/;
const TOGETHER = /^\d{8}$/;

/**
 * A year has four digits. If it comes first, month and day follow; with dots, day and month come first. Otherwise
 * the pattern decides between day and month, unless only the other order is a valid date.
 * @param isWhole nothing more will be typed. Before that `2024-1-1` may still become `2024-1-15`, and is no day
 * yet.
 * @returns `YYYY-MM-DD`, or null: it is no day
 */
export function readDay(text: string, pattern: string, isWhole = true): string | null {
  const typed = text.replaceAll(/\p{Cf}/gu, '').trim();
  if (TOGETHER.test(typed)) return firstDay([patternOrder(pattern), 'year-month-day'], (order) => cut(typed, order));
  const [, first = '', between = '', second = '', third = ''] = APART.exec(typed) ?? [];
  if (first.length === 4)
    return isWhole || third.length === 2 ? firstDay(['year-month-day'], () => [first, second, third]) : null;
  if (third.length !== 4 || first.length > 2) return null;
  return firstDay(between.includes('.') ? ['day-month-year'] : bothOrders(pattern), () => [first, second, third]);
}

function patternOrder(pattern: string): Order {
  if (pattern.indexOf('YYYY') < pattern.indexOf('MM')) return 'year-month-day';
  return pattern.indexOf('DD') < pattern.indexOf('MM') ? 'day-month-year' : 'month-day-year';
}

/**
 * The likelier of the two orders comes first. If the year comes first in the pattern, as in `2024/03/05`, nobody can tell
 * the order before a year at the end.
 */
function bothOrders(pattern: string): readonly Order[] {
  return patternOrder(pattern) === 'month-day-year' ? ['month-day-year', 'day-month-year'] : ['day-month-year', 'month-day-year'];
}

function cut(figures: string, order: Order): readonly string[] {
  const [one, two] = order === 'year-month-day' ? [4, 6] : [2, 4];
  return [figures.slice(0, one), figures.slice(one, two), figures.slice(two)];
}

function firstDay(orders: readonly Order[], figuresOf: (order: Order) => readonly string[]): string | null {
  for (const order of orders) {
    const figures = figuresOf(order);
    const names = order.split('-');
    const of = (name: string) => (figures[names.indexOf(name)] ?? '').padStart(2, '0');
    const day = `${of('year')}-${of('month')}-${of('day')}`;
    if (isCalendarDay(day) && Number(of('year')) >= FIRST_YEAR) return day;
  }
  return null;
}

/** An earlier year is a typing error: one of its digits is missing or misplaced. */
const FIRST_YEAR = 1000;
