/**
 * Sends what waits for webhooks. Deliveries are leased, so several servers share the work, and what a killed server had
 * under way is tried again after its lease. No receiver holds up another one: a webhook, an account, and all webhooks that
 * fail have a limited number of tries under way on one server. Of webhooks that do not fail, the next deliveries are leased
 * ahead, so that the database is not asked after every try.
 */
import { DELIVERIES_KEPT_DAYS } from '@leadloom/shared/contract/webhooks';
import type { Connection } from '../../database/database.ts';
import { sharedNow } from '../../limits/shared-clock.ts';
import type { Platform } from '../../platform.ts';
import type { Candidate, ClaimedDelivery } from './deliveries.repository.ts';
import * as repository from './deliveries.repository.ts';
import { LONGEST_PAUSE, lostBefore } from './retry-schedule.ts';
import type { DeliveryTries } from './try-delivery.ts';
import type { StoredWebhook } from './webhooks.repository.ts';

/** Tries under way on this server. */
const ALL_AT_ONCE = 24;
/** Of webhooks whose last try failed. */
const FAILING_AT_ONCE = 12;
const ACCOUNT_AT_ONCE = 4;
const WEBHOOK_AT_ONCE = 2;
/** Leased, with those under way: in all, for an account, and for a webhook. */
const ALL_LEASED = 240;
const ACCOUNT_LEASED = 40;
const WEBHOOK_LEASED = 20;
/** What did not begin in this time is given back: its webhook may have been changed. */
const HELD_MILLISECONDS = 2_000;
/** Deliveries that may wait for one webhook; the reason for disabling it names the number. */
const MOST_WAITING = 5_000;
/** Deliveries of one webhook that are kept, besides those that wait. */
const MOST_KEPT = 10_000;
/** Webhooks disabled in one transaction. */
const DISABLED_AT_ONCE = 100;
/** Between two looks for proposed events. */
const JUDGE_MILLISECONDS = 1_000;
const DAY = 24 * 3600 * 1000;

interface DelivererParts {
  readonly platform: Platform;
  readonly tries: DeliveryTries;
  /** A try could not be recorded; it is made again when its lease ends. */
  readonly onError: (error: unknown, deliveryId: string) => void;
}

export type WebhookDeliverer = ReturnType<typeof createWebhookDeliverer>;

