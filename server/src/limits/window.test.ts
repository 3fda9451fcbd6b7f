import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallWindow } from './window.ts';

describe('a window of calls', () => {
  it('ten calls a second pass in any second, and the response tells when the next may follow', () => {
    const window = createCallWindow({ max: 10, windowSeconds: 1 });
    for (let call = 0; call < 5; call += 1) expect(window.take(900)).toMatchObject({ isAllowed: true, remaining: 9 - call });
    for (let call = 0; call < 5; call += 1) expect(window.take(1_000).isAllowed).toBe(true);
    expect(window.take(1_100)).toEqual({ isAllowed: false, remaining: 0, waitMilliseconds: 800, resetMilliseconds: 900 });
    expect(window.take(1_899).isAllowed).toBe(false);
    for (let call = 0; call < 5; call += 1) expect(window.take(1_900).isAllowed).toBe(true);
    expect(window.take(1_999)).toMatchObject({ isAllowed: false, waitMilliseconds: 1 });
  });

  it('a look at the window counts nothing', () => {
    const window = createCallWindow({ max: 1, windowSeconds: 1 });
    for (let look = 0; look < 3; look += 1) expect(window.take(0, false)).toMatchObject({ isAllowed: true, remaining: 1 });
    expect(window.take(0)).toMatchObject({ isAllowed: true, remaining: 0 });
  });

  it.each([1, 10, 120, 121, 300])('no window has more than %i calls, and little of the limit is wasted', (max) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: Math.ceil(3_000 / max) }), { minLength: 1, maxLength: 600 }), (pauses) => {
        const window = createCallWindow({ max, windowSeconds: 1 });
        const allowed: number[] = [];
        let time = 0;
        for (const pause of pauses) {
          time += pause;
          const before = allowed.filter((call) => call > time - 1_000 * (1 + 1 / 120)).length;
          const { isAllowed } = window.take(time);
          if (isAllowed) allowed.push(time);
          // It refuses only where calls of little more than a window are as many as may be.
          else expect(before).toBeGreaterThanOrEqual(max);
        }
        allowed.forEach((call, index) => {
          expect(call - (allowed[index - max] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(1_000);
        });
      }),
      { numRuns: 30 },
    );
  });
});
