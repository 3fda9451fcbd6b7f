import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/clock.ts';
import { createRedditPace } from './reddit-pace.ts';

function headers(remaining: number | string, used: number, reset: number): ReadonlyMap<string, string> {
  return new Map([
    ['x-ratelimit-remaining', String(remaining)],
    ['x-ratelimit-used', String(used)],
    ['x-ratelimit-reset', String(reset)],
  ]);
}

function startPace() {
  const clock = createTestClock(new Date('2026-03-01T12:00:00Z'));
  return { clock, pace: createRedditPace(clock.now) };
}

it('without a valid rate limit, requests are sent at once', () => {
  const { pace } = startPace();
  expect(pace.waitFor('visit')).toBe(0);
  for (const text of ['', '-5', 'many', '1e9', '0x1', 'NaN']) {
    pace.learn(headers(text, 1, 600));
    expect(pace.waitFor('visit'), text).toBe(0);
  }
});

it('remaining requests are spread over the window', () => {
  const { pace, clock } = startPace();
  // Half is used, and half of the time is over: on pace.
  pace.learn(headers('300.0', 300, 300));
  expect(pace.waitFor('visit')).toBe(0);
  // Six more than an even pace allows by now, at a second each.
  pace.learn(headers('294.0', 306, 300));
  expect(pace.waitFor('visit')).toBe(6000);
  clock.advance(4000);
  expect(pace.waitFor('visit')).toBe(2000);
});

it('a wait is at most ten seconds while requests are left, and never longer than the window', () => {
  const { pace } = startPace();
  pace.learn(headers('1.0', 599, 600));
  expect(pace.waitFor('visit')).toBe(10_000);
  pace.learn(headers('1.0', 599, 3));
  expect(pace.waitFor('visit')).toBeLessThanOrEqual(3000);
});

it('without remaining requests, all requests wait for the next window', () => {
  const { pace, clock } = startPace();
  pace.learn(headers('0.0', 600, 123));
  expect(pace.waitFor('visit')).toBe(123_000);
  expect(pace.waitFor('person')).toBe(123_000);
  clock.advance(123_000);
  expect(pace.waitFor('visit')).toBe(0);
  pace.learn(headers('0.0', 600, 0));
  expect(pace.waitFor('visit')).toBe(500);
});

it('requests for a person are sent first while enough are left', () => {
  const { pace } = startPace();
  pace.learn(headers('400.0', 200, 590));
  expect(pace.waitFor('visit')).toBe(10_000);
  expect(pace.waitFor('person')).toBe(0);
  pace.learn(headers('100.0', 500, 590));
  expect(pace.waitFor('person')).toBe(10_000);
});

it('a pause applies to all requests and never ends early', () => {
  const { pace } = startPace();
  pace.pause(50_000);
  pace.pause(1000);
  pace.learn(headers('500.0', 1, 600));
  expect(pace.waitFor('visit')).toBe(50_000);
  expect(pace.waitFor('person')).toBe(50_000);
});
