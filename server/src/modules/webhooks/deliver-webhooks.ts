/**
 * Sends what waits for webhooks. Deliveries are leased, so several servers share the work, and what a killed server had
 * under way is tried again after its lease. No receiver holds up another one: a webhook, an account, and all webhooks that
 * fail have a limited number of tries under way on one server. Of webhooks that do not fail, the next deliveries are leased
 * ahead, so that the database is not asked after every try.
 */
import { DELIVERIES_RETENTION_DAYS } from '@leadloom/shared/contract/webhooks';
import type { Connection } from '../../database/database.ts';
import { createLeasedWork } from '../../leased-work/leased-work.ts';
import { LONGEST_PAUSE, lostBefore } from '../../leased-work/retry-schedule.ts';
import { sharedNow } from '../../limits/shared-clock.ts';
import type { Platform } from '../../platform.ts';
import type { Candidate, ClaimedDelivery } from './deliveries.repository.ts';
import * as repository from './deliveries.repository.ts';
import type { DeliveryTries } from './try-delivery.ts';
import type { StoredWebhook } from './webhooks.repository.ts';

/** Tries under way on this server. */
const ALL_AT_ONCE = 24;
/** Tries of webhooks whose last try failed. */
const FAILING_AT_ONCE = 12;
const ACCOUNT_AT_ONCE = 4;
const WEBHOOK_AT_ONCE = 2;
/** Leased deliveries, with those under way: in all, for an account, and for a webhook. */
const ALL_LEASED = 240;
const ACCOUNT_LEASED = 40;
const WEBHOOK_LEASED = 20;
/** A delivery leased ahead that did not begin in this time is given back: its webhook may have been changed. */
const AHEAD_MILLISECONDS = 2_000;
/** Deliveries that may wait for one webhook; the reason for disabling it names the number. */
const MOST_WAITING = 5_000;
/** Deliveries of one webhook that are kept, besides those that wait. */
const RETAINED_DELIVERIES = 10_000;
/** Webhooks disabled in one transaction. */
const DISABLED_AT_ONCE = 100;
/** Milliseconds between two checks for proposed events. */
const JUDGE_MILLISECONDS = 1_000;
const DAY = 24 * 3600 * 1000;

interface DelivererParts {
  readonly platform: Platform;
  readonly tries: DeliveryTries;
  /** @param deliveryId of a try that could not be recorded, and is made again when its lease ends; null: none could be leased */
  readonly onError: (error: unknown, deliveryId: string | null) => void;
}

export type WebhookDeliverer = ReturnType<typeof createWebhookDeliverer>;

