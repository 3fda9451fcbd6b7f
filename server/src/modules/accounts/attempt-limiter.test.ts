import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../testing/clock.ts';
import { createAttemptLimiter } from './attempt-limiter.ts';

describe('an attempt limiter', () => {
  it('the limiter allows a number of attempts per key and window, then returns the wait', () => {
    const clock = createTestClock();
    const limiter = createAttemptLimiter({ max: 2, windowSeconds: 60 }, clock.now);
    expect([limiter.take('a'), limiter.take('a'), limiter.take('b')]).toEqual([null, null, null]);
    expect(limiter.take('a')).toBe(60);
    clock.advance(45_500);
    expect(limiter.take('a')).toBe(15);
    clock.advance(14_500);
    expect(limiter.take('a')).toBeNull();
  });

  it('the limiter can uncount an attempt and reset a key', () => {
    const limiter = createAttemptLimiter({ max: 1, windowSeconds: 60 }, createTestClock().now);
    limiter.take('a');
    limiter.giveBack('a');
    limiter.giveBack('a');
    expect(limiter.take('a')).toBeNull();
    expect(limiter.take('a')).not.toBeNull();
    limiter.clear('a');
    expect(limiter.take('a')).toBeNull();
  });

  it('the limiter stores a limited number of keys and drops the oldest first', () => {
    const clock = createTestClock();
    const limiter = createAttemptLimiter({ max: 1, windowSeconds: 600 }, clock.now);
    limiter.take('first');
    for (let index = 0; index < 50_000; index += 1) limiter.take(`key ${index}`);
    expect(limiter.take('first')).toBeNull();
    expect(limiter.take('key 49999')).not.toBeNull();
  });
});
