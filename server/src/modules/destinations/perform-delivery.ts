/** One try of a delivery: the performance, and the consequences of its outcome for the delivery and its destination. */
import type { DestinationKind } from '@leadloom/shared/contract/destinations';
import type { DeliveryTry } from '@leadloom/shared/contract/webhooks';
import { BusyDestination, RefusedByDestination } from '../../connectors/connector.ts';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { LostLease } from '../../leased-work/leases.ts';
import { LONGEST_PAUSE, lostBefore, nextTryAt } from '../../leased-work/retry-schedule.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import { readMailedWorkspace } from '../../mail/mailed-workspace.ts';
import type { Platform } from '../../platform.ts';
import { addNotice } from '../events/notices.service.ts';
import { composeDisabledMail, DESTINATIONS_PATH, disabledTitle } from './destination-mails.ts';
import type { TryOutcome } from './destination-metrics.ts';
import type { DestinationSecrets } from './destination-secret.ts';
import type { StoredDestination } from './destinations.repository.ts';
import { failureText } from './failure-text.ts';
import { openDestination } from './open-destination.ts';
import { type Performed, type Performers, Undeliverable } from './performer.ts';
import type { ClaimedDelivery } from './queue.repository.ts';
import * as repository from './queue.repository.ts';

/** The longest try. One that saved progress meanwhile goes on in the next, and did not fail. */
const TRY_MILLISECONDS = 30 * 60_000;
const ANSWER_CHARACTERS = 1_024;

export const disablingReasons = {
  lost: 'No delivery succeeded for five days.',
  overdue: 'More than 1,000 deliveries were waiting.',
} as const;

const NO_PLAN = 'The account is blocked, or has no active trial or subscription.';
const NOT_SENT = 'This version cannot send this to a destination yet.';
const LATE = `It was not done within ${TRY_MILLISECONDS / 60_000} minutes.`;

export interface TryParts {
  readonly platform: Platform;
  readonly performers: Performers;
  /** Whoever made a destination, or the workspace's first owner in their place; null: the workspace is gone. */
  readonly readRecipient: (
    workspaceId: WorkspaceId,
    createdBy: number | null,
  ) => Promise<{ readonly email: string; readonly mayBeNotified: boolean } | null>;
  /** Told of each try that was recorded. */
  readonly onTried?: ((kind: DestinationKind, outcome: TryOutcome) => void) | undefined;
}

export type DestinationTries = ReturnType<typeof createDestinationTries>;

