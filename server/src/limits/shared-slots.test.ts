import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDoomedDatabase } from '../testing/doomed-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createSharedSlots, freeAllSlots } from './shared-slots.ts';

const names = ['exports:0', 'exports:1'];

describe('slots that servers share', () => {
  let server: TestServer;
  const open = (limits = { leaseSeconds: 30, renewMilliseconds: 8_000 }) => createSharedSlots(server.database, limits);
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  afterEach(() => freeAllSlots(server.database));

  it('there are as many slots as names, on any number of servers', async () => {
    const servers = [open(), open()];
    const taken = await Promise.all(Array.from({ length: 12 }, (_, index) => servers[index % 2]?.take([names])));
    const held = taken.flatMap((slots) => slots ?? []);
    expect(held).toHaveLength(2);
    await held[0]?.release();
    const [next, refused] = [await servers[1]?.take([names]), await servers[0]?.take([names])];
    expect([next === null, refused]).toEqual([false, null]);
    await Promise.all([held[1]?.release(), next?.release()]);
  });

  it('several slots are taken together or not at all', async () => {
    const slots = open();
    const held = await slots.take([['table:one'], names]);
    expect(await slots.take([names, ['table:one']])).toBeNull();
    const other = await slots.take([names]);
    expect(other).not.toBeNull();
    await Promise.all([held?.release(), other?.release()]);
  });

  it('a caller waits until a slot is free or the caller is gone', async () => {
    const slots = open();
    const [one] = names;
    const held = await slots.take([[one ?? '']]);
    const waiting = slots.wait([one ?? ''], new AbortController().signal);
    await held?.release();
    const next = await waiting;
    await expect(slots.wait([one ?? ''], AbortSignal.timeout(150))).rejects.toThrow(/timeout/);
    await next.release();
  });

  it('the slots of a server that was killed are free within a few seconds', async () => {
    const doomed = openDoomedDatabase(server.databaseUrl, Number.POSITIVE_INFINITY);
    await createSharedSlots(doomed.database).take([['left behind']]);
    expect(() => doomed.kill()).toThrow();
    const freed = await createSharedSlots(server.database).wait(['left behind'], AbortSignal.timeout(8_000));
    await doomed.bury();
    await freed.release();
  });

  it('a holder that could not renew its lease for a while keeps a slot that nobody took', async () => {
    const held = await open({ leaseSeconds: 1, renewMilliseconds: 60_000 }).take([['quiet']]);
    await sleep(1_100);
    expect(await held?.isHeld()).toBe(true);
    await sleep(1_100);
    const taken = await open().take([['quiet']]);
    expect(await held?.isHeld()).toBe(false);
    await Promise.all([held?.release(), taken?.release()]);
  });

  it('a slot is kept while its lease is renewed, and is free after the lease when its holder was killed', async () => {
    const brief = { leaseSeconds: 1, renewMilliseconds: 100 };
    const alive = await open(brief).take([['kept']]);
    const doomed = openDoomedDatabase(server.databaseUrl, Number.POSITIVE_INFINITY);
    const killed = await createSharedSlots(doomed.database, brief).take([['left']]);
    expect(() => doomed.kill()).toThrow();
    expect(await open().take([['left']])).toBeNull();
    const freed = await open().wait(['left'], AbortSignal.timeout(10_000));
    expect(await open().take([['kept']])).toBeNull();
    expect(await alive?.isHeld()).toBe(true);
    expect(await killed?.isHeld().catch(() => false)).toBe(false);
    await doomed.bury();
    await Promise.all([alive?.release(), freed.release()]);
  });
});
