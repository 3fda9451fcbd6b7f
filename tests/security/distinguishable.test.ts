import { describe, expect, it } from 'vitest';
import { areDistinguishable, compareTimes } from './distinguishable.ts';

const series = (count: number, at: (index: number) => number) => Array.from({ length: count }, (_, index) => at(index));

describe('the comparison of two series of times', () => {
  it('two series are compared by the differences within pairs and by ranks', () => {
    // U = 22 of 25, of which 12.5 is the mean and 4.787 the deviation.
    const { gap, z } = compareTimes([3, 5, 8, 9, 12], [1, 2, 4, 6, 7]);
    expect(gap).toBe(3);
    expect(z).toBeCloseTo(1.567, 3);
    expect(compareTimes([1, 2], [1, 2])).toEqual({ gap: 0, z: 0 });
  });

  it('two series that differ by noise alone count as one, however noisy', () => {
    const noise = (index: number) => 30 + 25 * Math.sin(index * 12.9898) + (index % 17 === 0 ? 400 : 0);
    const apart = compareTimes(
      series(400, (index) => noise(index)),
      series(400, (index) => noise(index + 400)),
    );
    expect(areDistinguishable(apart)).toBe(false);
  });

  it('two series are distinguished by a gap and by a shift of a fraction of a millisecond, and empty series never pass', () => {
    const steady = series(400, (index) => 10 + (index % 10) / 10);
    const later = (milliseconds: number) => steady.map((time) => time + milliseconds);
    expect(areDistinguishable(compareTimes([10, 20], [15, 26]))).toBe(true);
    expect(areDistinguishable(compareTimes(later(0.1), steady))).toBe(true);
    expect(areDistinguishable(compareTimes(steady, later(0.1)))).toBe(true);
    expect(areDistinguishable(compareTimes([], []))).toBe(true);
  });
});
