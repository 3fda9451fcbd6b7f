/** A table of rows that servers share, in a database of its own. */
import { eq, lte, sql } from 'drizzle-orm';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../database/columns.ts';
import { connect } from '../../database/connect.ts';
import type { Connection, Database } from '../../database/database.ts';
import { cloneTestDatabase } from '../../testing/test-database.ts';
import { createLeases, FREED, isNext, type Lease } from '../leases.ts';

export const parcels = pgTable('parcels', {
  id: integer('id').primaryKey(),
  state: text('state').notNull().default('waiting'),
  /** The holder that wrote the row's outcome. */
  writtenBy: text('written_by'),
  leaseUntil: time('lease_until'),
  leaseToken: uuid('lease_token'),
});

export const parcelLeases = createLeases({
  id: parcels.id,
  until: parcels.leaseUntil,
  token: parcels.leaseToken,
  seconds: 2,
  isOpen: eq(parcels.state, 'waiting'),
});

export interface ParcelLease extends Lease {
  readonly id: number;
}

/** Takes waiting rows that nobody holds, the lowest first. */
export async function takeParcels(connection: Connection, limit: number): Promise<readonly ParcelLease[]> {
  const where = sql`${eq(parcels.state, 'waiting')} and ${parcelLeases.isFree}`;
  const rows = await connection
    .update(parcels)
    .set({ leaseToken: sql`gen_random_uuid()`, leaseUntil: parcelLeases.end })
    .where(isNext(connection, parcels.id, { where, orderBy: [parcels.id], limit }))
    .returning({ id: parcels.id, token: sql<string>`${parcels.leaseToken}` });
  return rows.toSorted((one, other) => one.id - other.id);
}

/** @returns false if the lease is lost */
export async function endParcel(database: Database, lease: Lease, state: string, writtenBy: string): Promise<boolean> {
  const { rowCount } = await database
    .update(parcels)
    .set({ ...FREED, state, writtenBy })
    .where(parcelLeases.isHeld(lease));
  return rowCount === 1;
}

export interface LeasedRowsFixture {
  readonly url: string;
  readonly database: Database;
  /** Replaces all rows by as many that wait. */
  fill(count: number): Promise<void>;
  read(): Promise<readonly (typeof parcels.$inferSelect)[]>;
  /** Ends the leases of all rows. */
  endLeases(): Promise<void>;
  close(): Promise<void>;
}

/** @param sharedUrl of the test server */
export async function openLeasedRows(sharedUrl: string): Promise<LeasedRowsFixture> {
  const clone = await cloneTestDatabase(sharedUrl);
  const database = connect(clone.url, { onIdleError: () => undefined, poolSize: 10 });
  await database.execute(sql`create table parcels (id integer primary key, state text not null default 'waiting',
    written_by text, lease_until timestamptz, lease_token uuid)`);
  return {
    url: clone.url,
    database,
    fill: async (count) => {
      await database.delete(parcels).where(lte(parcels.id, 1_000_000));
      await database.execute(sql`insert into parcels (id) select generate_series(1, ${count}::integer)`);
    },
    read: () => database.select().from(parcels).orderBy(parcels.id),
    endLeases: async () => {
      await database.execute(sql`update parcels set lease_until = clock_timestamp() - interval '1 second'`);
    },
    close: async () => {
      await database.$client.end();
      await clone.drop();
    },
  };
}
