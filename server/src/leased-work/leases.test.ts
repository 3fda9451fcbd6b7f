import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect } from '../database/connect.ts';
import {
  endParcel,
  type LeasedRowsFixture,
  openLeasedRows,
  parcelLeases,
  parcels,
  takeParcels,
} from './testing/leased-rows.fixture.ts';

describe('leases of rows', () => {
  let fixture: LeasedRowsFixture;
  beforeAll(async () => {
    fixture = await openLeasedRows(inject('databaseUrl'));
  });
  beforeEach(() => fixture.fill(6));
  afterAll(() => fixture.close());

  const take = (limit = 1) => takeParcels(fixture.database, limit);
  async function takeOne() {
    const [lease] = await take();
    if (lease === undefined) throw new Error('no row was free');
    return lease;
  }

  it('of many that take at once, each row is taken by one, and never more than the limit', async () => {
    const other = connect(fixture.url, { onIdleError: () => undefined, poolSize: 5 });
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, index) => takeParcels(index % 2 === 0 ? fixture.database : other, 1)),
    );
    await other.$client.end();
    expect(Math.max(...taken.map(({ length }) => length))).toBe(1);
    const ids = taken.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // Whoever skipped rows that others were taking found none.
    const rest = await take(10);
    expect([...ids, ...rest.map(({ id }) => id)].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await take()).toEqual([]);
  });

  it('rows are taken in their order, and those that are locked are not waited for', async () => {
    await fixture.database.transaction(async (transaction) => {
      await transaction.select().from(parcels).where(eq(parcels.id, 1)).for('update');
      expect((await take(2)).map(({ id }) => id)).toEqual([2, 3]);
    });
    expect((await take()).map(({ id }) => id)).toEqual([1]);
  });

  it('no row beyond the limit is locked', async () => {
    await fixture.database.transaction(async (transaction) => {
      await takeParcels(transaction, 2);
      const { rows } = await fixture.database.execute(sql`select id from parcels for update skip locked`);
      expect(rows).toHaveLength(4);
    });
  });

  it('a lease that has ended is taken over once, with another token', async () => {
    const first = await takeOne();
    await fixture.endLeases();
    const taken = (await Promise.all(Array.from({ length: 8 }, () => take()))).flat();
    const again = taken.filter(({ id }) => id === first.id);
    expect(again).toHaveLength(1);
    expect(again[0]?.token).not.toBe(first.token);
  });

  it('a lease that is renewed is not taken over, and one that a clock gave that was ahead is', async () => {
    await fixture.fill(1);
    const lease = await takeOne();
    await fixture.endLeases();
    expect(await parcelLeases.renew(fixture.database, lease)).toBe(true);
    expect(await take()).toEqual([]);
    await fixture.database.execute(sql`update parcels set lease_until = now() + interval '1 year'`);
    expect(await take()).toHaveLength(1);
  });

  it('a holder that was replaced renews and writes nothing', async () => {
    await fixture.fill(1);
    const late = await takeOne();
    await fixture.endLeases();
    const current = await takeOne();
    expect(await parcelLeases.renew(fixture.database, late)).toBe(false);
    expect(await endParcel(fixture.database, late, 'done', 'late')).toBe(false);
    expect(await endParcel(fixture.database, { ...current, token: randomUUID() }, 'done', 'nobody')).toBe(false);
    expect(await endParcel(fixture.database, current, 'done', 'current')).toBe(true);
    expect(await fixture.read()).toMatchObject([{ state: 'done', writtenBy: 'current', leaseToken: null, leaseUntil: null }]);
  });

  it('the lease of a row that ended meanwhile is lost', async () => {
    const lease = await takeOne();
    await fixture.database.update(parcels).set({ state: 'cancelled' }).where(eq(parcels.id, lease.id));
    expect(await parcelLeases.renew(fixture.database, lease)).toBe(false);
    expect(await endParcel(fixture.database, lease, 'done', 'late')).toBe(false);
  });
});
