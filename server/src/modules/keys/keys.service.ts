/** API keys: at most three for each member of a workspace, each shown once, and the look-up that identifies a caller. */

import { timingSafeEqual } from 'node:crypto';
import {
  type ApiKey,
  type ApiKeyKind,
  type ApiKeyRight,
  kindOfKey,
  MAX_API_KEYS,
  MAX_WORKSPACE_KEYS,
} from '@leadloom/shared/contract/keys';
import { rightsOf } from '@leadloom/shared/contract/workspace-roles';
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import { batchReads } from '../../database/batched-reads.ts';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Membership } from '../../http/workspace.ts';
import type { Member } from '../../http/workspace-id.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import { linkInto, type MailedWorkspace, readMailedWorkspace, workspaceText } from '../../mail/mailed-workspace.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { Platform } from '../../platform.ts';
import { firstDayOfMonth } from '../../time/calendar-month.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { type Entitlement, judgeEntitlement } from '../billing/entitlement.service.ts';
import { createKeyText, hashKeyText, readKeyId } from './key-text.ts';
import * as repository from './keys.repository.ts';

const MINUTE = 60_000;

/** The owner of a key, and what they may do. */
export interface KeyHolder {
  readonly keyId: string;
  readonly prefix: string;
  readonly kind: ApiKeyKind;
  readonly rights: ApiKeyRight;
  /** When the key was last used, to the minute; null: never. */
  readonly lastUsedAt: Date | null;
  /** The member who made it. */
  readonly accountId: number;
  /** What they are in the key's workspace. */
  readonly membership: Membership;
  readonly email: string;
  readonly entitlement: Entitlement;
  /** Requests counted this month. */
  readonly requestCount: number;
}

/** What a caller may choose of a new key: live and reading at first. An empty name is none. */
export interface ChosenKey {
  readonly kind?: ApiKeyKind | undefined;
  readonly name?: string | undefined;
  readonly rights?: ApiKeyRight | undefined;
}

type TouchedKey = Pick<KeyHolder, 'keyId' | 'lastUsedAt'>;
type NamedKey = Pick<KeyHolder, 'prefix' | 'rights'>;
type StoredKey = Awaited<ReturnType<typeof repository.listKeys>>[number];

/** Oldest first, without secrets. */
export async function listKeys({ database }: Platform, scope: repository.KeyScope): Promise<ApiKey[]> {
  const keys = await repository.listKeys(database, scope);
  return keys.map((key) => toApiKey(key, null));
}

/**
 * The secret is returned only here. The owner gets a mail.
 * @throws {AppError} KEYS.LIMIT_REACHED
 */
export async function createKey(
  { config, database, mailQueue, now }: Platform,
  { accountId, workspaceId }: Member,
  { kind = 'live', name = '', rights = 'read' }: ChosenKey = {},
): Promise<ApiKey> {
  const { id, text, prefix, secretHash } = createKeyText(kind);
  const key = { id, rights, name: name === '' ? null : name, prefix, secretHash, createdAt: now(), createdBy: accountId };
  const most = { ofMember: MAX_API_KEYS, ofWorkspace: MAX_WORKSPACE_KEYS };
  let created: Pick<StoredKey, 'createdBy' | 'isShared'> = { createdBy: null, isShared: false };
  const alongside = async (transaction: Connection) => {
    const workspace = await readMailedWorkspace(transaction, workspaceId);
    const email = await repository.findOwnerEmail(transaction, accountId);
    created = { createdBy: email, isShared: workspace.name !== null };
    await noteActivity(transaction, { accountId, workspaceId }, { action: 'connected', target: targetOf(key) }, now());
    if (email === null) return;
    const mail = composeKeyCreatedMail({ publicUrl: config.publicUrl, to: email, key, workspace });
    await mailQueue.enqueue(transaction, mail, noticeFor(accountId));
  };
  const isAdded = await repository.addKey(database, workspaceId, key, { most, alongside });
  if (!isAdded) throw new AppError('KEYS.LIMIT_REACHED');
  mailQueue.kick();
  return toApiKey({ ...key, ...created, lastUsedAt: null }, text);
}

/**
 * Deletes a key. Keys that the caller may not see are treated as missing. A member whose key somebody else deletes gets a mail.
 * @throws {AppError} KEYS.NOT_FOUND
 */
export async function deleteKey(
  { config, database, mailQueue, now }: Platform,
  accountId: number,
  scope: repository.KeyScope,
  id: string,
): Promise<void> {
  const { workspaceId } = scope;
  await database.transaction(async (transaction) => {
    const deleted = await repository.deleteKey(transaction, scope, id);
    if (deleted === null) throw new AppError('KEYS.NOT_FOUND');
    const { makerId } = deleted;
    await noteActivity(transaction, { accountId, workspaceId }, { action: 'disconnected', target: targetOf(deleted) }, now());
    const email = makerId === accountId ? null : await repository.findOwnerEmail(transaction, makerId);
    if (email === null) return;
    const workspace = await readMailedWorkspace(transaction, workspaceId);
    const mail = composeKeyDeletedMail({ publicUrl: config.publicUrl, to: email, key: deleted, workspace });
    await mailQueue.enqueue(transaction, mail, noticeFor(makerId));
  });
  mailQueue.kick();
}

