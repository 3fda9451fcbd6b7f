import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { openDoomedDatabase } from '../testing/doomed-database.ts';
import { createLeasedWork, type LeasedWork } from './leased-work.ts';
import { LostLease } from './leases.ts';
import {
  endParcel,
  type LeasedRowsFixture,
  openLeasedRows,
  type ParcelLease,
  parcelLeases,
  takeParcels,
} from './testing/leased-rows.fixture.ts';

interface Started {
  readonly parcel: ParcelLease;
  readonly server: string;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

describe('work on leased rows', () => {
  let fixture: LeasedRowsFixture;
  const started: Started[] = [];
  const opened: LeasedWork<ParcelLease>[] = [];
  const onError = vi.fn();
  beforeAll(async () => {
    fixture = await openLeasedRows(inject('databaseUrl'));
  });
  beforeEach(() => {
    started.length = 0;
    onError.mockClear();
    return async () => {
      await Promise.all(opened.splice(0).map((work) => work.close()));
    };
  });
  afterAll(() => fixture.close());

  interface ServerOptions {
    readonly database?: Database;
    readonly renewEvery?: number;
    readonly take?: (room: number) => Promise<readonly ParcelLease[]>;
  }

  /** A server that works on two rows at a time, each until the test ends it. */
  function open(server: string, { database = fixture.database, renewEvery = 50, take }: ServerOptions = {}) {
    const work = createLeasedWork<ParcelLease>({
      slots: 2,
      take: take ?? ((room) => takeParcels(database, room)),
      renewal: parcelLeases.renewal(database, renewEvery),
      run: async (parcel, signal) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => reject(signal.reason));
        started.push({ parcel, server, signal, end: resolve, fail: reject });
        await promise;
        await endParcel(database, parcel, 'done', server);
      },
      onFailure: async (parcel, error, isStopping) => {
        if (error instanceof Error && error.message === 'cannot be stored') throw error;
        await endParcel(database, parcel, isStopping ? 'waiting' : 'failed', server);
      },
      onError,
    });
    opened.push(work);
    return work;
  }
  const states = async () => (await fixture.read()).map(({ state }) => state);
  const startedOn = (server: string) => started.filter((each) => each.server === server);

  it('slots hold on each of two servers: every row is worked on once, and rows start as slots come free', async () => {
    await fixture.fill(7);
    const works = [open('one'), open('two')];
    await Promise.all(works.map((work) => work.startDue()));
    await Promise.all(works.map((work) => work.startDue()));
    expect([startedOn('one').length, startedOn('two').length]).toEqual([2, 2]);
    for (let ended = 0; ended < 7; ended += 1) {
      await expect.poll(() => started.length).toBeGreaterThan(ended);
      started[ended]?.end();
      await works[ended % 2]?.startDue();
      const underWay = started.length - ended - 1;
      expect(underWay).toBeLessThanOrEqual(4);
    }
    await Promise.all(works.map((work) => work.settled()));
    expect(started.map(({ parcel }) => parcel.id).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await states()).toEqual(Array.from({ length: 7 }, () => 'done'));
  });

  it('a row whose server was killed is worked on by another one, once its lease has ended, and its first holder writes nothing', async () => {
    await fixture.fill(1);
    const doomed = openDoomedDatabase(fixture.url, Number.POSITIVE_INFINITY);
    const killed = open('killed', { database: doomed.database });
    await killed.startDue();
    expect(() => doomed.kill()).toThrow();
    const next = open('next');
    await next.startDue();
    expect(startedOn('next')).toEqual([]);
    const lookAgain = async () => {
      await next.startDue();
      return startedOn('next').length;
    };
    await expect.poll(lookAgain, { timeout: 8_000 }).toBe(1);
    // The renewals of the killed one failed for as long as its lease lasts.
    await expect.poll(() => started[0]?.signal.reason, { timeout: 8_000 }).toBeInstanceOf(LostLease);
    await killed.settled();
    expect(await endParcel(fixture.database, started[0]?.parcel ?? { id: 1, token: '' }, 'done', 'killed')).toBe(false);
    startedOn('next')[0]?.end();
    await next.settled();
    expect(await fixture.read()).toMatchObject([{ state: 'done', writtenBy: 'next' }]);
    await doomed.bury();
  });

  it('a row is kept by renewals for longer than its lease', async () => {
    await fixture.fill(1);
    await open('one').startDue();
    await sleep(2_300);
    const other = open('other');
    await other.startDue();
    expect(startedOn('other')).toEqual([]);
    expect(started[0]?.signal.aborted).toBe(false);
  });

