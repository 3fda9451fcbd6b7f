/** How long ago a moment was, in words: `2 hours ago`. */
import { once } from './once.ts';

const format = once(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'always' }));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param now epoch milliseconds; a moment to come counts as now */
export function formatAgo(isoTime: string, now: number): string {
  const age = Math.max(0, now - Date.parse(isoTime));
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return format().format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return format().format(-Math.floor(age / HOUR), 'hour');
  return format().format(-Math.floor(age / DAY), 'day');
}
