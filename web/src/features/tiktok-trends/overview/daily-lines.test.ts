import { describe, expect, it } from 'vitest';
import { aTrend } from '../../../testing/trends.ts';
import { dayNumber } from '../utc-day.ts';
import { dailyLines } from './daily-lines.ts';

describe('the lines of the overview', () => {
  it('the lines share one range of days, the largest trend first', () => {
    const early = aTrend(1, { daily: { first_day: '2026-02-27', counts: [1, 2] }, number_of_videos_in_trend: 3 });
    const late = aTrend(2, { daily: { first_day: '2026-03-01', counts: [4] }, number_of_videos_in_trend: 4 });
    const { days, lines } = dailyLines([early, late]);
    expect(days).toEqual([dayNumber('2026-02-27'), dayNumber('2026-02-28'), dayNumber('2026-03-01')]);
    expect(lines.map(({ trend, counts }) => [trend.trend_id, counts])).toEqual([
      ['2', [0, 0, 4]],
      ['1', [1, 2, 0]],
    ]);
  });

  it('at most five lines are drawn, of the last sixty days, without flat ones', () => {
    const trends = Array.from({ length: 7 }, (_, index) =>
      aTrend(index + 1, {
        number_of_videos_in_trend: 100 - index,
        daily: { first_day: index === 0 ? '2025-01-01' : '2026-01-01', counts: Array.from({ length: 90 }, () => 1) },
      }),
    );
    const { days, lines } = dailyLines(trends);
    expect(days).toHaveLength(60);
    expect(lines.map(({ trend }) => trend.trend_id)).toEqual(['2', '3', '4', '5']);
  });

  it('there are no lines without days', () => {
    expect(dailyLines([])).toEqual({ days: [], lines: [] });
    expect(dailyLines([aTrend(1, { daily: { first_day: '2026-01-01', counts: [] } })])).toEqual({ days: [], lines: [] });
  });
});
