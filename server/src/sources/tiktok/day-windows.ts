/** Days in UTC as TikTok writes them, `YYYYMMDD`, and the windows of days that one search covers. */

export interface DayWindow {
  readonly from: string;
  readonly until: string;
}

const DAY_MS = 24 * 3600 * 1000;
/** Days from a search's first day to its last. */
export const WINDOW_DAYS = 30;

/**
 * Windows that together cover every day from `since` to `until`. Each starts on the last day of the previous one, so that
 * it does not matter whether that day was complete.
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

/** The start of a day. */
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
