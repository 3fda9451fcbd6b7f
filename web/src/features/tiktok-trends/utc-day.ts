/** Days as the server counts them, in UTC, so that no time zone moves them. */
import { once } from '../../lib/once.ts';

const DAY_MS = 86_400_000;
const longFormat = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }));
const shortFormat = once(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }));

/** Days since 1970 of a date such as `2026-03-01`. */
export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

export function formatUtcDay(day: number): string {
  return longFormat().format(day * DAY_MS);
}

/** The day without the year, for axes. */
export function formatShortDay(day: number): string {
  return shortFormat().format(day * DAY_MS);
}
