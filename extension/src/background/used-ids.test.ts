import { describe, expect, it } from 'vitest';
import { createLedger } from '../state/ledger.ts';
import { createUsedIds } from './used-ids.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const now = () => NOON;

describe('used ids', () => {
  it('an id can be claimed once, by one of several callers', async () => {
    const usedIds = createUsedIds(now);
    const claims = await Promise.all(Array.from({ length: 5 }, () => usedIds.claim('same')));
    expect(claims.filter(Boolean)).toEqual([true]);
    expect(await usedIds.claim('other')).toBe(true);
  });

  it('used ids survive the worker once something was sent', async () => {
    await createLedger().begin({ endpoint: 'profile', requestId: 'sent' }, NOON);
    await createUsedIds(now).claim('only claimed');
    const afterRestart = createUsedIds(now);
    expect(await afterRestart.claim('sent')).toBe(false);
    expect(await afterRestart.claim('only claimed')).toBe(true);
  });

  it('the number of used ids is limited, and the oldest is dropped first', async () => {
    const usedIds = createUsedIds(now);
    for (let number = 0; number < 30_001; number++) await usedIds.claim(`id-${number}`);
    expect(await usedIds.claim('id-30000')).toBe(false);
    expect(await usedIds.claim('id-1')).toBe(false);
    expect(await usedIds.claim('id-0')).toBe(true);
  });

  it('ids named like a prototype member are ordinary ids', async () => {
    const usedIds = createUsedIds(now);
    expect(await usedIds.claim('__proto__')).toBe(true);
    expect(await usedIds.claim('__proto__')).toBe(false);
  });
});
