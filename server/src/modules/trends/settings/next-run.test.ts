import { describe, expect, it } from 'vitest';
import { nextRunAt } from './next-run.ts';

// A Wednesday.
const now = new Date('2026-02-11T09:30:00Z');

describe('the next run', () => {
  it.each([
    ['off', 10, null],
    ['daily', 10, '2026-02-11T10:00:00.000Z'],
    ['daily', 9, '2026-02-12T09:00:00.000Z'],
    ['daily', 0, '2026-02-12T00:00:00.000Z'],
    ['weekly', 10, '2026-02-16T10:00:00.000Z'],
  ] as const)('%s at %i', (schedule, hour, expected) => {
    expect(nextRunAt({ schedule, hour }, now)?.toISOString() ?? null).toBe(expected);
  });

  it.each([
    ['2026-02-16T09:59:59Z', '2026-02-16T10:00:00.000Z'],
    ['2026-02-16T10:00:00Z', '2026-02-23T10:00:00.000Z'],
    ['2026-02-15T23:00:00Z', '2026-02-16T10:00:00.000Z'],
    ['2026-12-29T11:00:00Z', '2027-01-04T10:00:00.000Z'],
  ])('weekly at 10, seen from %s', (from, expected) => {
    expect(nextRunAt({ schedule: 'weekly', hour: 10 }, new Date(from))?.toISOString()).toBe(expected);
  });
});
