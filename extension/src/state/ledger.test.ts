import { describe, expect, it } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { createLedger, readLedger } from './ledger.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 0, 15, 12);

describe('the ledger', () => {
  it('holds a request from its start, with its outcome from its end', async () => {
    const ticket = await createLedger().begin('profile', NOON);
    expect(await readLedger(NOON)).toEqual([{ time: NOON, endpoint: 'profile', outcome: 'started' }]);
    await ticket.end('ok');
    expect(await readLedger(NOON)).toEqual([{ time: NOON, endpoint: 'profile', outcome: 'ok' }]);
  });

  it('goes on where a worker that ended left it', async () => {
    await createLedger().begin('profile', NOON);
    await createLedger().begin('company', NOON + 1);
    expect((await readLedger(NOON + 1)).map(({ endpoint }) => endpoint)).toEqual(['profile', 'company']);
  });

  it('loses nothing of requests that begin together', async () => {
    const ledger = createLedger();
    const tickets = await Promise.all([0, 1, 2, 3].map((index) => ledger.begin(`endpoint${index}`, NOON + index)));
    await Promise.all(tickets.map((ticket) => ticket.end('ok')));
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

  it('notes an end in the hour the request began', async () => {
    const ledger = createLedger();
    const ticket = await ledger.begin('profile', NOON - 1);
    await ledger.begin('company', NOON);
    await ticket.end('timeout');
    expect((await readLedger(NOON)).map(({ outcome }) => outcome)).toEqual(['timeout', 'started']);
  });

  it('drops what is older than a day, even after a week without use', async () => {
    await createLedger().begin('profile', NOON);
    await createLedger().begin('profile', NOON + 200 * HOUR);
    expect([...fakeBrowser.local.keys()]).toHaveLength(1);
  });

  it('takes a broken bucket for an empty one', async () => {
    fakeBrowser.local.set(`ledger:${Math.floor(NOON / HOUR)}`, [{ time: 'noon' }]);
    await createLedger().begin('profile', NOON);
    expect(await readLedger(NOON)).toHaveLength(1);
  });
});
