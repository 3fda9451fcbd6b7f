/** Webhooks of a workspace, and their deliveries. */
import { randomUUID } from 'node:crypto';
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import {
  type createWebhook,
  DEFAULT_DELIVERIES,
  deliverySchema,
  type listWebhookDeliveries,
  MAX_WEBHOOKS,
  MAX_WORKSPACE_WEBHOOKS,
  OLD_SECRET_HOURS,
  TEST_EVENT,
  type updateWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookSchema,
} from '@leadloom/shared/contract/webhooks';
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import { judgeUrl } from '../../connectors/judge-address.ts';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import { type MailedWorkspace, readMailedWorkspace } from '../../mail/mailed-workspace.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { Platform } from '../../platform.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { isPaused, lockWebhooks } from '../events/pause-webhooks.service.ts';
import { requireConnecting } from '../events/require-connecting.service.ts';
import { writeBody } from '../events/webhook-events.service.ts';
import { readTableVersions } from '../tables/changes/summarize-changes.service.ts';
import { DISABLED_BY_OWNER } from './given-up.service.ts';
import { composeAddedMail, composeChangedMail, describeChanges } from './webhook-mails.ts';
import { newSecret, sealWebhookSecret, webhookKeys, writeSecret } from './webhook-secret.ts';
import type { ListedWebhook, NewWebhook, StoredDelivery, StoredWebhook } from './webhooks.repository.ts';
import * as repository from './webhooks.repository.ts';

const HOUR = 3600 * 1000;
const WORKSPACE_IS_FULL = `This workspace has reached the limit of ${MAX_WORKSPACE_WEBHOOKS} webhooks.`;
const PAUSED = 'This webhook is paused. Confirm it first.';

/** The member who acts. */
export interface WebhookOwner {
  readonly workspaceId: WorkspaceId;
  readonly accountId: number;
  readonly email: string;
}

type WebhookContent = EndpointRequest<typeof createWebhook>['body'];
type WebhookChanges = EndpointRequest<typeof updateWebhook>['body'];

export async function listAccountWebhooks(
  { database }: Platform,
  workspaceId: WorkspaceId,
): Promise<{ data: Webhook[]; total: number }> {
  const data = (await repository.listWebhooks(database, workspaceId)).map(describeListed);
  return { data, total: data.length };
}

/**
 * Creates a webhook. It gets events from now on, and whoever made it gets a mail.
 * @throws {AppError} WEBHOOK.LIMIT_REACHED, WEBHOOK.URL_INVALID, WEBHOOK.URL_PRIVATE, WORKSPACE.NOT_FOUND,
 * WORKSPACE.RIGHT_MISSING
 */
export async function createAccountWebhook(
  platform: Platform,
  owner: WebhookOwner,
  { url, events }: WebhookContent,
): Promise<Webhook & { readonly secret: string }> {
  requireAddress(platform, url);
  const { database, secrets, now, mailQueue, config } = platform;
  const { workspaceId, accountId, email } = owner;
  const id = randomUUID();
  const secret = newSecret();
  const sealed = sealWebhookSecret(webhookKeys(secrets), id, secret);
  const added = await database.transaction(async (transaction) => {
    await lockWebhooks(transaction, workspaceId);
    await requireConnecting(transaction, owner);
    const { total, own } = await repository.countWebhooks(transaction, workspaceId, accountId);
    if (own >= MAX_WEBHOOKS) throw new AppError('WEBHOOK.LIMIT_REACHED');
    if (total >= MAX_WORKSPACE_WEBHOOKS) throw new AppError('WEBHOOK.LIMIT_REACHED', { message: WORKSPACE_IS_FULL });
    const positions = await readTableVersions(transaction);
    const workspace = await readMailedWorkspace(transaction, workspaceId);
    const mail = composeAddedMail({ to: email, publicUrl: config.publicUrl, url, events, workspace });
    await mailQueue.enqueue(transaction, mail, noticeFor(accountId));
    await noteActivity(transaction, owner, { action: 'connected', target: targetOf(url) }, now());
    const webhook = { id, workspaceId, createdBy: accountId, url, events, secret: sealed, positions, createdAt: now() };
    const stored = await repository.addWebhook(transaction, webhook);
    return { ...stored, maker: email, isShared: workspace.name !== null };
  });
  mailQueue.kick();
  return { ...describeListed(added), secret: writeSecret(secret) };
}

/** How the activity of a workspace names a webhook: an address often contains a secret. */
function targetOf(url: string): string {
  return `webhook to ${new URL(url).host}`;
}

