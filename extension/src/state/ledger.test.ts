import { describe, expect, it } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { settle } from '../testing/manual-clock.ts';
import { createLedger, readLedgerAtStart, readLedgerDay, readRequestLog } from './ledger.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.UTC(2026, 0, 15, 12);

const profile = { endpoint: 'profile' } as const;
const company = { endpoint: 'company' } as const;
const entriesAt = async (now: number) => (await readLedgerDay(now)).entries;

describe('the ledger', () => {
  it('the ledger contains a request from its start, and its outcome from its end', async () => {
    const ticket = await createLedger(0).begin({ ...profile, meter: 'profiles', subject: 's:1' }, NOON);
    const entry = { time: NOON, endpoint: 'profile', meter: 'profiles', subject: 's:1', outcome: 'started' };
    expect(await entriesAt(NOON)).toEqual([entry]);
    ticket.end('ok');
    await settle();
    expect(await entriesAt(NOON)).toEqual([{ ...entry, outcome: 'ok' }]);
  });

  it('the ledger continues where a terminated worker stopped', async () => {
    await createLedger().begin(profile, NOON);
    await createLedger().begin(company, NOON + 1);
    expect((await entriesAt(NOON + 1)).map(({ endpoint }) => endpoint)).toEqual(['profile', 'company']);
  });

  it('an outcome is written together with the next request', async () => {
    const ledger = createLedger(60_000);
    (await ledger.begin(profile, NOON)).end('ok');
    await ledger.begin(company, NOON + 1);
    expect((await entriesAt(NOON + 1)).map(({ outcome }) => outcome)).toEqual(['ok', 'started']);
  });

  it('simultaneous requests are all recorded', async () => {
    const ledger = createLedger(0);
    const tickets = await Promise.all([0, 1, 2, 3].map((index) => ledger.begin({ endpoint: `endpoint${index}` }, NOON + index)));
    for (const ticket of tickets) ticket.end('ok');
    await settle();
    expect((await entriesAt(NOON + 3)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it('a request that was not sent is removed, and no other', async () => {
    const ledger = createLedger(0);
    const first = await ledger.begin(profile, NOON);
    await ledger.begin(company, NOON);
    await first.withdraw();
    expect((await entriesAt(NOON)).map(({ endpoint }) => endpoint)).toEqual(['company']);
  });

  it('the ledger counts a rolling day, not a calendar day', async () => {
    const ledger = createLedger();
    for (let hours = 0; hours < 30; hours++) await ledger.begin(profile, NOON + hours * HOUR);
    const now = NOON + 29 * HOUR;
    const times = (await entriesAt(now)).map(({ time }) => time);
    expect(times).toHaveLength(24);
    expect(times[0]).toBe(now - 23 * HOUR);
    expect(times).toEqual([...times].sort());
  });

  it('writes stay small, however many requests there are', async () => {
    const ledger = createLedger();
    for (let number = 0; number < 500; number++) await ledger.begin(profile, NOON + number);
    const sizes = [...fakeBrowser.local.values()].map((bucket) => (Array.isArray(bucket) ? bucket.length : 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(32);
    expect(await entriesAt(NOON + 500)).toHaveLength(500);
  });

  it('an end is recorded with its request, in whatever bucket that is', async () => {
    const ledger = createLedger(0);
    const ticket = await ledger.begin(profile, NOON - 2 * HOUR);
    await ledger.begin(company, NOON);
    ticket.end('timeout');
    await settle();
    expect((await entriesAt(NOON)).map(({ outcome }) => outcome)).toEqual(['timeout', 'started']);
  });

  it('thirty days are kept for display, newest first, and older ones are dropped', async () => {
    for (const days of [0, 10, 25, 40]) await createLedger().begin({ endpoint: `day${days}` }, NOON + days * DAY);
    await settle();
    expect((await readRequestLog(NOON + 40 * DAY)).map(({ endpoint }) => endpoint)).toEqual(['day40', 'day25']);
    await createLedger().begin(profile, NOON + 200 * DAY);
    await settle();
    expect([...fakeBrowser.local.keys()]).toHaveLength(1);
  });

  it('the number of old buckets is limited by the browser’s storage', async () => {
    for (let number = 0; number < 1_100; number++) fakeBrowser.local.set(`ledger:${NOON + number}:x`, []);
    await createLedger().begin(profile, NOON + 3 * DAY);
    await settle();
    expect(fakeBrowser.local.size).toBe(1_001);
    expect(fakeBrowser.local.has(`ledger:${NOON}:x`)).toBe(false);
  });
});

describe('what cannot be read', () => {
  it('an unreadable bucket counts as a full one', async () => {
    fakeBrowser.local.set(`ledger:${NOON}:abc`, 'broken');
    expect(await readLedgerDay(NOON + 1)).toEqual({ entries: [], unreadable: Array.from({ length: 32 }, () => NOON) });
    expect((await readLedgerDay(NOON + 26 * HOUR)).unreadable).toEqual([]);
  });

  it('unreadable entries are counted one by one', async () => {
    await createLedger().begin(profile, NOON);
    fakeBrowser.local.set(`ledger:${NOON}:abc`, [{ time: 'noon' }, null, { ...profile, time: NOON, outcome: 'ok' }]);
    const day = await readLedgerDay(NOON);
    expect(day.entries).toHaveLength(2);
    expect(day.unreadable).toEqual([NOON, NOON]);
  });
});

describe('a clock that went back', () => {
  it('after the clock was set back, requests stay recorded at the latest as of now, and expire', async () => {
    await createLedger().begin(profile, NOON + 400 * DAY);
    fakeBrowser.local.set(`ledger:${NOON + 300 * DAY}:abc`, 'broken');
    const day = await readLedgerAtStart(NOON);
    expect(day.entries.map(({ time }) => time)).toEqual([NOON]);
    expect(day.unreadable).toEqual(Array.from({ length: 32 }, () => NOON));
    const later = await readLedgerAtStart(NOON + 26 * HOUR);
    expect(later).toEqual({ entries: [], unreadable: [] });
  });
});
