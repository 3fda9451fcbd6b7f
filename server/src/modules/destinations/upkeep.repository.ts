/** What is done to destinations and deliveries of all workspaces now and then: old and dead ones, and secrets of an older key. */
import { DELIVERIES_RETENTION_DAYS } from '@leadloom/shared/contract/webhooks';
import { and, eq, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { isImplausible } from '../../database/plausible-time.ts';
import { destinationDeliveries, destinations } from '../../schema/destinations.table.ts';
import type { StoredDestination } from './destinations.repository.ts';
import { keepsDeliveries } from './queue.repository.ts';

const DAY = 24 * 3600 * 1000;

/** Deliveries whose next try only a clock that was ahead can have put off are due. @param longest milliseconds */
export async function correctTimes(database: Database, now: Date, longest: number): Promise<void> {
  await database
    .update(destinationDeliveries)
    .set({ nextTryAt: now })
    .where(and(eq(destinationDeliveries.state, 'waiting'), isImplausible(destinationDeliveries.nextTryAt, now, longest)));
}

/** Locks active destinations without a success since a time, for this transaction. */
export function lockLost(transaction: Connection, before: Date, limit: number): Promise<StoredDestination[]> {
  return transaction
    .select()
    .from(destinations)
    .where(and(eq(destinations.state, 'active'), isNotNull(destinations.failingSince), lte(destinations.failingSince, before)))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Locks active and paused destinations for which more deliveries wait than may, for this transaction. */
export function lockOverdue(transaction: Connection, most: number, limit: number): Promise<StoredDestination[]> {
  const waiting = sql`(select count(*) from (select from ${destinationDeliveries} waiting
    where waiting.destination_id = ${destinations.id} and waiting.state = 'waiting' limit ${most + 1}) counted)`;
  return transaction
    .select()
    .from(destinations)
    .where(and(keepsDeliveries, sql`${waiting} > ${most}`))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Deletes what is older than it is kept, and what a destination keeps beyond a number; of those, never what still waits. */
export async function forgetDeliveries(database: Database, now: Date, most: number): Promise<void> {
  const before = new Date(now.getTime() - DELIVERIES_RETENTION_DAYS * DAY);
  await database.delete(destinationDeliveries).where(lt(destinationDeliveries.createdAt, before));
  await database.execute(sql`
    delete from ${destinationDeliveries} old using (
      select destination.id, (select created_at from ${destinationDeliveries} kept where kept.destination_id = destination.id
        order by created_at desc offset ${most} limit 1) as last
      from ${destinations} destination) bound
    where old.destination_id = bound.id and old.created_at <= bound.last and old.state <> 'waiting'`);
}

/**
 * Makes a delivery due at once, with all tries before it. @returns false: it was not given up after so many failures, or its
 * destination is disabled
 */
export async function repeatGivenUp(
  transaction: Connection,
  { id, failures, now }: { readonly id: string; readonly failures: number; readonly now: Date },
): Promise<boolean> {
  const isActive = sql`exists (select from ${destinations} where ${destinations.id} = ${destinationDeliveries.destinationId}
    and ${destinations.state} = 'active')`;
  const { rowCount } = await transaction
    .update(destinationDeliveries)
    .set({ state: 'waiting', failures: 0, nextTryAt: now })
    .where(
      and(
        eq(destinationDeliveries.id, id),
        eq(destinationDeliveries.state, 'failed'),
        sql`${destinationDeliveries.failures} >= ${failures}`,
        isActive,
      ),
    );
  return rowCount === 1;
}

/** Lists destinations whose secrets an older key of the ring may have sealed. */
export function listSealed(
  connection: Connection,
  after: string,
  limit: number,
): Promise<Pick<StoredDestination, 'id' | 'secret'>[]> {
  return connection
    .select({ id: destinations.id, secret: destinations.secret })
    .from(destinations)
    .where(sql`${destinations.id} > ${after}::uuid`)
    .orderBy(destinations.id)
    .limit(limit);
}

/** Unless it was changed meanwhile. */
export async function replaceSealed(
  connection: Connection,
  { id, secret }: Pick<StoredDestination, 'id' | 'secret'>,
  sealed: Buffer,
): Promise<void> {
  await connection
    .update(destinations)
    .set({ secret: sealed })
    .where(and(eq(destinations.id, id), eq(destinations.secret, secret)));
}