/**
 * Changes a webhook. Whoever does, and whoever made it, get a mail, unless nothing is different.
 * @throws {AppError} WEBHOOK.NOT_FOUND, WEBHOOK.URL_INVALID, WEBHOOK.URL_PRIVATE
 */
export async function changeAccountWebhook(
  platform: Platform,
  owner: WebhookOwner,
  id: string,
  { url, events, state }: WebhookChanges,
): Promise<Webhook> {
  const { workspaceId } = owner;
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
      const { publicUrl } = platform.config;
      await mailThose(platform, transaction, { owner, maker: known.maker }, (to, workspace) =>
        composeChangedMail({ to, publicUrl, url: stored.url, changes, workspace }),
      );
    }
    return stored;
  });
  if (changed === null) throw new AppError('WEBHOOK.NOT_FOUND');
  platform.mailQueue.kick();
  return describeListed({ ...known, ...changed });
}

/** Queues a mail to whoever acts, and to whoever made the webhook where that is somebody else. */
async function mailThose(
  { mailQueue }: Platform,
  transaction: Connection,
  { owner, maker }: { readonly owner: WebhookOwner; readonly maker: string | null },
  compose: (to: string, workspace: MailedWorkspace) => Mail,
): Promise<void> {
  const workspace = await readMailedWorkspace(transaction, owner.workspaceId);
  for (const to of new Set([owner.email, maker ?? owner.email]))
    await mailQueue.enqueue(transaction, compose(to, workspace), noticeFor(owner.accountId));
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
export async function deleteAccountWebhook(
  { database, now }: Platform,
  actor: Pick<WebhookOwner, 'workspaceId' | 'accountId'>,
  id: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const deleted = await repository.deleteWebhook(transaction, actor.workspaceId, id);
    if (deleted === null) throw new AppError('WEBHOOK.NOT_FOUND');
    await noteActivity(transaction, actor, { action: 'disconnected', target: targetOf(deleted.url) }, now());
  });
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

/**
 * The secret before signs as well for a day; one before that ends now. Whoever does it, and whoever made the webhook, get a mail.
 * @throws {AppError} WEBHOOK.NOT_FOUND
 */
export async function rotateSecret(
  platform: Platform,
  owner: WebhookOwner,
  id: string,
): Promise<Webhook & { readonly secret: string }> {
  const { database, secrets, now, mailQueue, config } = platform;
  const { workspaceId } = owner;
  const secret = newSecret();
  const sealed = sealWebhookSecret(webhookKeys(secrets), id, secret);
  const changed = await database.transaction(async (transaction) => {
    await lockWebhooks(transaction, workspaceId);
    const known = await repository.findListed(transaction, workspaceId, id);
    if (known === null) return null;
    const changes = ['It has a new secret; the old one signs beside it for a day.'];
    await mailThose(platform, transaction, { owner, maker: known.maker }, (to, workspace) =>
      composeChangedMail({ to, publicUrl: config.publicUrl, url: known.url, changes, workspace }),
    );
    const stored = await repository.changeWebhook(transaction, workspaceId, id, {
      secret: sealed,
      previousSecret: known.secret,
      previousUntil: new Date(now().getTime() + OLD_SECRET_HOURS * HOUR),
    });
    return stored === null ? null : { ...known, ...stored };
  });
  if (changed === null) throw new AppError('WEBHOOK.NOT_FOUND');
  mailQueue.kick();
  return { ...describeListed(changed), secret: writeSecret(secret) };
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

async function requireWebhook({ database }: Platform, workspaceId: WorkspaceId, id: string): Promise<ListedWebhook> {
  const found = await repository.findListed(database, workspaceId, id);
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
  const judged = judgeUrl(text, { isPrivateAllowed: false, isLoopbackAllowed: config.webhookLoopback });
  if (judged === 'invalid') throw new AppError('WEBHOOK.URL_INVALID');
  if (judged === 'private') throw new AppError('WEBHOOK.URL_PRIVATE');
}

function describeListed(webhook: ListedWebhook): Webhook {
  return { ...describeWebhook(webhook), ...(webhook.isShared ? { created_by: webhook.maker ?? FORMER_MEMBER } : {}) };
}

function describeWebhook({ pausedAt, ...webhook }: StoredWebhook): Webhook {
  const { id, url, events, reason, createdAt } = webhook;
  const state = isPaused({ state: webhook.state, pausedAt }) ? 'paused' : webhook.state;
  return webhookSchema.parse({ id, url, events, state, reason, created_at: createdAt.toISOString() });
}

function describeDelivery({ id, event, createdAt, state, tries }: StoredDelivery): WebhookDelivery {
  return deliverySchema.parse({ id, event, created_at: createdAt.toISOString(), state, tries });
}
