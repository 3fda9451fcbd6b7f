/** Moments in the reader's language and time zone, in the one form that all screens show: `Nov 30, 2026, 8:00 AM`. */
import { once } from './once.ts';

const timeFormat = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }));

const dayFormat = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }));
const dayOfYearFormat = once(() => new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' }));
const dayAndTimeFormat = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }));

export function formatDay(isoTime: string): string {
  return dayFormat().format(new Date(isoTime));
}

/** `Dec 1`, where the year is clear. */
export function formatDayOfYear(isoTime: string): string {
  return dayOfYearFormat().format(new Date(isoTime));
}

export function formatDayAndTime(isoTime: string): string {
  return dayAndTimeFormat().format(new Date(isoTime));
}

/** `3 March`, or `3 March 2025` of another year, as English sentences have it. */
export function formatDayInSentence(isoTime: string, now = Date.now()): string {
  const day = new Date(isoTime);
  const year = day.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year }).format(day);
}

/** `Nov 30, 2026, 8:00 AM, your time`: of something that is scheduled in a time zone, which the reader may not be in. */
export function formatNextTime(isoTime: string, scheduleZone: string): string {
  const isElsewhere = scheduleZone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${formatDayAndTime(isoTime)}${isElsewhere ? ', your time' : ''}`;
}

/** Epoch milliseconds as the reader's time of day, with the day unless it is today. */
export function formatMoment(epoch: number, now = Date.now()): string {
  const isToday = new Date(epoch).toDateString() === new Date(now).toDateString();
  return isToday ? timeFormat().format(epoch) : formatDayAndTime(new Date(epoch).toISOString());
}
