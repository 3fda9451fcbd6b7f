import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../sources/source-error.ts';
import { nextRegularVisit, settleNetwork, settleSource, toSourceError } from './settle-fault.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const now = new Date('2026-03-31T12:00:00Z');
const middle = () => 0.5;
const minutesTo = (time: Date) => (time.getTime() - now.getTime()) / MINUTE;
const fault = (retryAt: Date | null = null) => new SourceError('failed', 'away', { isOfNetwork: false, retryAt });

describe('when it is tried again', () => {
  it('the next attempt is later after each failure, and at most a day later', () => {
    const pauses = [0, 1, 2, 5, 8, 9, 60].map((failures) =>
      minutesTo(settleSource(fault(), { failures, now, random: middle }).nextVisitAt),
    );
    expect(pauses).toEqual([5, 10, 20, 160, 1280, 1440, 1440]);
  });

  it('the next attempt varies a little between names', () => {
    const random = (value: number) => nextRegularVisit(now, 60, () => value);
    expect([0, 0.5, 1].map((value) => minutesTo(random(value)))).toEqual([57, 60, 63]);
  });

  it.each([
    [new Date(now.getTime() + 7 * MINUTE), 7],
    [new Date(now.getTime() - DAY), 1 / 60],
    [new Date(now.getTime() + 900 * DAY), 1440],
    [new Date(Number.NaN), 5],
  ])('the next attempt follows the network’s time if it is plausible: %s', (retryAt, minutes) => {
    expect(minutesTo(settleSource(fault(retryAt), { failures: 0, now, random: middle }).nextVisitAt)).toBe(minutes);
  });

  it('a network’s pause is as long as its fault has lasted, within limits', () => {
    const pauseAfter = (kind: 'failed' | 'blocked', minutes: number) =>
      minutesTo(
        settleNetwork(new SourceError(kind, 'so', { isOfNetwork: true }), {
          known: { state: kind, stateSince: new Date(now.getTime() - minutes * MINUTE) },
          now,
        }).pausedUntil,
      );
    expect([0, 2, 30, 600].map((minutes) => pauseAfter('failed', minutes))).toEqual([1, 2, 30, 60]);
    expect([0, 90, 6000].map((minutes) => pauseAfter('blocked', minutes))).toEqual([60, 90, 360]);
  });
});

describe('whatever was thrown', () => {
  it('any other error counts as a failure of the name alone', () => {
    expect(toSourceError(fault(now))).toMatchObject({ fault: 'failed', retryAt: now });
    expect(toSourceError(new TypeError('x is undefined'))).toMatchObject({
      fault: 'failed',
      isOfNetwork: false,
      message: 'TypeError: x is undefined',
    });
    expect(toSourceError('a text').message).toBe('a text');
  });
});
