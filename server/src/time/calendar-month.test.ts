import { describe, expect, it } from 'vitest';
import { endOfMonth, firstDayOfMonth } from './calendar-month.ts';

describe('the month of a count', () => {
  it.each([
    ['2025-01-31T23:59:59.999Z', '2025-01-01', '2025-02-01T00:00:00.000Z'],
    ['2024-02-29T12:00:00.000Z', '2024-02-01', '2024-03-01T00:00:00.000Z'],
    ['2025-12-01T00:00:00.000Z', '2025-12-01', '2026-01-01T00:00:00.000Z'],
    ['2025-05-31T23:30:00.000-02:00', '2025-06-01', '2025-07-01T00:00:00.000Z'],
  ])('the month of %s begins on %s and ends at %s', (time, first, end) => {
    expect(firstDayOfMonth(new Date(time))).toBe(first);
    expect(endOfMonth(new Date(time)).toISOString()).toBe(end);
  });
});
