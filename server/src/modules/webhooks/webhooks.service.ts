/** Webhooks of an account, and their deliveries. */
import { randomUUID } from 'node:crypto';
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import {
  type createWebhook,
  DEFAULT_DELIVERIES,
  deliverySchema,
  type listWebhookDeliveries,
  MAX_WEBHOOKS,
  OLD_SECRET_HOURS,
  TEST_EVENT,
  type updateWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookSchema,
} from '@leadloom/shared/contract/webhooks';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import type { Platform } from '../../platform.ts';
import { isPaused } from '../events/pause-webhooks.service.ts';
import { writeBody } from '../events/webhook-events.service.ts';
import { readTableVersions } from '../tables/changes/summarize-changes.service.ts';
import { DISABLED_BY_OWNER } from './given-up.service.ts';
import { judgeAddress } from './webhook-address.ts';
import { composeAddedMail, composeChangedMail, describeChanges } from './webhook-mails.ts';
import { newSecret, sealWebhookSecret, webhookKeys, writeSecret } from './webhook-secret.ts';
import type { NewWebhook, StoredDelivery, StoredWebhook } from './webhooks.repository.ts';
import * as repository from './webhooks.repository.ts';

const HOUR = 3600 * 1000;
const PAUSED = 'This webhook is paused since the password was reset. Confirm it first.';

export interface WebhookOwner {
  readonly workspaceId: WorkspaceId;
  readonly email: string;
}

type WebhookContent = EndpointRequest<typeof createWebhook>['body'];
type WebhookChanges = EndpointRequest<typeof updateWebhook>['body'];

export async function listAccountWebhooks(
  { database }: Platform,
  workspaceId: WorkspaceId,
): Promise<{ data: Webhook[]; total: number }> {
  const data = (await repository.listWebhooks(database, workspaceId)).map(describeWebhook);
  return { data, total: data.length };
}

/**
 * Creates a webhook. It gets events from now on, and its owner gets a mail.
 * @throws {AppError} WEBHOOK.LIMIT_REACHED, WEBHOOK.URL_INVALID, WEBHOOK.URL_PRIVATE
 */
export async function createAccountWebhook(
  platform: Platform,
  { workspaceId, email }: WebhookOwner,
  { url, events }: WebhookContent,
): Promise<Webhook & { readonly secret: string }> {
  requireAddress(platform, url);
  const { database, secrets, now, mailQueue, config } = platform;
  const id = randomUUID();
  const secret = newSecret();
  const sealed = sealWebhookSecret(webhookKeys(secrets), id, secret);
  const added = await database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `webhooks:${workspaceId}`);
    if ((await repository.countWebhooks(transaction, workspaceId)) >= MAX_WEBHOOKS) throw new AppError('WEBHOOK.LIMIT_REACHED');
    const positions = await readTableVersions(transaction);
    const mail = composeAddedMail({ to: email, publicUrl: config.publicUrl, url, events });
    await mailQueue.enqueue(transaction, mail, noticeFor(workspaceId));
    return repository.addWebhook(transaction, { id, workspaceId, url, events, secret: sealed, positions, createdAt: now() });
  });
  mailQueue.kick();
  return { ...describeWebhook(added), secret: writeSecret(secret) };
}

/**
 * Changes a webhook. Its owner gets a mail, unless nothing is different.
 * @throws {AppError} WEBHOOK.NOT_FOUND, WEBHOOK.URL_INVALID, WEBHOOK.URL_PRIVATE
 */
export async function changeAccountWebhook(
  platform: Platform,
  { workspaceId, email }: WebhookOwner,
  id: string,
  { url, events, state }: WebhookChanges,
): Promise<Webhook> {
  const known = await requireWebhook(platform, workspaceId, id);
  if (url !== undefined) requireAddress(platform, url);
  const changed = await platform.database.transaction(async (transaction) => {
    const positions = await readTableVersions(transaction);
    const wasSubscribed = known.events.includes('table.rows_changed');
    const isSubscribed = events?.includes('table.rows_changed') === true;
    const stored = await repository.changeWebhook(transaction, workspaceId, id, {
      // A new receiver has not failed yet.
      ...(url === undefined || url === known.url ? {} : { url, failingSince: null }),
      ...(events === undefined ? {} : { events }),
      // Changes from before the subscription are not reported.
      ...(isSubscribed && !wasSubscribed ? { positions } : {}),
      ...(state === undefined ? {} : changesOfState(known, state, positions)),
    });
    if (state === 'disabled') await repository.giveUpWaiting(transaction, workspaceId, id);
    const changes = stored === null ? [] : describeChanges(describeWebhook(known), describeWebhook(stored));
    if (stored !== null && changes.length > 0) {
      const mail = composeChangedMail({ to: email, publicUrl: platform.config.publicUrl, url: stored.url, changes });
      await platform.mailQueue.enqueue(transaction, mail, noticeFor(workspaceId));
    }
    return stored;
  });
  if (changed === null) throw new AppError('WEBHOOK.NOT_FOUND');
  platform.mailQueue.kick();
  return describeWebhook(changed);
}

function changesOfState(
  known: StoredWebhook,
  state: StoredWebhook['state'],
  positions: StoredWebhook['positions'],
): Partial<NewWebhook> {
  // Events that happened during the pause are sent.
  if (isPaused(known) && state === 'active') return { state, reason: null, failingSince: null, pausedAt: null };
  if (isPaused(known)) return { reason: DISABLED_BY_OWNER, pausedAt: null };
  if (state === known.state) return {};
  return state === 'active' ? { state, reason: null, failingSince: null, positions } : { state, reason: DISABLED_BY_OWNER };
}

