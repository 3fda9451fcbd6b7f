import { describe, expect, it } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { createUsedIds } from './used-ids.ts';

describe('used ids', () => {
  it('can be claimed once, by one of many', async () => {
    const usedIds = createUsedIds();
    const claims = await Promise.all(Array.from({ length: 5 }, () => usedIds.claim('same')));
    expect(claims.filter(Boolean)).toEqual([true]);
    expect(await usedIds.claim('other')).toBe(true);
  });

  it('outlive the worker', async () => {
    await createUsedIds().claim('earlier');
    expect(await createUsedIds().claim('earlier')).toBe(false);
  });

  it('are bounded: the oldest are forgotten, the newest are not', async () => {
    const usedIds = createUsedIds();
    for (let number = 0; number < 10_600; number++) await usedIds.claim(`id-${number}`);
    const stored = [...fakeBrowser.session.values()].flat();
    expect(stored.length).toBeLessThanOrEqual(10_000);
    expect(await usedIds.claim('id-10599')).toBe(false);
    expect(await createUsedIds().claim('id-1000')).toBe(false);
    expect(await createUsedIds().claim('id-0')).toBe(true);
  });

  it('are names like any other when they are named like a prototype member', async () => {
    const usedIds = createUsedIds();
    expect(await usedIds.claim('__proto__')).toBe(true);
    expect(await usedIds.claim('__proto__')).toBe(false);
  });
});
