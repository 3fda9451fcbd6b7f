/** Destinations of a workspace: where its exports, alerts and records are sent. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Destination,
  type DestinationContent,
  type DestinationKind,
  destinationSchema,
  MAX_DESTINATIONS,
  MAX_WORKSPACE_DESTINATIONS,
} from '@leadloom/shared/contract/destinations';
import { deliverySchema, type WebhookDelivery } from '@leadloom/shared/contract/webhooks';
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import { readMailedWorkspace } from '../../mail/mailed-workspace.ts';
import type { Platform } from '../../platform.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { lockDestinations } from '../events/pause-destinations.service.ts';
import { isPaused } from '../events/pause-webhooks.service.ts';
import { requireConnecting } from '../events/require-connecting.service.ts';
import {
  changeContent,
  type DestinationChanges,
  isOtherServer,
  requireSource,
  type SplitContent,
  splitContent,
} from './destination-content.ts';
import { composeAddedMail, composeChangedMail, nameOf } from './destination-mails.ts';
import { destinationKeys, openSecrets, sealSecrets } from './destination-secret.ts';
import type { ListedDestination, NewDestination, StoredDelivery, StoredDestination } from './destinations.repository.ts';
import * as repository from './destinations.repository.ts';
import { DISABLED_BY_OWNER } from './given-up.service.ts';

const WORKSPACE_IS_FULL = `This workspace has reached the limit of ${MAX_WORKSPACE_DESTINATIONS} destinations.`;
const PAUSED = 'This destination is paused. Confirm it first.';

/** The member who acts. */
export interface DestinationOwner {
  readonly workspaceId: WorkspaceId;
  readonly accountId: number;
  readonly email: string;
}

export async function listWorkspaceDestinations(
  { database }: Platform,
  workspaceId: WorkspaceId,
): Promise<{ data: Destination[]; total: number }> {
  const [listed, last] = await Promise.all([
    repository.listDestinations(database, workspaceId),
    repository.listLastDeliveries(database, workspaceId),
  ]);
  const data = listed.map((destination) => {
    const delivery = last.get(destination.id);
    return { ...describeListed(destination), last: delivery === undefined ? null : describeDelivery(delivery) };
  });
  return { data, total: data.length };
}

/**
 * Adds a destination. Whoever does gets a mail.
 * @throws {AppError} DESTINATION.LIMIT_REACHED, DESTINATION.ADDRESS_INVALID, DESTINATION.ADDRESS_PRIVATE, VIEW.NOT_FOUND,
 *   ROW_LIST.NOT_FOUND, REQUEST.INVALID, WORKSPACE.NOT_FOUND, WORKSPACE.RIGHT_MISSING
 */
export async function createWorkspaceDestination(
  platform: Platform,
  owner: DestinationOwner,
  content: DestinationContent,
): Promise<Destination> {
  const { database, config, secrets: ring, mailQueue, now } = platform;
  const { workspaceId, accountId, email } = owner;
  const { kind, name, settings, secrets } = splitContent(content, config.destinations);
  await requireSource(platform, owner, 'source' in content ? content.source : undefined);
  const id = randomUUID();
  const secret = sealSecrets(destinationKeys(ring), id, secrets);
  const added = await database.transaction(async (transaction) => {
    await lockDestinations(transaction, workspaceId);
    await requireConnecting(transaction, owner);
    const { total, own } = await repository.countDestinations(transaction, workspaceId, accountId);
    if (own >= MAX_DESTINATIONS) throw new AppError('DESTINATION.LIMIT_REACHED');
    if (total >= MAX_WORKSPACE_DESTINATIONS) throw new AppError('DESTINATION.LIMIT_REACHED', { message: WORKSPACE_IS_FULL });
    const workspace = await readMailedWorkspace(transaction, workspaceId);
    const mail = composeAddedMail({ to: email, publicUrl: config.publicUrl, workspace, destination: { kind, name } });
    await mailQueue.enqueue(transaction, mail, noticeFor(accountId));
    await noteActivity(transaction, owner, { action: 'connected', target: nameOf({ kind, name }) }, now());
    const destination = { id, workspaceId, createdBy: accountId, kind, name, settings, secret, createdAt: now() };
    const stored = await repository.addDestination(transaction, destination);
    return { ...stored, maker: email, isShared: workspace.name !== null };
  });
  mailQueue.kick();
  return describeListed(added);
}