/** @throws {AppError} WEBHOOK.NOT_FOUND */
export async function deleteAccountWebhook({ database }: Platform, workspaceId: WorkspaceId, id: string): Promise<void> {
  if (!(await repository.deleteWebhook(database, workspaceId, id))) throw new AppError('WEBHOOK.NOT_FOUND');
}

/** @throws {AppError} WEBHOOK.NOT_FOUND, WEBHOOK.DISABLED */
export async function sendTestEvent(platform: Platform, workspaceId: WorkspaceId, id: string): Promise<WebhookDelivery> {
  await requireActive(platform, workspaceId, id);
  const at = platform.now();
  const delivery = await repository.addDelivery(platform.database, {
    id: randomUUID(),
    workspaceId,
    webhookId: id,
    event: TEST_EVENT,
    body: writeBody(TEST_EVENT, { webhook_id: id }, at),
    state: 'waiting',
    createdAt: at,
    nextTryAt: at,
  });
  return describeDelivery(delivery);
}

/** The secret before signs as well for a day; one before that ends now. The owner gets a mail. @throws {AppError} WEBHOOK.NOT_FOUND */
export async function rotateSecret(
  platform: Platform,
  { workspaceId, email }: WebhookOwner,
  id: string,
): Promise<Webhook & { readonly secret: string }> {
  const { database, secrets, now, mailQueue, config } = platform;
  const secret = newSecret();
  const sealed = sealWebhookSecret(webhookKeys(secrets), id, secret);
  const changed = await database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `webhooks:${workspaceId}`);
    const known = await repository.findWebhook(transaction, workspaceId, id);
    if (known === null) return null;
    const changes = ['It has a new secret; the old one signs beside it for a day.'];
    const mail = composeChangedMail({ to: email, publicUrl: config.publicUrl, url: known.url, changes });
    await mailQueue.enqueue(transaction, mail, noticeFor(workspaceId));
    return repository.changeWebhook(transaction, workspaceId, id, {
      secret: sealed,
      previousSecret: known.secret,
      previousUntil: new Date(now().getTime() + OLD_SECRET_HOURS * HOUR),
    });
  });
  if (changed === null) throw new AppError('WEBHOOK.NOT_FOUND');
  mailQueue.kick();
  return { ...describeWebhook(changed), secret: writeSecret(secret) };
}

/** @throws {AppError} WEBHOOK.NOT_FOUND */
export async function listAccountDeliveries(
  platform: Platform,
  workspaceId: WorkspaceId,
  id: string,
  { page = 1, per_page: perPage = DEFAULT_DELIVERIES }: EndpointRequest<typeof listWebhookDeliveries>['query'],
): Promise<EndpointResult<typeof listWebhookDeliveries>> {
  await requireWebhook(platform, workspaceId, id);
  const part = { skip: (page - 1) * perPage, take: perPage };
  const { deliveries, total } = await repository.listDeliveries(platform.database, workspaceId, id, part);
  return { data: deliveries.map(describeDelivery), total, page, per_page: perPage };
}

/** @throws {AppError} WEBHOOK.NOT_FOUND, WEBHOOK.DELIVERY_NOT_FOUND, WEBHOOK.DISABLED */
export async function sendAgain(
  platform: Platform,
  workspaceId: WorkspaceId,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  await requireActive(platform, workspaceId, webhookId);
  const wanted = { webhookId, id: deliveryId, now: platform.now() };
  const repeated = await repository.repeatDelivery(platform.database, workspaceId, wanted);
  if (repeated === null) throw new AppError('WEBHOOK.DELIVERY_NOT_FOUND');
  return describeDelivery(repeated);
}

async function requireWebhook({ database }: Platform, workspaceId: WorkspaceId, id: string): Promise<StoredWebhook> {
  const found = await repository.findWebhook(database, workspaceId, id);
  if (found === null) throw new AppError('WEBHOOK.NOT_FOUND');
  return found;
}

async function requireActive(platform: Platform, workspaceId: WorkspaceId, id: string): Promise<void> {
  const webhook = await requireWebhook(platform, workspaceId, id);
  if (isPaused(webhook)) throw new AppError('WEBHOOK.DISABLED', { message: PAUSED });
  if (webhook.state !== 'active') throw new AppError('WEBHOOK.DISABLED');
}

/** @throws {AppError} WEBHOOK.URL_INVALID, WEBHOOK.URL_PRIVATE */
function requireAddress({ config }: Platform, text: string): void {
  const { kind } = judgeAddress(text, { isLoopbackAllowed: config.webhookLoopback });
  if (kind === 'invalid') throw new AppError('WEBHOOK.URL_INVALID');
  if (kind === 'private') throw new AppError('WEBHOOK.URL_PRIVATE');
}

function describeWebhook({ pausedAt, ...webhook }: StoredWebhook): Webhook {
  const { id, url, events, reason, createdAt } = webhook;
  const state = isPaused({ state: webhook.state, pausedAt }) ? 'paused' : webhook.state;
  return webhookSchema.parse({ id, url, events, state, reason, created_at: createdAt.toISOString() });
}

function describeDelivery({ id, event, createdAt, state, tries }: StoredDelivery): WebhookDelivery {
  return deliverySchema.parse({ id, event, created_at: createdAt.toISOString(), state, tries });
}
