/**
 * The queue of deliveries to destinations, of all workspaces. A delivery under way is due again when its lease ends. Of one
 * destination, one delivery is under way at a time, the oldest that waits: whoever takes it, or records what became of it, locks
 * the destination first.
 */
import type { DestinationKind } from '@leadloom/shared/contract/destinations';
import type { DeliveryTry } from '@leadloom/shared/contract/webhooks';
import { and, asc, count, eq, gt, inArray, isNull, lte, min, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { createLeases, type Lease, LostLease } from '../../leased-work/leases.ts';
import { destinationDeliveries, destinations } from '../../schema/destinations.table.ts';
import type { StoredDelivery, StoredDestination } from './destinations.repository.ts';

/** Renewed while the delivery is under way, and short enough that a killed server is soon replaced. */
const LEASE_SECONDS = 60;
/** Destinations that are locked to choose from. */
const CANDIDATES = 100;
/** Tries that a delivery keeps. */
const MAX_TRIES_LISTED = 50;

export const deliveryLeases = createLeases({
  id: destinationDeliveries.id,
  until: destinationDeliveries.nextTryAt,
  token: destinationDeliveries.leaseToken,
  seconds: LEASE_SECONDS,
  isOpen: eq(destinationDeliveries.state, 'waiting'),
});

/** A delivery that this server has leased. */
export type LeasedDelivery = StoredDelivery & Lease;

export interface ClaimedDelivery {
  readonly delivery: LeasedDelivery;
  readonly destination: StoredDestination;
}

export interface Candidate {
  readonly destinationId: string;
  readonly workspaceId: WorkspaceId;
  /** The destination's last try failed. */
  readonly isFailing: boolean;
}

/** The condition of destinations for which deliveries are stored: active ones, and paused ones, for which they wait. */
export const keepsDeliveries = sql`(${destinations.state} = 'active' or ${destinations.pausedAt} is not null)`;

/** How many deliveries wait for active destinations of each kind, and since when the oldest does. */
export async function countWaiting(
  database: Database,
): Promise<ReadonlyMap<DestinationKind, { readonly count: number; readonly oldest: Date | null }>> {
  const rows = await database
    .select({ kind: destinations.kind, count: count(), oldest: min(destinationDeliveries.createdAt) })
    .from(destinationDeliveries)
    .innerJoin(destinations, eq(destinations.id, destinationDeliveries.destinationId))
    .where(and(eq(destinationDeliveries.state, 'waiting'), eq(destinations.state, 'active')))
    .groupBy(destinations.kind);
  return new Map(rows.map(({ kind, ...waiting }) => [kind, waiting]));
}

/**
 * Leases the oldest waiting delivery of destinations for which it is due.
 * @param choose which of the destinations; those that do not fail come first
 */
export function claimDue(
  database: Database,
  { now, busy }: { readonly now: SQL; readonly busy: readonly string[] },
  choose: (candidates: readonly Candidate[]) => readonly Candidate[],
): Promise<ClaimedDelivery[]> {
  return database.transaction(async (transaction) => {
    const due = transaction
      .selectDistinct({ id: destinationDeliveries.destinationId })
      .from(destinationDeliveries)
      .where(and(eq(destinationDeliveries.state, 'waiting'), lte(destinationDeliveries.nextTryAt, now)));
    // Whoever waits for the lock, or skips it, reads the deliveries in a later statement, as they are then.
    const locked = await transaction
      .select()
      .from(destinations)
      .where(
        and(
          eq(destinations.state, 'active'),
          inArray(destinations.id, due),
          busy.length === 0 ? undefined : notInArray(destinations.id, [...busy]),
        ),
      )
      .orderBy(sql`${destinations.failingSince} is not null, random()`)
      .limit(CANDIDATES)
      .for('no key update', { skipLocked: true });
    const chosen = choose(
      locked.map(({ id, workspaceId, failingSince }) => ({ destinationId: id, workspaceId, isFailing: failingSince !== null })),
    );
    if (chosen.length === 0) return [];
    const heads = transaction
      .selectDistinctOn([destinationDeliveries.destinationId], {
        id: destinationDeliveries.id,
        nextTryAt: destinationDeliveries.nextTryAt,
      })
      .from(destinationDeliveries)
      .where(
        and(
          inArray(
            destinationDeliveries.destinationId,
            chosen.map(({ destinationId }) => destinationId),
          ),
          eq(destinationDeliveries.state, 'waiting'),
        ),
      )
      .orderBy(asc(destinationDeliveries.destinationId), asc(destinationDeliveries.createdAt), asc(destinationDeliveries.id))
      .as('head');
    const leased = await transaction
      .update(destinationDeliveries)
      .set({ leaseToken: sql`gen_random_uuid()`, nextTryAt: sql`${now} + make_interval(secs => ${LEASE_SECONDS})` })
      .where(inArray(destinationDeliveries.id, transaction.select({ id: heads.id }).from(heads).where(lte(heads.nextTryAt, now))))
      .returning();
    const byId = new Map(locked.map((destination) => [destination.id, destination]));
    return leased.flatMap((delivery) => {
      const destination = byId.get(delivery.destinationId);
      const { leaseToken: token } = delivery;
      return destination === undefined || token === null ? [] : [{ delivery: { ...delivery, token }, destination }];
    });
  });
}

/** Gives a lease back without a try: the delivery is due at once. */
export async function release(database: Database, lease: Lease, now: SQL): Promise<void> {
  await database.update(destinationDeliveries).set({ leaseToken: null, nextTryAt: now }).where(deliveryLeases.isHeld(lease));
}

/** @throws {LostLease} when somebody else works on the delivery, or it was given up */
export async function saveProgress(database: Database, lease: Lease, progress: StoredDelivery['progress']): Promise<void> {
  const { rowCount } = await database.update(destinationDeliveries).set({ progress }).where(deliveryLeases.isHeld(lease));
  if (rowCount !== 1) throw new LostLease('another server works on the delivery');
}

/** Locks the destination and then the delivery until the transaction ends. @throws {LostLease} as above */
export async function lockHeld(transaction: Connection, delivery: LeasedDelivery): Promise<void> {
  await lockOwner(transaction, delivery);
  const held = await transaction
    .select({ id: destinationDeliveries.id })
    .from(destinationDeliveries)
    .where(deliveryLeases.isHeld(delivery))
    .for('update');
  if (held.length === 0) throw new LostLease('another server works on the delivery');
}

async function lockOwner(transaction: Connection, { destinationId }: StoredDelivery): Promise<void> {
  await transaction
    .select({ id: destinations.id })
    .from(destinations)
    .where(eq(destinations.id, destinationId))
    .for('no key update');
}

const withTry = (tried: DeliveryTry) => {
  const known = destinationDeliveries.tries;
  return sql`case when jsonb_array_length(${known}) >= ${MAX_TRIES_LISTED} then ${known} - 0 else ${known} end
    || ${JSON.stringify([tried])}::jsonb`;
};

/** Records a success. @throws {LostLease} another server took the delivery over, or it was given up: nothing is recorded */
export async function recordSuccess(transaction: Connection, delivery: LeasedDelivery, tried: DeliveryTry): Promise<void> {
  await lockHeld(transaction, delivery);
  await transaction.update(destinations).set({ failingSince: null }).where(eq(destinations.id, delivery.destinationId));
  await transaction
    .update(destinationDeliveries)
    .set({ tries: withTry(tried), state: 'delivered', nextTryAt: null, failures: 0, leaseToken: null, progress: null })
    .where(deliveryLeases.isHeld(delivery));
}

interface Outcome {
  readonly tried: DeliveryTry;
  /** When it is tried next; null: the delivery is given up. */
  readonly nextTryAt: Date | null;
  /** false: the destination asked to be left alone for a while, which is no failure. */
  readonly isFailure: boolean;
}

/**
 * Records a try without success. Where another server took the delivery over meanwhile, or it was given up, the try is recorded
 * all the same.
 */
export async function recordFailure(
  transaction: Connection,
  delivery: LeasedDelivery,
  { tried, nextTryAt, isFailure }: Outcome,
): Promise<void> {
  const tries = withTry(tried);
  const { rowCount } = await transaction
    .update(destinationDeliveries)
    .set({
      tries,
      state: nextTryAt === null ? 'failed' : 'waiting',
      nextTryAt,
      failures: sql`${destinationDeliveries.failures} + ${isFailure ? 1 : 0}`,
      leaseToken: null,
    })
    .where(deliveryLeases.isHeld(delivery));
  if (rowCount === 1) return;
  await transaction.update(destinationDeliveries).set({ tries }).where(eq(destinationDeliveries.id, delivery.id));
}

/** Locks the destination. @returns since when it fails; null: it is gone */
export async function noteFailure(transaction: Connection, destinationId: string, at: Date): Promise<Date | null> {
  await transaction
    .update(destinations)
    .set({ failingSince: at })
    // A time to come was noted by a clock that was ahead.
    .where(and(eq(destinations.id, destinationId), or(isNull(destinations.failingSince), gt(destinations.failingSince, at))));
  const [found] = await transaction
    .select({ since: destinations.failingSince })
    .from(destinations)
    .where(eq(destinations.id, destinationId))
    .for('no key update');
  return found?.since ?? null;
}

/** Ends an active or paused destination and everything that waits for it. @returns false: it was neither */
export async function disable(transaction: Connection, destinationId: string, reason: string): Promise<boolean> {
  const { rowCount } = await transaction
    .update(destinations)
    .set({ state: 'disabled', reason, pausedAt: null })
    .where(and(eq(destinations.id, destinationId), keepsDeliveries));
  if (rowCount !== 1) return false;
  await transaction
    .update(destinationDeliveries)
    .set({ state: 'failed', nextTryAt: null, leaseToken: null })
    .where(and(eq(destinationDeliveries.destinationId, destinationId), eq(destinationDeliveries.state, 'waiting')));
  return true;
}