export function createWebhookDeliverer({ platform, tries, onError }: DelivererParts) {
  const { database, now, config, mailQueue } = platform;
  const stop = new AbortController();
  const underWay = new Map<string, { readonly candidate: Candidate; readonly ended: Promise<void> }>();
  /** Leased, in the order in which they begin. */
  let held: readonly Held[] = [];
  let claiming: Promise<unknown> = Promise.resolve();
  let judgedAt = Number.NEGATIVE_INFINITY;
  const candidates = () => [...underWay.values()].map(({ candidate }) => candidate);
  const leased = () => [...candidates(), ...held.map(({ candidate }) => candidate)];

  /** Those that may be leased beside what is. */
  function choose(offered: readonly Candidate[]): readonly string[] {
    const taken = leased();
    const chosen = offered.filter((one) => {
      const fits = one.isFailing ? hasRoomFor(one, taken) : mayLease(one, taken);
      if (fits) taken.push(one);
      return fits;
    });
    return chosen.map(({ id }) => id);
  }

  /** Begins what there is room for. @returns those that were held for too long */
  function startHeld(onEnd: () => void): readonly Held[] {
    const oldest = performance.now() - HELD_MILLISECONDS;
    const waiting = held;
    const kept: Held[] = [];
    const late: Held[] = [];
    for (const each of waiting) {
      if (hasRoomFor(each.candidate, candidates())) start(each, onEnd);
      else if (each.since < oldest) late.push(each);
      else kept.push(each);
    }
    held = kept;
    return late;
  }

  function start({ claimed, candidate }: Held, onEnd: () => void): void {
    const { id } = candidate;
    const ended = tries.run(claimed, stop.signal).then(
      (isDelivered) => goOn(candidate, isDelivered, onEnd),
      (error: unknown) => {
        onError(error, id);
        goOn(candidate, false, onEnd);
      },
    );
    underWay.set(id, { candidate, ended });
  }

  /** After a try: the next one begins. One that failed sends no others ahead of its pause. */
  function goOn({ id, webhookId }: Candidate, isDelivered: boolean, onEnd: () => void): void {
    underWay.delete(id);
    if (stop.signal.aborted) return;
    const isNext = ({ candidate }: Held) => candidate.webhookId === webhookId;
    const given = isDelivered ? [] : held.filter(isNext);
    held = isDelivered ? held : held.filter((each) => !isNext(each));
    giveBack([...given, ...startHeld(onEnd)]);
    if (!held.some(isNext)) onEnd();
  }

  /** They are due at once, for whoever has room. */
  async function release(given: readonly Held[]): Promise<void> {
    for (const { claimed, candidate } of given)
      await repository
        .release(database, claimed.delivery, sharedNow(platform))
        .catch((error: unknown) => onError(error, candidate.id));
  }

  function giveBack(given: readonly Held[]): void {
    if (given.length > 0) claiming = Promise.all([claiming, release(given)]);
  }

  async function disableSome(lock: (transaction: Connection) => Promise<StoredWebhook[]>, cause: 'lost' | 'overdue') {
    const disabled = await database.transaction(async (transaction) => {
      const locked = await lock(transaction);
      for (const webhook of locked) await tries.disable(transaction, webhook, cause);
      return locked.length;
    });
    if (disabled > 0) mailQueue.kick();
  }

  async function claim(onEnd: () => void): Promise<void> {
    if (stop.signal.aborted || underWay.size >= ALL_AT_ONCE) return;
    if (performance.now() - judgedAt >= JUDGE_MILLISECONDS) {
      judgedAt = performance.now();
      await repository.judgeProposed(database, [...config.operators]);
    }
    const perWebhook = Map.groupBy(leased(), ({ webhookId }) => webhookId);
    const busy = [...perWebhook].flatMap(([id, ofIt]) => (ofIt.length >= WEBHOOK_AT_ONCE ? [id] : []));
    const wanted = { now: sharedNow(platform), busy, atOnce: WEBHOOK_LEASED };
    const since = performance.now();
    const claimed = await repository.claimDue(database, wanted, choose);
    held = [...held, ...claimed.map((each) => ({ claimed: each, candidate: candidateOf(each), since }))];
    await release(startHeld(onEnd));
  }

  return {
    /**
     * Starts what is due and fits, and does not wait for it. One call after the other, so that they count right.
     * @param onEnd after each try: there is room for another one
     */
    async startDue(onEnd: () => void): Promise<void> {
      const claimed = claiming.then(() => claim(onEnd));
      claiming = claimed.catch(() => undefined);
      await claimed;
    },
    /** Disables webhooks that never succeed, or for which too much waits; what waits for a wrong date is due. */
    async disableDead(): Promise<void> {
      await repository.correctTimes(database, now(), LONGEST_PAUSE);
      await disableSome((transaction) => repository.lockLost(transaction, lostBefore(now()), DISABLED_AT_ONCE), 'lost');
      await disableSome((transaction) => repository.lockOverdue(transaction, MOST_WAITING, DISABLED_AT_ONCE), 'overdue');
    },
    forgetOld: () =>
      repository.forgetDeliveries(database, {
        before: new Date(now().getTime() - DELIVERIES_KEPT_DAYS * DAY),
        most: MOST_KEPT,
      }),
    /** Resolves when nothing is under way. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ ended }) => ended));
      await claiming;
    },
    /** Ends what is under way; it is tried again by another server, or at the next start. */
    async end(): Promise<void> {
      stop.abort();
      await claiming;
      const given = held;
      held = [];
      await release(given);
      await this.settled();
    },
  };
}

/** Leased and not begun. */
interface Held {
  readonly claimed: ClaimedDelivery;
  readonly candidate: Candidate;
  /** `performance.now()`. */
  readonly since: number;
}

function candidateOf({ delivery: { id, webhookId, accountId }, webhook }: ClaimedDelivery): Candidate {
  return { id, webhookId, accountId, isFailing: webhook.failingSince !== null };
}

function mayLease({ webhookId, accountId }: Candidate, taken: readonly Candidate[]): boolean {
  const counted = (isCounted: (one: Candidate) => boolean) => taken.filter(isCounted).length;
  return (
    taken.length < ALL_LEASED &&
    counted((one) => one.webhookId === webhookId) < WEBHOOK_LEASED &&
    counted((one) => one.accountId === accountId) < ACCOUNT_LEASED
  );
}

function hasRoomFor({ webhookId, accountId, isFailing }: Candidate, taken: readonly Candidate[]): boolean {
  const counted = (isCounted: (one: Candidate) => boolean) => taken.filter(isCounted).length;
  return (
    taken.length < ALL_AT_ONCE &&
    counted((one) => one.webhookId === webhookId) < WEBHOOK_AT_ONCE &&
    counted((one) => one.accountId === accountId) < ACCOUNT_AT_ONCE &&
    (!isFailing || counted((one) => one.isFailing) < FAILING_AT_ONCE)
  );
}
