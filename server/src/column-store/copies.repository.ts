/** What PostgreSQL knows of the copies. Everything a feeder writes here names its lease and its epoch. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { createLeases, FREED, isNext, type Lease, LostLease, leaseEnd } from '../leased-work/leases.ts';
import { columnStoreCopies as copies } from '../schema/column-store.table.ts';

/** Seconds that a killed feeder keeps others waiting. */
const LEASE_SECONDS = 15;
const RENEWAL_MILLISECONDS = 4_000;
/** Seconds until a feeder that failed tries again. */
const RETRY_SECONDS = 5;

const leases = createLeases({
  id: copies.name,
  until: copies.leaseUntil,
  token: copies.leaseToken,
  seconds: LEASE_SECONDS,
});

/** A copy and the lease on it. */
export interface HeldCopy extends Lease {
  readonly id: string;
  readonly tableName: string;
}

/** What PostgreSQL vouches for. Only its feeder changes it. */
export interface CopyState {
  readonly epoch: string | null;
  readonly version: number;
  readonly mark: number;
  readonly deletionsTo: number | null;
}

export const renewalOf = (connection: Connection) => leases.renewal(connection, RENEWAL_MILLISECONDS);

export interface TableToCopy {
  readonly name: string;
  readonly tableName: string;
}

export interface SeenCopy extends CopyState {
  readonly name: string;
  readonly tableName: string;
  /** The table's version and number of rows. */
  readonly tableVersion: number;
  readonly rows: number;
  readonly isFree: boolean;
  readonly token: string | null;
  /** Whether it still has rows of an erasure. */
  readonly isErasing: boolean;
  readonly idleSeconds: number;
  /** Why the last try failed; null: it succeeded. */
  readonly error: string | null;
}

/** All copies, and the tables without one. One statement, because every server asks it every second. */
export async function readCopies(connection: Connection): Promise<{
  readonly copies: readonly SeenCopy[];
  readonly rowsOf: ReadonlyMap<string, number>;
  /** Whether any erasure waits. */
  readonly isErasing: boolean;
}> {
  const { rows } = await connection.execute<{
    table_name: string;
    table_version: string;
    row_count: string;
    name: string | null;
    epoch: string | null;
    version: string;
    mark: string;
    deletions_to: string | null;
    is_free: boolean;
    lease_token: string | null;
    is_erasing: boolean;
    is_any_erasing: boolean;
    idle_seconds: number;
    error: string | null;
  }>(sql`
    select known.table_name, known.version as table_version, known.row_count, copy.name, copy.epoch, copy.version, copy.mark,
      copy.deletions_to, copy.lease_token, copy.error, ${isFree(sql`copy.lease_until`)} as is_free,
      exists(select from column_store_erasures erased
        where erased.table_name = copy.table_name and erased.done_at is null and erased.id > copy.erased_to) as is_erasing,
      exists(select from column_store_erasures where done_at is null) as is_any_erasing,
      extract(epoch from clock_timestamp() - copy.tried_at)::float8 as idle_seconds
    from table_versions known left join ${copies} copy on copy.table_name = known.table_name`);
  return {
    isErasing: rows[0]?.is_any_erasing === true,
    rowsOf: new Map(rows.map((row) => [row.table_name, Number(row.row_count)])),
    copies: rows.flatMap((row) =>
      row.name === null
        ? []
        : [
            {
              name: row.name,
              tableName: row.table_name,
              tableVersion: Number(row.table_version),
              rows: Number(row.row_count),
              ...stateOf(row),
              isFree: row.is_free,
              token: row.lease_token,
              isErasing: row.is_erasing,
              idleSeconds: row.idle_seconds,
              error: row.error,
            },
          ],
    ),
  };
}

function isFree(until: SQL): SQL {
  return sql`(${until} is null or ${until} <= clock_timestamp())`;
}

interface StoredState {
  readonly epoch: string | null;
  readonly version: string;
  readonly mark: string;
  readonly deletions_to: string | null;
}