  it('a run that lost its lease is aborted, and neither its result nor its failure is written', async () => {
    await fixture.fill(1);
    const slow = open('slow', { renewEvery: 60_000 });
    await slow.startDue();
    await fixture.endLeases();
    await open('second').startDue();
    started[0]?.end();
    await slow.settled();
    expect(await fixture.read()).toMatchObject([{ state: 'waiting', writtenBy: null, leaseToken: started[1]?.parcel.token }]);
    await fixture.endLeases();
    await open('third').startDue();
    await expect.poll(() => startedOn('second')[0]?.signal.reason).toBeInstanceOf(LostLease);
    expect(await fixture.read()).toMatchObject([{ state: 'waiting', writtenBy: null, leaseToken: started[2]?.parcel.token }]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('a failure is stored while the lease is held, and one that cannot be stored is reported', async () => {
    await fixture.fill(2);
    const work = open('one');
    await work.startDue();
    started[0]?.fail(new Error('broken'));
    started[1]?.fail(new Error('cannot be stored'));
    await work.settled();
    expect(await fixture.read()).toMatchObject([
      { state: 'failed', leaseToken: null },
      { state: 'waiting', leaseToken: started[1]?.parcel.token },
    ]);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'cannot be stored' }), started[1]?.parcel);
  });

  it('a run that is cancelled writes nothing, and makes room for another', async () => {
    await fixture.fill(3);
    const work = open('one');
    await work.startDue();
    work.cancel(({ id }) => id === 1);
    await expect.poll(() => started.length).toBe(3);
    expect(started[0]?.signal.reason).toBeInstanceOf(LostLease);
    expect(started[1]?.signal.aborted).toBe(false);
    expect(await fixture.read()).toMatchObject([{ state: 'waiting', writtenBy: null }, {}, {}]);
  });

  it('a server that closes gives its rows back and takes no more', async () => {
    await fixture.fill(3);
    const work = open('one');
    await work.startDue();
    await work.close();
    await work.startDue();
    expect(started).toHaveLength(2);
    expect(await fixture.read()).toMatchObject([{ leaseToken: null }, { leaseToken: null }, { leaseToken: null }]);
    await open('next').startDue();
    expect(startedOn('next').map(({ parcel }) => parcel.id)).toEqual([1, 2]);
  });

  it('runs may go on for a while when a server closes', async () => {
    await fixture.fill(2);
    const work = open('one');
    await work.startDue();
    const closing = work.close({ graceMilliseconds: 300, reason: new Error('moved away') });
    started[0]?.end();
    await closing;
    expect(await fixture.read()).toMatchObject([{ state: 'done' }, { state: 'waiting', leaseToken: null }]);
    expect(started[1]?.signal.reason).toEqual(new Error('moved away'));
  });

  it('looks never overlap, and those asked for during one are one more', async () => {
    let looking = 0;
    let looks = 0;
    const work = open('one', {
      take: async () => {
        looking += 1;
        looks += 1;
        expect(looking).toBe(1);
        await sleep(20);
        looking -= 1;
        return [];
      },
    });
    const first = work.startDue();
    await sleep(5);
    await Promise.all([first, ...Array.from({ length: 20 }, () => work.startDue())]);
    expect(looks).toBe(2);
  });

  it('is settled once no look is under way either', async () => {
    const looks: (() => void)[] = [];
    const ends = new Map<string, () => void>();
    const work = createLeasedWork<string>({
      slots: 2,
      take: () => new Promise((resolve) => looks.push(() => resolve([]))),
      run: (row) => new Promise((resolve) => ends.set(row, resolve)),
      onFailure: async () => undefined,
      onError,
    });
    work.start('first');
    let isSettled = false;
    const settling = work.settled().then(() => {
      isSettled = true;
    });
    work.start('second');
    ends.get('first')?.();
    await expect.poll(() => looks.length).toBe(1);
    ends.get('second')?.();
    await sleep(5);
    looks[0]?.();
    await expect.poll(() => looks.length).toBe(2);
    await sleep(5);
    expect(isSettled).toBe(false);
    looks[1]?.();
    await settling;
  });

  it('a look that fails is reported to who asked, or noted after a run, and the next one works', async () => {
    await fixture.fill(2);
    let isBroken = true;
    const work = open('one', {
      take: (room) => (isBroken ? Promise.reject(new Error('no connection')) : takeParcels(fixture.database, room)),
    });
    await expect(work.startDue()).rejects.toThrow('no connection');
    isBroken = false;
    await work.startDue();
    isBroken = true;
    started[0]?.end();
    await expect.poll(() => onError.mock.calls).toEqual([[new Error('no connection'), null]]);
  });
});
