import { formatDayAndTime } from '../../../lib/format-date.ts';
import { once } from '../../../lib/once.ts';

const timeFormat = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }));

/** Epoch milliseconds as the reader's time of day, with the day unless it is today. */
export function formatMoment(epoch: number, now = Date.now()): string {
  const isToday = new Date(epoch).toDateString() === new Date(now).toDateString();
  return isToday ? timeFormat().format(epoch) : formatDayAndTime(new Date(epoch).toISOString());
}
