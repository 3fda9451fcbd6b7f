/** One try of a delivery: the request, and the consequences of its outcome for the delivery and its webhook. */

import type { DeliveryTry } from '@leadloom/shared/contract/webhooks';
import { judgeUrl } from '../../connectors/judge-address.ts';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { lostBefore, nextTryAt } from '../../leased-work/retry-schedule.ts';
import { sharedNow } from '../../limits/shared-clock.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import { readMailedWorkspace } from '../../mail/mailed-workspace.ts';
import type { Platform } from '../../platform.ts';
import { addNotice } from '../events/notices.service.ts';
import type { ClaimedDelivery } from './deliveries.repository.ts';
import * as repository from './deliveries.repository.ts';
import { createSuccessRecorder } from './record-successes.ts';
import { type RequestOptions, type RequestOutcome, sendRequest } from './send-request.ts';
import { composeDisabledMail, disabledTitle, WEBHOOKS_PATH } from './webhook-mails.ts';
import { openWebhookSecret, signatureHeader, webhookKeys } from './webhook-secret.ts';
import type { StoredWebhook } from './webhooks.repository.ts';

const RECIPIENT_MILLISECONDS = 1_000;
const USER_AGENT = 'Leadloom-Webhooks/1.0';

export const disablingReasons = {
  gone: 'The receiver answered 410.',
  lost: 'No delivery succeeded for five days.',
  overdue: 'More than 5,000 deliveries were waiting.',
} as const;

export interface TryParts {
  readonly platform: Platform;
  /** Whoever made a webhook, or the workspace's first owner in their place; null: the workspace is gone. */
  readonly readRecipient: (
    workspaceId: WorkspaceId,
    createdBy: number | null,
  ) => Promise<{ readonly email: string; readonly mayBeNotified: boolean } | null>;
  readonly request?: RequestOptions | undefined;
}

export type DeliveryTries = ReturnType<typeof createDeliveryTries>;

export function createDeliveryTries({ platform, readRecipient, request }: TryParts) {
  const { database, now, config, secrets, mailQueue } = platform;
  const keys = webhookKeys(secrets);
  const recordSuccess = createSuccessRecorder(database);
  const recipients = new Map<string, { readonly at: number; readonly recipient: ReturnType<TryParts['readRecipient']> }>();

  /** The recipient, read at most a second ago: deliveries to one webhook follow each other quickly. */
  function recipientOf({ id, workspaceId, createdBy }: StoredWebhook): ReturnType<TryParts['readRecipient']> {
    const time = performance.now();
    for (const [one, { at: readAt }] of recipients) if (time - readAt > RECIPIENT_MILLISECONDS) recipients.delete(one);
    const known = recipients.get(id) ?? { at: time, recipient: readRecipient(workspaceId, createdBy) };
    recipients.set(id, known);
    return known.recipient;
  }

  async function send({ delivery: { id, body }, webhook }: ClaimedDelivery, signal: AbortSignal): Promise<RequestOutcome> {
    // The setting may have changed since the webhook was made.
    const judged = judgeUrl(webhook.url, { isPrivateAllowed: false, isLoopbackAllowed: config.webhookLoopback });
    if (judged !== 'allowed') return withoutAnswer('the address is private or not valid');
    const signing = signingSecrets(webhook);
    if (signing.length === 0) return withoutAnswer('the secret cannot be read; rotate it');
    const timestamp = Math.floor(now().getTime() / 1000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureHeader(signing, { id, timestamp, body }),
    };
    return sendRequest({ url: new URL(webhook.url), headers, body, signal }, request);
  }

  function signingSecrets({ id, secret, previousSecret, previousUntil }: StoredWebhook): readonly Buffer[] {
    const isOldValid = previousUntil !== null && previousUntil > now();
    const sealed = [secret, ...(previousSecret !== null && isOldValid ? [previousSecret] : [])];
    return sealed.flatMap((one) => openWebhookSecret(keys, id, one) ?? []);
  }

  /** Ends the webhook, and notifies its maker by mail, and under the bell. */
  async function disable(
    transaction: Connection,
    { id, workspaceId, createdBy, url }: StoredWebhook,
    cause: keyof typeof disablingReasons,
  ): Promise<void> {
    const reason = disablingReasons[cause];
    if (!(await repository.disable(transaction, id, reason))) return;
    await addNotice(transaction, { workspaceId, title: disabledTitle({ url, reason }), link: WEBHOOKS_PATH, at: now() });
    const recipient = await readRecipient(workspaceId, createdBy);
    if (recipient?.mayBeNotified !== true) return;
    const workspace = await readMailedWorkspace(transaction, workspaceId);
    const mail = composeDisabledMail({ to: recipient.email, publicUrl: config.publicUrl, url, reason, workspace });
    await mailQueue.enqueue(transaction, mail, noticeFor(workspaceId));
  }

  return {
    disable,
    /** @param stopping a try that it ends does not count, and is made again at once @returns whether it was delivered */
    async run(claimed: ClaimedDelivery, stopping: AbortSignal): Promise<boolean> {
      const { delivery, webhook } = claimed;
      const recipient = await recipientOf(webhook);
      if (recipient === null) return false;
      const { mayBeNotified } = recipient;
      const at = now();
      const started = performance.now();
      const outcome = mayBeNotified
        ? await send(claimed, stopping)
        : withoutAnswer('the account is blocked, or has no active trial or subscription');
      if (stopping.aborted && outcome.status === null) {
        await repository.release(database, delivery, sharedNow(platform));
        return false;
      }
      const { status, error, answer, isGone } = outcome;
      const tried: DeliveryTry = { at: at.toISOString(), status, error, ms: Math.round(performance.now() - started), answer };
      if (error === null) {
        await recordSuccess({ delivery, tried });
        return true;
      }
      await database.transaction(async (transaction) => {
        // The webhook is locked before its deliveries, as everywhere.
        const since = await repository.noteFailure(transaction, webhook.id, at);
        if (isGone) await disable(transaction, webhook, 'gone');
        else if (since !== null && since <= lostBefore(now())) await disable(transaction, webhook, 'lost');
        const next = mayBeNotified && !isGone ? nextTryAt(delivery.failures + 1, now()) : null;
        await repository.recordFailure(transaction, delivery, { tried, nextTryAt: next });
      });
      mailQueue.kick();
      return false;
    },
  };
}

function withoutAnswer(error: string): RequestOutcome {
  return { status: null, error, answer: null, isGone: false };
}
