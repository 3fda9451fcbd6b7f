import { describe, expect, it } from 'vitest';
import { formatShortCount } from './format-short-count.ts';

describe('a count in few letters', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1_000, '1K'],
    [1_049, '1K'],
    [1_050, '1.1K'],
    [1_500, '1.5K'],
    [12_000, '12K'],
    [999_949, '999.9K'],
    [999_950, '1M'],
    [999_999, '1M'],
    [1_000_000, '1M'],
    [1_249_999, '1.2M'],
    [3_450_000, '3.5M'],
    [162_000_000, '162M'],
    [1_200_000_000, '1200M'],
  ])('%d is shown as %s', (count, text) => {
    expect(formatShortCount(count)).toBe(text);
  });
});
