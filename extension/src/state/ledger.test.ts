import { describe, expect, it } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { settle } from '../testing/manual-clock.ts';
import { createLedger, readLedger } from './ledger.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 0, 15, 12);

describe('the ledger', () => {
  it('holds a request from its start, with its outcome from its end', async () => {
    const ticket = await createLedger(0).begin('profile', NOON);
    expect(await readLedger(NOON)).toEqual([{ time: NOON, endpoint: 'profile', outcome: 'started' }]);
    ticket.end('ok');
    await settle();
    expect(await readLedger(NOON)).toEqual([{ time: NOON, endpoint: 'profile', outcome: 'ok' }]);
  });

  it('goes on where a worker that ended left it', async () => {
    await createLedger().begin('profile', NOON);
    await createLedger().begin('company', NOON + 1);
    expect((await readLedger(NOON + 1)).map(({ endpoint }) => endpoint)).toEqual(['profile', 'company']);
  });

  it('writes an outcome together with the next request', async () => {
    const ledger = createLedger(60_000);
    (await ledger.begin('profile', NOON)).end('ok');
    await ledger.begin('company', NOON + 1);
    expect((await readLedger(NOON + 1)).map(({ outcome }) => outcome)).toEqual(['ok', 'started']);
  });

  it('loses nothing of requests that begin together', async () => {
    const ledger = createLedger(0);
    const tickets = await Promise.all([0, 1, 2, 3].map((index) => ledger.begin(`endpoint${index}`, NOON + index)));
    for (const ticket of tickets) ticket.end('ok');
    await settle();
    expect((await readLedger(NOON + 3)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it('counts a rolling day, not a calendar day', async () => {
    const ledger = createLedger();
    for (let hours = 0; hours < 30; hours++) await ledger.begin('profile', NOON + hours * HOUR);
    const now = NOON + 29 * HOUR;
    const times = (await readLedger(now)).map(({ time }) => time);
    expect(times).toHaveLength(24);
    expect(times[0]).toBe(now - 23 * HOUR);
    expect(times).toEqual([...times].sort());
  });

  it('keeps its writes small, however many requests there are', async () => {
    const ledger = createLedger();
    for (let number = 0; number < 500; number++) await ledger.begin('profile', NOON + number);
    const sizes = [...fakeBrowser.local.values()].map((bucket) => (Array.isArray(bucket) ? bucket.length : 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(32);
    expect(await readLedger(NOON + 500)).toHaveLength(500);
  });

  it('notes an end where the request began, in whichever bucket that is', async () => {
    const ledger = createLedger(0);
    const ticket = await ledger.begin('profile', NOON - 2 * HOUR);
    await ledger.begin('company', NOON);
    ticket.end('timeout');
    await settle();
    expect((await readLedger(NOON)).map(({ outcome }) => outcome)).toEqual(['timeout', 'started']);
  });

  it('drops what is older than a day, even after a week without use', async () => {
    await createLedger().begin('profile', NOON);
    await createLedger().begin('profile', NOON + 200 * HOUR);
    await settle();
    expect([...fakeBrowser.local.keys()]).toHaveLength(1);
  });

  it('takes a broken bucket for an empty one', async () => {
    fakeBrowser.local.set(`ledger:${NOON}:abc`, [{ time: 'noon' }]);
    await createLedger().begin('profile', NOON);
    expect(await readLedger(NOON)).toHaveLength(1);
  });
});