/**
 * Changes a destination. Whoever does, and whoever made it, get a mail, unless nothing is different.
 * @throws {AppError} DESTINATION.NOT_FOUND, DESTINATION.SECRET_NEEDED, DESTINATION.ADDRESS_INVALID,
 *   DESTINATION.ADDRESS_PRIVATE, VIEW.NOT_FOUND, ROW_LIST.NOT_FOUND, REQUEST.INVALID
 */
export async function changeWorkspaceDestination(
  platform: Platform,
  owner: DestinationOwner,
  id: string,
  changes: DestinationChanges,
): Promise<Destination> {
  const { database, config, secrets: ring, mailQueue } = platform;
  const { workspaceId } = owner;
  const keys = destinationKeys(ring);
  await requireSource(platform, owner, changes.source);
  const changed = await database.transaction(async (transaction) => {
    const known = await repository.lockDestination(transaction, workspaceId, id);
    const listed = known === null ? null : await repository.findListed(transaction, workspaceId, id);
    if (listed === null) throw new AppError('DESTINATION.NOT_FOUND');
    const secrets = openSecrets(keys, id, listed.secret);
    const { state, host_key: hostKey, ...fields } = changes;
    const isContentChanged = Object.values(fields).some((value) => value !== undefined);
    const next =
      isContentChanged || hostKey === null ? changeContent({ ...listed, secrets }, changes, config.destinations) : null;
    const areSecretsOther = next !== null && !isDeepStrictEqual(next.secrets, secrets);
    const isElsewhere = next !== null && isOtherServer(listed.settings, next.settings);
    const stored = await repository.changeDestination(transaction, workspaceId, id, {
      ...(next === null ? {} : { name: next.name, settings: next.settings }),
      // A new receiver has not failed yet.
      ...(areSecretsOther ? { secret: sealSecrets(keys, id, next.secrets), failingSince: null } : {}),
      ...(hostKey === null || isElsewhere ? { hostKey: null } : {}),
      ...(state === undefined ? {} : changesOfState(listed, state)),
    });
    if (stored === null) throw new AppError('DESTINATION.NOT_FOUND');
    if (state === 'disabled') await repository.giveUpWaiting(transaction, workspaceId, id);
    const sentences = describeChanges(listed, stored, { areSecretsOther, next });
    if (sentences.length > 0) await mailThose(platform, transaction, { owner, listed, stored, sentences });
    return { ...listed, ...stored };
  });
  mailQueue.kick();
  return describeListed(changed);
}

interface MailedChange {
  readonly owner: DestinationOwner;
  readonly listed: ListedDestination;
  readonly stored: StoredDestination;
  readonly sentences: readonly string[];
}

/** Queues a mail to whoever acts, and to whoever made the destination where that is somebody else. */
async function mailThose(
  { mailQueue, config: { publicUrl } }: Platform,
  transaction: Connection,
  { owner, listed, stored, sentences }: MailedChange,
): Promise<void> {
  const workspace = await readMailedWorkspace(transaction, owner.workspaceId);
  for (const to of new Set([owner.email, listed.maker ?? owner.email])) {
    const mail = composeChangedMail({ to, publicUrl, workspace, destination: stored }, sentences);
    await mailQueue.enqueue(transaction, mail, noticeFor(owner.accountId));
  }
}

