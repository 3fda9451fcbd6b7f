import { expect, it } from 'vitest';
import { lostBefore, nextTryAt } from './retry-schedule.ts';

const now = new Date('2026-03-01T00:00:00.000Z');

it('a failed delivery is tried again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours, and then no more', () => {
  const pauses = Array.from({ length: 10 }, (_, index) => nextTryAt(index + 1, now)).map((next) =>
    next === null ? null : (next.getTime() - now.getTime()) / 1000,
  );
  expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
});

it('a webhook is lost after five days without a success', () => {
  expect(lostBefore(now).toISOString()).toBe('2026-02-24T00:00:00.000Z');
});