function stateOf({ epoch, version, mark, deletions_to: deletions }: StoredState): CopyState {
  return {
    epoch,
    version: Number(version),
    mark: Number(mark),
    deletionsTo: deletions === null ? null : Number(deletions),
  };
}

export async function addCopies(connection: Connection, added: readonly TableToCopy[]): Promise<void> {
  if (added.length > 0)
    await connection
      .insert(copies)
      .values([...added])
      .onConflictDoNothing();
}

/** Takes copies that nobody feeds. @param wanted names of copies that this server may feed or drop */
export async function takeCopies(
  connection: Connection,
  wanted: readonly string[],
  token: string,
  limit: number,
): Promise<readonly HeldCopy[]> {
  const where = and(leases.isFree, sql`${copies.name} = any(${sql.param(wanted)}::text[])`);
  const taken = await connection
    .update(copies)
    .set(leases.taken(token))
    .where(isNext(connection, copies.name, { where, orderBy: [copies.triedAt], limit }))
    .returning({ id: copies.name, tableName: copies.tableName });
  return taken.map((copy) => ({ ...copy, token }));
}

/** @throws {LostLease} */
export async function readState(connection: Connection, held: HeldCopy): Promise<CopyState> {
  const { rows } = await connection.execute<StoredState & Record<string, unknown>>(
    sql`select epoch, version, mark, deletions_to from ${copies} where ${leases.isHeld(held)}`,
  );
  const [found] = rows;
  if (found === undefined) throw new LostLease('the copy is fed by somebody else');
  return stateOf(found);
}

/**
 * Vouches for what the copy holds from now on, if nothing changed since the feeder last read or wrote it.
 * @param connection the one that read what was copied: what a former primary still answers is vouched for there, too, and lost
 * with it
 * @param erasedTo the last erasure before a copy that is built anew
 * @throws {LostLease}
 */
export async function vouch(
  connection: Connection,
  held: HeldCopy,
  before: CopyState,
  after: CopyState,
  erasedTo: number | null = null,
): Promise<void> {
  const isPublished = after.version !== before.version;
  const { rowCount } = await connection.execute(sql`
    update ${copies} set epoch = ${after.epoch}, version = ${after.version}, mark = ${after.mark}, deletions_to = ${after.deletionsTo},
      erased_to = coalesce(${erasedTo}::bigint, erased_to),
      published_at = ${isPublished ? sql`clock_timestamp()` : sql`published_at`}, tried_at = clock_timestamp(), error = null
    where ${leases.isHeld(held)} and epoch is not distinct from ${before.epoch}::uuid and version = ${before.version}
      and mark = ${before.mark} and deletions_to is not distinct from ${before.deletionsTo}::bigint`);
  if (rowCount !== 1) throw new LostLease('the copy is fed by somebody else, or is to be built anew');
}

/** The feeder is there and had nothing to do. */
export async function noteIdle(connection: Connection, held: HeldCopy): Promise<void> {
  await connection.update(copies).set({ triedAt: sql`clock_timestamp()` }).where(leases.isHeld(held));
}

/** Gives the copy back. @param error why feeding failed: others wait a moment, too; null: it was left to others */
export async function leaveCopy(connection: Connection, held: HeldCopy, error: string | null): Promise<void> {
  const until = error === null ? FREED : { leaseUntil: leaseEnd(RETRY_SECONDS), leaseToken: null, error };
  await connection
    .update(copies)
    .set({ ...until, triedAt: sql`clock_timestamp()` })
    .where(leases.isHeld(held));
}

export async function forgetCopy(connection: Connection, held: HeldCopy): Promise<void> {
  await connection.delete(copies).where(leases.isHeld(held));
}

/** Has a copy built anew. Until then nobody reads it. @returns whether there is one */
export async function haveRebuilt(connection: Connection, name: string): Promise<boolean> {
  const { rowCount } = await connection
    .update(copies)
    .set({ epoch: null, version: 0, mark: 0, deletionsTo: null })
    .where(eq(copies.name, name));
  return rowCount === 1;
}