function changesOfState(known: StoredDestination, state: StoredDestination['state']): Partial<NewDestination> {
  // What waited during the pause is sent.
  if (state === 'active') return { state, reason: null, failingSince: null, pausedAt: null };
  if (isPaused(known)) return { reason: DISABLED_BY_OWNER, pausedAt: null };
  return known.state === state ? {} : { state, reason: DISABLED_BY_OWNER };
}

/** Sentences for what is different; none: nothing is. */
function describeChanges(
  before: StoredDestination,
  after: StoredDestination,
  { areSecretsOther, next }: { readonly areSecretsOther: boolean; readonly next: SplitContent | null },
): readonly string[] {
  const states = [before, after].map((one) => (isPaused(one) ? 'paused' : one.state));
  const areSettingsOther = next !== null && !isDeepStrictEqual(before.settings, after.settings);
  return [
    ...(before.name === after.name ? [] : [`It was called “${before.name}” before.`]),
    ...(areSettingsOther ? ['Its settings are different.'] : []),
    ...(areSecretsOther ? ['It has new secrets.'] : []),
    ...(before.hostKey !== null && after.hostKey === null ? ['Its pinned host key was forgotten.'] : []),
    ...(states[0] === states[1] ? [] : [after.state === 'active' ? 'It is active again.' : 'It was disabled.']),
  ];
}

/** @throws {AppError} DESTINATION.NOT_FOUND */
export async function deleteWorkspaceDestination(
  { database, now }: Platform,
  actor: Pick<DestinationOwner, 'workspaceId' | 'accountId'>,
  id: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const deleted = await repository.deleteDestination(transaction, actor.workspaceId, id);
    if (deleted === null) throw new AppError('DESTINATION.NOT_FOUND');
    await noteActivity(transaction, actor, { action: 'disconnected', target: nameOf(deleted) }, now());
  });
}

/** @throws {AppError} DESTINATION.NOT_FOUND, DESTINATION.WRONG_KIND it is of none of the kinds */
export async function requireKind(
  connection: Connection,
  { workspaceId, id }: { readonly workspaceId: WorkspaceId; readonly id: string },
  kinds: readonly DestinationKind[],
): Promise<void> {
  const found = await repository.findListed(connection, workspaceId, id);
  if (found === null) throw new AppError('DESTINATION.NOT_FOUND');
  if (!kinds.includes(found.kind)) throw new AppError('DESTINATION.WRONG_KIND');
}

/** @throws {AppError} DESTINATION.NOT_FOUND */
export async function requireDestination(
  { database }: Pick<Platform, 'database'>,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ListedDestination> {
  const found = await repository.findListed(database, workspaceId, id);
  if (found === null) throw new AppError('DESTINATION.NOT_FOUND');
  return found;
}

/** @throws {AppError} DESTINATION.NOT_FOUND, DESTINATION.DISABLED */
export async function requireActive(
  platform: Pick<Platform, 'database'>,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ListedDestination> {
  const destination = await requireDestination(platform, workspaceId, id);
  if (isPaused(destination)) throw new AppError('DESTINATION.DISABLED', { message: PAUSED });
  if (destination.state !== 'active') throw new AppError('DESTINATION.DISABLED');
  return destination;
}

export function describeDelivery({ id, event, createdAt, state, tries }: StoredDelivery): WebhookDelivery {
  return deliverySchema.parse({ id, event, created_at: createdAt.toISOString(), state, tries });
}

function describeListed(destination: ListedDestination): Destination {
  const { id, kind, name, settings, state, reason, hostKey, createdAt, isShared, maker } = destination;
  return destinationSchema.parse({
    ...settings,
    ...{ id, kind, name, reason, created_at: createdAt.toISOString() },
    state: isPaused(destination) ? 'paused' : state,
    ...(kind === 'sftp' ? { host_key: hostKey } : {}),
    ...(isShared ? { created_by: maker ?? FORMER_MEMBER } : {}),
  });
}