export function createDestinationTries({ platform, performers, readRecipient, onTried }: TryParts) {
  const { database, now, config, mailQueue } = platform;

  /** Ends the destination, and notifies its maker by mail, and under the bell. @param cause one of ours, or a sentence */
  async function disable(transaction: Connection, destination: StoredDestination, cause: string): Promise<void> {
    const reason = isOurs(cause) ? disablingReasons[cause] : cause;
    const { id, workspaceId, createdBy } = destination;
    if (!(await repository.disable(transaction, id, reason))) return;
    const title = disabledTitle(destination, reason);
    await addNotice(transaction, { workspaceId, title, link: DESTINATIONS_PATH, at: now() });
    const recipient = await readRecipient(workspaceId, createdBy);
    if (recipient?.mayBeNotified !== true) return;
    const workspace = await readMailedWorkspace(transaction, workspaceId);
    const parts = { to: recipient.email, publicUrl: config.publicUrl, workspace, destination };
    await mailQueue.enqueue(transaction, composeDisabledMail(parts, reason), noticeFor(workspaceId));
  }

  async function perform(
    { delivery, destination }: ClaimedDelivery,
    signal: AbortSignal,
    told: { secrets: DestinationSecrets; hasProgress: boolean },
  ): Promise<Performed> {
    const performer = performers[delivery.task.kind];
    if (performer === undefined) throw new Undeliverable(NOT_SENT);
    const opened = openDestination(platform, destination);
    told.secrets = opened.secrets;
    const connector = await opened.connect();
    try {
      const save = async (progress: Readonly<Record<string, unknown>>) => {
        await repository.saveProgress(database, delivery, progress);
        told.hasProgress = true;
      };
      const performed = await performer({
        ...{ delivery, destination, connector, signal },
        progress: { saved: delivery.progress, save },
        whileHeld: (write) =>
          database.transaction(async (transaction) => {
            await repository.lockHeld(transaction, delivery);
            return write(transaction);
          }),
      });
      return performed ?? {};
    } finally {
      await connector.close().catch(() => undefined);
    }
  }

  async function recordFailure({ delivery, destination }: ClaimedDelivery, failure: Failure): Promise<void> {
    const { tried, error, isLasting } = failure;
    let outcome = outcomeOf(error);
    await database.transaction(async (transaction) => {
      if (error instanceof BusyDestination) {
        const until = Math.max(error.until.getTime(), now().getTime());
        const nextTryAt = new Date(Math.min(until, now().getTime() + LONGEST_PAUSE));
        return repository.recordFailure(transaction, delivery, { tried, nextTryAt, isFailure: false });
      }
      if (error instanceof Undeliverable)
        return repository.recordFailure(transaction, delivery, { tried, nextTryAt: null, isFailure: true });
      // The destination is locked before its deliveries, as everywhere.
      const since = await repository.noteFailure(transaction, destination.id, new Date(tried.at));
      if (error instanceof RefusedByDestination) await disable(transaction, destination, tried.error ?? error.message);
      else if (since !== null && since <= lostBefore(now())) await disable(transaction, destination, 'lost');
      const next = isLasting || error instanceof RefusedByDestination ? null : nextTryAt(delivery.failures + 1, now());
      outcome = next === null && outcome === 'failed' ? 'given_up' : outcome;
      return repository.recordFailure(transaction, delivery, { tried, nextTryAt: next, isFailure: true });
    });
    onTried?.(destination.kind, outcome);
    mailQueue.kick();
  }

  return {
    disable,
    /**
     * @param stopping aborted when the server closes, or the lease is lost @throws {Error} the try was ended by it, or its
     *   outcome could not be recorded
     */
    async run(claimed: ClaimedDelivery, stopping: AbortSignal): Promise<void> {
      const { delivery, destination } = claimed;
      const recipient = await readRecipient(destination.workspaceId, destination.createdBy);
      if (recipient === null) return;
      const [at, started] = [now().toISOString(), performance.now()];
      const tried = (error: string | null, answer: string | null = null): DeliveryTry => ({
        ...{ at, status: null, error, ms: Math.round(performance.now() - started) },
        answer: answer?.slice(0, ANSWER_CHARACTERS).replaceAll('\0', '\uFFFD') ?? null,
      });
      if (!recipient.mayBeNotified)
        return recordFailure(claimed, { tried: tried(NO_PLAN), error: new Error(NO_PLAN), isLasting: true });
      const limit = AbortSignal.timeout(TRY_MILLISECONDS);
      const told = { secrets: {}, hasProgress: false };
      let performed: Performed;
      try {
        performed = await perform(claimed, AbortSignal.any([stopping, limit]), told);
      } catch (error) {
        if (stopping.aborted || error instanceof LostLease) throw error;
        if (limit.aborted && told.hasProgress)
          return recordFailure(claimed, { tried: tried(LATE), error: new BusyDestination(LATE, now()), isLasting: false });
        const text = limit.aborted ? LATE : failureText(error, told.secrets);
        return recordFailure(claimed, { tried: tried(text), error, isLasting: false });
      }
      await database.transaction(async (transaction) => {
        await repository.recordSuccess(transaction, delivery, tried(null, performed.answer ?? null));
        await performed.complete?.(transaction);
      });
      onTried?.(destination.kind, 'delivered');
    },
  };
}

interface Failure {
  readonly tried: DeliveryTry;
  readonly error: unknown;
  /** No later try helps. */
  readonly isLasting: boolean;
}

function outcomeOf(error: unknown): TryOutcome {
  if (error instanceof BusyDestination) return 'busy';
  if (error instanceof RefusedByDestination) return 'refused';
  return error instanceof Undeliverable ? 'given_up' : 'failed';
}

function isOurs(cause: string): cause is keyof typeof disablingReasons {
  return cause in disablingReasons;
}
