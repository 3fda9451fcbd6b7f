/** Hours of the day in UTC, labelled in local time. The labels are valid today: daylight saving time shifts them by an hour. */
import { once } from '../../../lib/once.ts';

export interface HourChoice {
  /** From 0 to 23, in UTC. */
  readonly utcHour: number;
  /** Such as "06:30", in the reader's own format. */
  readonly label: string;
}

const timeFormat = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }));

/**
 * All 24, in the order of the day here.
 * @param minutesBehind what is added to the local time for UTC, as `Date.getTimezoneOffset` tells it
 */
export function localHours(minutesBehind: number): readonly HourChoice[] {
  const minuteHere = (utcHour: number): number => (utcHour * 60 - minutesBehind + 2 * 1440) % 1440;
  return Array.from({ length: 24 }, (_, utcHour) => utcHour)
    .sort((one, other) => minuteHere(one) - minuteHere(other))
    .map((utcHour) => {
      const minute = minuteHere(utcHour);
      return { utcHour, label: timeFormat().format(new Date(2000, 0, 15, Math.floor(minute / 60), minute % 60)) };
    });
}
