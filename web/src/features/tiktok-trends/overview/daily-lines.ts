/** The daily counts of several trends on one row of days, for one drawing and one table. */
import type { Trend } from '@leadloom/shared/contract/trends';
import { dayNumber } from '../utc-day.ts';

interface DailyLine {
  readonly trend: Trend;
  /** One for each of the days. */
  readonly counts: readonly number[];
}

export interface DailyLines {
  /** Days since 1970, without a gap. */
  readonly days: readonly number[];
  readonly lines: readonly DailyLine[];
}

/** The number of lines that can be told apart. */
const MAX_LINES = 5;
/** A year-old trend must not squeeze the current ones together. */
const MAX_DAYS = 60;

/** The largest trends, over the days up to the last that any of them has. */
export function dailyLines(trends: readonly Trend[]): DailyLines {
  const largest = [...trends]
    .filter(({ daily }) => daily.counts.length > 0)
    .sort((one, other) => other.number_of_videos_in_trend - one.number_of_videos_in_trend)
    .slice(0, MAX_LINES)
    .map((trend) => ({ trend, first: dayNumber(trend.daily.first_day) }));
  if (largest.length === 0) return { days: [], lines: [] };
  const last = Math.max(...largest.map(({ trend, first }) => first + trend.daily.counts.length - 1));
  const start = Math.max(Math.min(...largest.map(({ first }) => first)), last - MAX_DAYS + 1);
  const days = Array.from({ length: last - start + 1 }, (_, index) => start + index);
  return {
    days,
    lines: largest
      .map(({ trend, first }) => ({ trend, counts: days.map((day) => trend.daily.counts[day - first] ?? 0) }))
      .filter(({ counts }) => counts.some((count) => count > 0)),
  };
}
