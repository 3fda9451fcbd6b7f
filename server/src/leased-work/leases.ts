/**
 * A lease is the right to work on a row until a time, stored in two columns: when it ends, and a token that names its holder.
 * Times are those of the database's clock, which all servers share. Every write of a holder names its token, so that a
 * holder that was too slow, and has been replaced, writes nothing.
 */
import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Connection } from '../database/database.ts';

/** A row and the token of whoever holds it. */
export interface Lease {
  readonly id: string | number;
  readonly token: string;
}

/** The lease is gone: the row has another holder, ended meanwhile, or was cancelled. Nothing more is written. */
export class LostLease extends Error {}

export function leaseEnd(seconds: number): SQL {
  return sql`clock_timestamp() + make_interval(secs => ${seconds})`;
}

/** No lease lasts longer. */
const LONGEST_HOURS = 1;

/**
 * Condition: nobody holds the row, its holder stopped renewing, or the lease was given while the database's clock was
 * ahead.
 */
export function isLeaseFree(until: AnyColumn): SQL {
  return sql`(${until} is null or ${until} <= clock_timestamp()
    or ${until} > clock_timestamp() + make_interval(hours => ${LONGEST_HOURS}))`;
}

interface NextRows {
  readonly where: SQL | undefined;
  readonly orderBy: readonly (SQL | AnyPgColumn)[];
  readonly limit: number;
}

/**
 * The condition of an `update` that takes the next rows of a table. However many servers take at once, each row is taken by
 * one, and none waits for another. The array is evaluated once, before the update, so no more rows are locked than the limit.
 */
export function isNext(connection: Connection, id: AnyPgColumn, { where, orderBy, limit }: NextRows): SQL {
  const next = connection
    .select({ id })
    .from(id.table)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .for('update', { skipLocked: true });
  return sql`${id} = any(array${next})`;
}

interface LeasedTable {
  readonly id: AnyPgColumn;
  readonly until: AnyPgColumn;
  readonly token: AnyPgColumn;
  /** How long a lease lasts unless it is renewed, and so how long a killed server keeps others waiting. */
  readonly seconds: number;
  /** A further condition for a lease to count, such as that the row is unfinished. */
  readonly isOpen?: SQL | undefined;
}

/** How a lease is kept while its row is worked on. `Row` is `void` where there is only one row, which is known. */
export interface Renewal<Row> {
  /** Resolves to false when somebody else holds the lease. */
  readonly renew: (row: Row) => Promise<boolean>;
  /** Milliseconds between two renewals. */
  readonly every: number;
  /** Milliseconds that one renewal is good for. */
  readonly validFor: number;
}

/** What `leaseUntil` and `leaseToken` are set to when a lease is given back. */
export const FREED = { leaseUntil: null, leaseToken: null } as const;

/** The leases of a table's rows: the conditions and values of statements that take, renew, use and end them. */
export function createLeases({ id, until, token, seconds, isOpen }: LeasedTable) {
  /** Condition of everything that is written for a row by its holder. */
  const isHeld = (lease: Lease): SQL | undefined => and(eq(id, lease.id), eq(token, lease.token), isOpen);
  const end = leaseEnd(seconds);
  /** @returns false if it is lost */
  async function renew(connection: Connection, lease: Lease): Promise<boolean> {
    const { rowCount } = await connection.execute(
      sql`update ${id.table} set ${sql.identifier(until.name)} = ${end} where ${isHeld(lease)}`,
    );
    return rowCount === 1;
  }
  return {
    end,
    isFree: isLeaseFree(until),
    isHeld,
    /** What `leaseUntil` and `leaseToken` are set to when a row is taken. */
    taken: (by: string) => ({ leaseUntil: end, leaseToken: by }),
    renew,
    renewal: (connection: Connection, every: number): Renewal<Lease> => ({
      renew: (lease) => renew(connection, lease),
      every,
      validFor: seconds * 1_000,
    }),
  };
}