export function createWebhookDeliverer({ platform, tries, onError }: DelivererParts) {
  const { database, now, config, mailQueue } = platform;
  /** Deliveries leased ahead, in the order in which they begin. */
  let ahead: readonly Leased[] = [];
  /** Whether the database must be read: deliveries may be due that it alone knows. */
  let isLookDue = true;
  let judgedAt = Number.NEGATIVE_INFINITY;
  const work = createLeasedWork<Leased>({
    slots: ALL_AT_ONCE,
    take,
    run,
    onFailure: async (leased, error) => onError(error, leased.candidate.id),
    onError: (error, leased) => onError(error, leased?.candidate.id ?? null),
  });

  /** Takes deliveries. Those leased ahead are enough between two reads of the database, as long as one of them fits. */
  async function take(_: number, underWay: readonly Leased[]): Promise<readonly Leased[]> {
    const busy = underWay.map(({ candidate }) => candidate);
    if (isLookDue || !ahead.some(({ candidate }) => hasRoomFor(candidate, busy))) {
      isLookDue = false;
      await lease(underWay);
    }
    return takeFitting(underWay);
  }

  /** Leases what is due, more than can begin now. */
  async function lease(underWay: readonly Leased[]): Promise<void> {
    if (performance.now() - judgedAt >= JUDGE_MILLISECONDS) {
      judgedAt = performance.now();
      await repository.judgeProposed(database, [...config.operators]);
    }
    const taken = [...underWay, ...ahead].map(({ candidate }) => candidate);
    const perWebhook = Map.groupBy(taken, ({ webhookId }) => webhookId);
    const busy = [...perWebhook].flatMap(([id, ofIt]) => (ofIt.length >= WEBHOOK_AT_ONCE ? [id] : []));
    const wanted = { now: sharedNow(platform), busy, atOnce: WEBHOOK_LEASED };
    const since = performance.now();
    const claimed = await repository.claimDue(database, wanted, (offered) => choose(offered, taken));
    ahead = [...ahead, ...claimed.map((each) => ({ claimed: each, candidate: candidateOf(each), since }))];
  }

  /** Candidates that fit beside the deliveries already leased. */
  function choose(offered: readonly Candidate[], leased: readonly Candidate[]): readonly string[] {
    const taken = [...leased];
    const chosen = offered.filter((one) => {
      const fits = one.isFailing ? hasRoomFor(one, taken) : mayLease(one, taken);
      if (fits) taken.push(one);
      return fits;
    });
    return chosen.map(({ id }) => id);
  }

  /** Takes those leased ahead that there is room for, and gives back those that waited for too long. */
  async function takeFitting(underWay: readonly Leased[]): Promise<readonly Leased[]> {
    const oldest = performance.now() - AHEAD_MILLISECONDS;
    const taken = underWay.map(({ candidate }) => candidate);
    const fitting: Leased[] = [];
    const waiting: Leased[] = [];
    const overdue: Leased[] = [];
    for (const each of ahead) {
      if (hasRoomFor(each.candidate, taken)) {
        fitting.push(each);
        taken.push(each.candidate);
      } else if (each.since < oldest) overdue.push(each);
      else waiting.push(each);
    }
    ahead = waiting;
    await release(overdue);
    return fitting;
  }

  /** A try that failed sends no others of its webhook ahead of its pause. */
  async function run({ claimed, candidate: { webhookId } }: Leased, signal: AbortSignal): Promise<void> {
    let isDelivered = false;
    try {
      isDelivered = await tries.run(claimed, signal);
    } finally {
      if (!isDelivered) {
        const given = ahead.filter(({ candidate }) => candidate.webhookId === webhookId);
        ahead = ahead.filter(({ candidate }) => candidate.webhookId !== webhookId);
        await release(given);
      }
    }
  }

  /** Gives leases back: the deliveries are due at once, for any server that has room. */
  async function release(given: readonly Leased[]): Promise<void> {
    for (const { claimed, candidate } of given)
      await repository
        .release(database, claimed.delivery, sharedNow(platform))
        .catch((error: unknown) => onError(error, candidate.id));
  }

  async function disableSome(lock: (transaction: Connection) => Promise<StoredWebhook[]>, cause: 'lost' | 'overdue') {
    const disabled = await database.transaction(async (transaction) => {
      const locked = await lock(transaction);
      for (const webhook of locked) await tries.disable(transaction, webhook, cause);
      return locked.length;
    });
    if (disabled > 0) mailQueue.kick();
  }

  return {
    /** Starts what is due and fits, and does not wait for it. After each try, the next one begins. */
    startDue(): Promise<void> {
      isLookDue = true;
      return work.startDue();
    },
    /** Disables webhooks that never succeed, or for which too much waits; what waits for a wrong date is due. */
    async disableDead(): Promise<void> {
      await repository.correctTimes(database, now(), LONGEST_PAUSE);
      await disableSome((transaction) => repository.lockLost(transaction, lostBefore(now()), DISABLED_AT_ONCE), 'lost');
      await disableSome((transaction) => repository.lockOverdue(transaction, MOST_WAITING, DISABLED_AT_ONCE), 'overdue');
    },
    forgetOld: () =>
      repository.forgetDeliveries(database, {
        before: new Date(now().getTime() - DELIVERIES_RETENTION_DAYS * DAY),
        most: RETAINED_DELIVERIES,
      }),
    /** Resolves when nothing is under way. */
    settled: work.settled,
    /** Ends what is under way; it is tried again by another server, or at the next start. */
    async end(): Promise<void> {
      await work.close();
      const given = ahead;
      ahead = [];
      await release(given);
    },
  };
}

/** A leased delivery. */
interface Leased {
  readonly claimed: ClaimedDelivery;
  readonly candidate: Candidate;
  /** A time of `performance.now()`. */
  readonly since: number;
}

function candidateOf({ delivery: { id, webhookId, workspaceId }, webhook }: ClaimedDelivery): Candidate {
  return { id, webhookId, workspaceId, isFailing: webhook.failingSince !== null };
}

function mayLease({ webhookId, workspaceId }: Candidate, taken: readonly Candidate[]): boolean {
  const counted = (isCounted: (one: Candidate) => boolean) => taken.filter(isCounted).length;
  return (
    taken.length < ALL_LEASED &&
    counted((one) => one.webhookId === webhookId) < WEBHOOK_LEASED &&
    counted((one) => one.workspaceId === workspaceId) < ACCOUNT_LEASED
  );
}

function hasRoomFor({ webhookId, workspaceId, isFailing }: Candidate, taken: readonly Candidate[]): boolean {
  const counted = (isCounted: (one: Candidate) => boolean) => taken.filter(isCounted).length;
  return (
    taken.length < ALL_AT_ONCE &&
    counted((one) => one.webhookId === webhookId) < WEBHOOK_AT_ONCE &&
    counted((one) => one.workspaceId === workspaceId) < ACCOUNT_AT_ONCE &&
    (!isFailing || counted((one) => one.isFailing) < FAILING_AT_ONCE)
  );
}
