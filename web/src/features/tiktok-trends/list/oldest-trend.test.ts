import { describe, expect, it } from 'vitest';
import { aTrend } from '../../../testing/trends.ts';
import { oldestTrend } from './oldest-trend.ts';

describe('the oldest trend', () => {
  it('the oldest trend has the lowest number, which is text', () => {
    expect(oldestTrend([aTrend(10), aTrend(9), aTrend(100)])?.trend_id).toBe('9');
    expect(oldestTrend([])).toBeNull();
  });
});
