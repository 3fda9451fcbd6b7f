import { describe, expect, it } from 'vitest';
import type { PermitRequest, Permits } from './permits.ts';
import { createSpeed, type NamedSpeedLimit } from './speed.ts';

const perSecond: NamedSpeedLimit = { name: 'second', max: 10, windowSeconds: 1 };
const perMinute: NamedSpeedLimit = { name: 'minute', max: 60, windowSeconds: 60 };

/** Gives out a twentieth of a limit at a time, as the database does, and notes what it was asked in one statement. */
function countedPermits(left: Record<string, number> = {}) {
  const statements: string[][] = [];
  const fetch = async (requests: readonly PermitRequest[]) => {
    statements.push(requests.map(({ key }) => key));
    return requests.map(({ key, limit }) => {
      const known = left[key] ?? limit.max;
      const granted = Math.min(known, Math.max(1, Math.floor(limit.max / 20)));
      left[key] = known - granted;
      return { granted, left: known - granted, resetMilliseconds: 1, waitMilliseconds: known > granted ? 0 : 500 };
    });
  };
  const permits: Permits = { fetch, deleteOld: async () => undefined };
  return { permits, statements };
}

function speedOf(permits: Permits) {
  return createSpeed({ permits, presence: { isAlone: () => false }, time: () => 1_000 });
}

describe('the speed of calls beside other servers', () => {
  it('all limits of a call are asked of the database in one statement', async () => {
    const { permits, statements } = countedPermits();
    const speed = speedOf(permits);
    const limits = [
      { limit: perSecond, caller: 'a key' },
      { limit: perMinute, caller: 'a key' },
    ];
    for (let call = 0; call < 6; call += 1)
      expect((await speed.takeAll(limits)).map(({ isAllowed }) => isAllowed)).toEqual([true, true]);
    const both = ['second a key', 'minute a key'];
    const first = ['second a key'];
    expect(statements).toEqual([both, first, first, both, first, first]);
  });

  it('calls that come together fetch their permits once', async () => {
    const { permits, statements } = countedPermits();
    const speed = speedOf(permits);
    const calls = Array.from({ length: 3 }, () => speed.take(perMinute, 'a key'));
    expect((await Promise.all(calls)).every(({ isAllowed }) => isAllowed)).toBe(true);
    expect(statements).toEqual([['minute a key']]);
  });

  it('a call that one limit refuses uses no permit of the limits after it', async () => {
    const { permits } = countedPermits({ 'second a key': 0 });
    const speed = speedOf(permits);
    const [second, minute] = await speed.takeAll([
      { limit: perSecond, caller: 'a key' },
      { limit: perMinute, caller: 'a key' },
    ]);
    expect([second?.isAllowed, second?.remaining]).toEqual([false, 0]);
    expect([minute?.isAllowed, minute?.remaining]).toEqual([true, 60]);
  });
});
