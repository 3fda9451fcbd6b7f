/** When a digest is due: at a time of day in a zone, on Mondays if it is weekly. */
import { Temporal } from 'temporal-polyfill';

const MONDAY = 1;
const DAYS_A_WEEK = 7;
const DAY = 24 * 3600 * 1000;
/** No digest is further ahead than this, also where a zone leaves out a day. */
export const LONGEST_DIGEST = { daily: 2 * DAY, weekly: (DAYS_A_WEEK + 1) * DAY } as const;

export interface DigestTime {
  readonly frequency: 'instant' | 'daily' | 'weekly';
  /** A time such as `08:00`. */
  readonly timeOfDay: string;
  /** A time zone such as `Europe/Oslo`. */
  readonly zone: string;
}

/**
 * Days have 23 or 25 hours where clocks change. A time that a day does not have is an hour later; of a time that a day has
 * twice, the first counts.
 * @returns the first time after `now`; null: nothing is put off
 */
export function nextDigestAt({ frequency, timeOfDay, zone }: DigestTime, now: Date): Date | null {
  if (frequency === 'instant') return null;
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const time = Temporal.PlainTime.from(timeOfDay);
  const step = frequency === 'weekly' ? DAYS_A_WEEK : 1;
  let day = here.toPlainDate();
  if (frequency === 'weekly') day = day.add({ days: (MONDAY - day.dayOfWeek + DAYS_A_WEEK) % DAYS_A_WEEK });
  for (;;) {
    const due = day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
    if (due > now.getTime()) return new Date(due);
    day = day.add({ days: step });
  }
}
