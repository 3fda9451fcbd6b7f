/**
 * Sends what waits for webhooks. Deliveries are leased, so several servers share the work, and what a killed server had
 * under way is tried again after its lease. No receiver holds up another one: a webhook, an account, and all webhooks that
 * fail have a limited number of tries under way on one server.
 */
import { DELIVERIES_KEPT_DAYS } from '@leadloom/shared/contract/webhooks';
import type { Connection } from '../../database/database.ts';
import { sharedNow } from '../../limits/shared-clock.ts';
import type { Platform } from '../../platform.ts';
import type { Candidate, ClaimedDelivery } from './deliveries.repository.ts';
import * as repository from './deliveries.repository.ts';
import { lostBefore } from './retry-schedule.ts';
import type { DeliveryTries } from './try-delivery.ts';
import type { StoredWebhook } from './webhooks.repository.ts';

/** Tries under way on this server. */
const ALL_AT_ONCE = 24;
/** Of webhooks whose last try failed. */
const FAILING_AT_ONCE = 12;
const ACCOUNT_AT_ONCE = 4;
const WEBHOOK_AT_ONCE = 2;
/** Deliveries that may wait for one webhook; the reason for disabling it names the number. */
const MOST_WAITING = 5_000;
/** Deliveries of one webhook that are kept, besides those that wait. */
const MOST_KEPT = 10_000;
/** Webhooks disabled in one transaction. */
const DISABLED_AT_ONCE = 100;
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
  let claiming: Promise<unknown> = Promise.resolve();
  const candidates = () => [...underWay.values()].map(({ candidate }) => candidate);

  /** Those that fit beside what is under way. */
  function choose(offered: readonly Candidate[]): readonly string[] {
    const taken = candidates();
    const chosen = offered.filter((one) => {
      const fits = hasRoomFor(one, taken);
      if (fits) taken.push(one);
      return fits;
    });
    return chosen.map(({ id }) => id);
  }

  function start(claimed: ClaimedDelivery, onEnd: () => void): void {
    const { id, webhookId, accountId } = claimed.delivery;
    const ended = tries
      .run(claimed, stop.signal)
      .catch((error: unknown) => onError(error, id))
      .then(() => {
        underWay.delete(id);
        onEnd();
      });
    underWay.set(id, { candidate: { id, webhookId, accountId, isFailing: claimed.webhook.failingSince !== null }, ended });
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
    await repository.judgeProposed(database, [...config.operators]);
    const perWebhook = Map.groupBy(candidates(), ({ webhookId }) => webhookId);
    const busy = [...perWebhook].flatMap(([id, ofIt]) => (ofIt.length >= WEBHOOK_AT_ONCE ? [id] : []));
    const wanted = { now: sharedNow(platform), busy, atOnce: WEBHOOK_AT_ONCE };
    for (const claimed of await repository.claimDue(database, wanted, choose)) start(claimed, onEnd);
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
    /** Disables webhooks that never succeed, or for which too much waits. */
    async disableDead(): Promise<void> {
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
      await Promise.all([...underWay.values()].map(({ ended }) => ended));
    },
    /** Ends what is under way; it is tried again by another server, or at the next start. */
    async end(): Promise<void> {
      stop.abort();
      await claiming;
      await this.settled();
    },
  };
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
