import { describe, expect, it } from 'vitest';
import { nextDigestAt } from './next-digest.ts';

describe('the next digest', () => {
  it.each([
    ['daily', '08:00', 'UTC', '2026-02-11T07:59:59Z', '2026-02-11T08:00:00.000Z'],
    ['daily', '08:00', 'UTC', '2026-02-11T08:00:00Z', '2026-02-12T08:00:00.000Z'],
    ['daily', '08:00', 'Europe/Oslo', '2026-02-11T06:00:00Z', '2026-02-11T07:00:00.000Z'],
    ['daily', '23:30', 'America/Los_Angeles', '2026-02-11T06:00:00Z', '2026-02-11T07:30:00.000Z'],
    ['weekly', '08:00', 'UTC', '2026-02-11T09:00:00Z', '2026-02-16T08:00:00.000Z'],
    ['weekly', '08:00', 'UTC', '2026-02-16T08:00:00Z', '2026-02-23T08:00:00.000Z'],
    ['weekly', '07:15', 'Pacific/Auckland', '2026-02-15T17:00:00Z', '2026-02-15T18:15:00.000Z'],
    // Clocks go forward in the night to 29 March 2026 in Oslo, and back in the night to 25 October.
    ['daily', '08:00', 'Europe/Oslo', '2026-03-28T07:30:00Z', '2026-03-29T06:00:00.000Z'],
    ['daily', '02:30', 'Europe/Oslo', '2026-03-28T23:30:00Z', '2026-03-29T01:30:00.000Z'],
    ['daily', '02:30', 'Europe/Oslo', '2026-10-24T23:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['daily', '02:30', 'Europe/Oslo', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ] as const)('%s at %s in %s, seen from %s, is due at %s', (frequency, timeOfDay, zone, from, due) => {
    expect(nextDigestAt({ frequency, timeOfDay, zone }, new Date(from))?.toISOString()).toBe(due);
  });

  it('an instant alert waits for no time of day', () => {
    expect(nextDigestAt({ frequency: 'instant', timeOfDay: '08:00', zone: 'UTC' }, new Date())).toBeNull();
  });
});
