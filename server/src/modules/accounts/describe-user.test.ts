import { describe, expect, it } from 'vitest';
import { endOfMonth } from './describe-user.ts';

describe('the period of usage', () => {
  it.each([
    ['2025-01-31T23:59:59.999Z', '2025-02-01T00:00:00.000Z'],
    ['2024-02-29T12:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['2025-12-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  ])('of %s ends at %s', (time, end) => {
    expect(endOfMonth(new Date(time)).toISOString()).toBe(end);
  });
});
