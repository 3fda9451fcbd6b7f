import { describe, expect, it } from 'vitest';
import { limitHeaders, type MonthReading, type SpeedReading } from './limit-headers.ts';

const now = new Date('2026-11-20T10:30:00.500Z');
const month: MonthReading = {
  count: 1269,
  limit: 10_000,
  start: new Date('2026-11-01T00:00:00Z'),
  end: new Date('2026-12-01T00:00:00Z'),
};
const speed = (minuteLeft: number, accountLeft: number): SpeedReading[] => [
  { name: 'second', quota: 10, windowSeconds: 1, remaining: 9, resetSeconds: 1 },
  { name: 'minute', quota: 60, windowSeconds: 60, remaining: minuteLeft, resetSeconds: 22 },
  { name: 'account', quota: 120, windowSeconds: 60, remaining: accountLeft, resetSeconds: 7 },
];

describe('the headers of limits', () => {
  it('the headers name every limit, what is left of it and when it resets', () => {
    expect(limitHeaders(speed(41, 90), month, now)).toEqual({
      'ratelimit-policy': '"second";q=10;w=1, "minute";q=60;w=60, "account";q=120;w=60, "month";q=10000;w=2592000',
      ratelimit: '"second";r=9;t=1, "minute";r=41;t=22, "account";r=90;t=7, "month";r=8731;t=912600',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '41',
      'x-ratelimit-reset': '22',
      'x-usage-request-count': '1269',
      'x-usage-request-limit': '10000',
      'x-usage-reset': '2026-12-01T00:00:00Z',
    });
  });

  it('the common header names show the account’s limit per minute when less is left of it', () => {
    expect(limitHeaders(speed(41, 3), month, now)).toMatchObject({
      'x-ratelimit-limit': '120',
      'x-ratelimit-remaining': '3',
      'x-ratelimit-reset': '7',
    });
  });

  it('no monthly limit is named when there is none', () => {
    const headers = limitHeaders(speed(41, 90), { ...month, limit: null }, now);
    expect(JSON.stringify(headers)).not.toContain('month');
    expect(headers['x-usage-request-count']).toBe('1269');
    expect(headers).not.toHaveProperty('x-usage-request-limit');
  });

  it('the remaining count is 0 when a smaller plan allows less than was used', () => {
    expect(limitHeaders(speed(41, 90), { ...month, limit: 1000 }, now).ratelimit).toContain('"month";r=0;t=');
  });
});
