/** Days in UTC as TikTok writes them, `YYYYMMDD`, and the windows of them one search can look through. */

export interface DayWindow {
  readonly from: string;
  readonly until: string;
}

const DAY_MS = 24 * 3600 * 1000;
/** From a search's first day to its last. */
export const WINDOW_DAYS = 30;

/**
 * Windows that together hold every day from the one of `since` to that of `until`. Each begins on the day the one
 * before ends, so that nothing depends on whether a last day is whole.
 */
export function windowsBetween(since: Date, until: Date): readonly DayWindow[] {
  const last = dayNumber(until);
  let from = Math.min(dayNumber(since), last);
  const windows: DayWindow[] = [];
  do {
    const end = Math.min(from + WINDOW_DAYS, last);
    windows.push({ from: dayText(from), until: dayText(end) });
    from = end;
  } while (from < last);
  return windows;
}

/** The moment a day begins. */
export function startOfDay(day: string): Date {
  return new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T00:00:00Z`);
}

export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

function dayNumber(moment: Date): number {
  return Math.floor(moment.getTime() / DAY_MS);
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
}
