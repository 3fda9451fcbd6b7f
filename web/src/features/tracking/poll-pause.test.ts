import type { SourceHealth } from '@leadloom/shared/contract/sources';
import { describe, expect, it } from 'vitest';
import { pollPause } from './poll-pause.ts';

const now = Date.parse('2099-03-01T09:00:00.000Z');

function aHealth(state: SourceHealth['state'], minutes: number | null = null): SourceHealth {
  const next = minutes === null ? null : new Date(now + minutes * 60_000).toISOString();
  return { state, message: '', since: null, next_visit_at: next };
}

describe('how long a screen waits before it asks again', () => {
  it.each(['visiting', 'waiting'] as const)('the pause is ten seconds while a name is %s', (state) => {
    expect(pollPause([aHealth('ok', 60), aHealth('private', 60), aHealth(state)], now)).toBe(10_000);
  });

  it('the pause lasts until just after the next try', () => {
    expect(pollPause([aHealth('failed', 4), aHealth('rate_limited', 2)], now)).toBe(125_000);
  });

  it('the pause has a minimum and a maximum', () => {
    expect(pollPause([aHealth('rate_limited', 600)], now)).toBe(300_000);
    expect(pollPause([aHealth('failed', -10)], now)).toBe(10_000);
  });

  it('polling stops if nothing changes by itself', () => {
    expect(pollPause([], now)).toBe(false);
    expect(pollPause([aHealth('ok', 1), aHealth('not_configured')], now)).toBe(false);
  });
});
