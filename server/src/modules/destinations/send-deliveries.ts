/**
 * Sends what waits for destinations. Deliveries are leased and their leases renewed, so several servers share the work, and what
 * a killed server had under way goes on after its lease. Each destination gets one delivery at a time, in the order in which they
 * were queued. No destination holds up another one: a workspace, and all destinations that fail, have a limited number of tries
 * under way on one server.
 */
import type { Connection } from '../../database/database.ts';
import { createLeasedWork } from '../../leased-work/leased-work.ts';
import { LostLease } from '../../leased-work/leases.ts';
import { LONGEST_PAUSE, lostBefore } from '../../leased-work/retry-schedule.ts';
import { sharedNow } from '../../limits/shared-clock.ts';
import type { Platform } from '../../platform.ts';
import type { StoredDestination } from './destinations.repository.ts';
import type { DestinationTries } from './perform-delivery.ts';
import type { Candidate, ClaimedDelivery } from './queue.repository.ts';
import * as repository from './queue.repository.ts';

/** Deliveries under way on this server. */
const ALL_AT_ONCE = 8;
/** Deliveries to destinations whose last try failed. */
const FAILING_AT_ONCE = 4;
const WORKSPACE_AT_ONCE = 2;
const RENEW_MILLISECONDS = 15_000;
/** Deliveries that may wait for one destination; the reason for disabling it names the number. */
const MOST_WAITING = 1_000;
/** Deliveries of one destination that are kept, besides those that wait. */
const RETAINED_DELIVERIES = 2_000;
/** Destinations disabled in one transaction. */
const DISABLED_AT_ONCE = 100;

interface SenderParts {
  readonly platform: Platform;
  readonly tries: DestinationTries;
  /** @param deliveryId of a try that could not be recorded, and is made again when its lease ends; null: none could be leased */
  readonly onError: (error: unknown, deliveryId: string | null) => void;
}

export type DestinationSender = ReturnType<typeof createDestinationSender>;

export function createDestinationSender({ platform, tries, onError }: SenderParts) {
  const { database, now, mailQueue } = platform;
  const renewal = repository.deliveryLeases.renewal(database, RENEW_MILLISECONDS);
  const work = createLeasedWork<ClaimedDelivery>({
    slots: ALL_AT_ONCE,
    take,
    renewal: { ...renewal, renew: ({ delivery }) => renewal.renew(delivery) },
    run: (claimed, signal) => tries.run(claimed, signal),
    onFailure: async ({ delivery }, error, isStopping) => {
      // Whoever has the delivery now, or gave it up, says what becomes of it.
      if (error instanceof LostLease) return;
      if (isStopping) await repository.release(database, delivery, sharedNow(platform));
      else onError(error, delivery.id);
    },
    onError: (error, claimed) => onError(error, claimed?.delivery.id ?? null),
  });

  function take(_: number, underWay: readonly ClaimedDelivery[]): Promise<readonly ClaimedDelivery[]> {
    const taken = underWay.map(({ destination }) => candidateOf(destination));
    const wanted = { now: sharedNow(platform), busy: taken.map(({ destinationId }) => destinationId) };
    return repository.claimDue(database, wanted, (offered) => {
      const chosen: Candidate[] = [];
      for (const one of offered) if (hasRoomFor(one, [...taken, ...chosen])) chosen.push(one);
      return chosen;
    });
  }

  async function disableSome(lock: (transaction: Connection) => Promise<StoredDestination[]>, cause: 'lost' | 'overdue') {
    const disabled = await database.transaction(async (transaction) => {
      const locked = await lock(transaction);
      for (const destination of locked) await tries.disable(transaction, destination, cause);
      return locked.length;
    });
    if (disabled > 0) mailQueue.kick();
  }

  return {
    /** Starts what is due and fits, and does not wait for it. After each delivery, the next one begins. */
    startDue: () => work.startDue(),
    /** Disables destinations that never succeed, or for which too much waits; what waits for a wrong date is due. */
    async disableDead(): Promise<void> {
      await repository.correctTimes(database, now(), LONGEST_PAUSE);
      await disableSome((transaction) => repository.lockLost(transaction, lostBefore(now()), DISABLED_AT_ONCE), 'lost');
      await disableSome((transaction) => repository.lockOverdue(transaction, MOST_WAITING, DISABLED_AT_ONCE), 'overdue');
    },
    forgetOld: () => repository.forgetDeliveries(database, now(), RETAINED_DELIVERIES),
    /** Resolves when nothing is under way. */
    settled: work.settled,
    /** Ends what is under way; it goes on at another server, or at the next start. */
    end: () => work.close(),
  };
}

function candidateOf({ id, workspaceId, failingSince }: StoredDestination): Candidate {
  return { destinationId: id, workspaceId, isFailing: failingSince !== null };
}

function hasRoomFor({ workspaceId, isFailing }: Candidate, taken: readonly Candidate[]): boolean {
  const counted = (isCounted: (one: Candidate) => boolean) => taken.filter(isCounted).length;
  return (
    taken.length < ALL_AT_ONCE &&
    counted((one) => one.workspaceId === workspaceId) < WORKSPACE_AT_ONCE &&
    (!isFailing || counted((one) => one.isFailing) < FAILING_AT_ONCE)
  );
}