/** How the activity of a workspace names a key. */
function targetOf({ prefix, rights }: NamedKey): string {
  return rights === 'write' ? `API key ${prefix}… that may write` : `API key ${prefix}…`;
}

/**
 * Revokes all API keys of an account at once. The owner can still see how they were used.
 * @param connection the database, or a transaction to join
 * @returns how many there were
 */
export function revokeAllKeys(connection: Connection, accountId: number): Promise<number> {
  return repository.deleteAllKeys(connection, accountId);
}

/** Finds the holder of a key; null if the text is not a valid key. */
export type FindKey = (text: string) => Promise<KeyHolder | null>;

/**
 * Finds the owner of a key. A wrong checksum is refused without a query. Nothing is cached between calls, so a
 * deleted key or a blocked account is refused from the next call on.
 */
export function createKeyFinder({ config, identities, now }: Pick<Platform, 'config' | 'identities' | 'now'>): FindKey {
  /** Simultaneous calls share a query. */
  const lookUp = batchReads(async (ids: readonly string[]) => {
    const time = now();
    const question = { ids: [...new Set(ids)], provider: config.billing.mode, month: firstDayOfMonth(time), now: time };
    const found = new Map((await repository.findKeys(identities, question)).map((row) => [row.key.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });

  return async (text) => {
    const id = readKeyId(text);
    if (id === null) return null;
    const found = await lookUp(id);
    if (found === null || !timingSafeEqual(found.key.secretHash, hashKeyText(text))) return null;
    const { key, account, workspace, subscription, requestCount } = found;
    if (account.verifiedAt === null || account.blockedAt !== null) return null;
    return {
      keyId: key.id,
      prefix: key.prefix,
      kind: kindOfKey(key.prefix),
      rights: key.rights,
      lastUsedAt: key.lastUsedAt,
      accountId: account.id,
      membership: {
        workspaceId: workspace.id,
        isPersonal: workspace.personalAccountId !== null,
        role: workspace.role,
        rights: rightsOf(workspace.role, workspace.rights),
      },
      email: account.email,
      entitlement: judgeEntitlement({ ...workspace, verifiedAt: account.verifiedAt, subscription }, config, now()),
      requestCount: requestCount ?? 0,
    };
  };
}

/** Records to the minute that a key was used; without a query if that is already known. */
export async function touchKey({ identities, now }: Platform, { keyId, lastUsedAt }: TouchedKey): Promise<void> {
  const minute = new Date(Math.floor(now().getTime() / MINUTE) * MINUTE);
  if (lastUsedAt !== null && lastUsedAt >= minute) return;
  await repository.setLastUsed(identities, keyId, minute);
}

function toApiKey(
  { id, name, rights, prefix, createdAt, lastUsedAt, createdBy, isShared }: StoredKey,
  secret: string | null,
): ApiKey {
  return {
    id,
    name,
    rights,
    created_at: createdAt.toISOString(),
    api_key: secret,
    prefix,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    ...(isShared ? { created_by: createdBy ?? FORMER_MEMBER } : {}),
  };
}

interface KeyMail {
  readonly publicUrl: string;
  readonly to: string;
  readonly key: NamedKey;
  readonly workspace: MailedWorkspace;
}

/** The mail does not contain the secret. */
function composeKeyCreatedMail({ publicUrl, to, key: { prefix, rights }, workspace }: KeyMail): Mail {
  const power =
    rights === 'write'
      ? 'It may write: anyone with the key can read and change data in your name.'
      : 'It only reads: anyone with the key can read data in your name.';
  return composeMail({
    to,
    subject: `An API key was created in ${workspaceText(workspace)}`,
    paragraphs: [`A new API key was created. It starts with ${prefix}.`, power],
    actions: [{ label: 'See your API keys', url: linkInto(workspace, `${publicUrl}/app/keys`) }],
    closing: ['If it was not you, delete the key and change your password at once.'],
  });
}

function composeKeyDeletedMail({ publicUrl, to, key: { prefix }, workspace }: KeyMail): Mail {
  return composeMail({
    to,
    subject: `Your API key in ${workspaceText(workspace)} was deleted`,
    paragraphs: [`An owner or admin deleted your API key that starts with ${prefix}. It no longer works.`],
    actions: [{ label: 'See your API keys', url: linkInto(workspace, `${publicUrl}/app/keys`) }],
    closing: ['You get this email because you made the key.'],
  });
}
