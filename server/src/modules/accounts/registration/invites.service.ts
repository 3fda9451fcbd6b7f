/** Invites: created by operators and by the command, valid for one account and seven days. */
import { randomUUID } from 'node:crypto';
import type { Invite } from '@leadloom/shared/contract/operator';
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import { AppError } from '../../../http/app-error.ts';
import { readEmailAddress } from '../../../mail/email-address.ts';
import type { Platform } from '../../../platform.ts';
import { type Actor, recordAction } from '../../audit/operator-audit.service.ts';
import { createCode, hashCode } from '../mailed-codes/mailed-code.ts';
import * as repository from './invites.repository.ts';

const DAY = 24 * 3600 * 1000;
const INVITE_DAYS = 7;
/** How long an expired invite stays in the list. */
const KEEP_INVITES_DAYS = 30;

type InvitePlatform = Pick<Platform, 'database' | 'now'>;

interface InviteOrder {
  /** The only address that may use the code; null: anyone with the code may. */
  readonly email: string | null;
  /** The operator's account; null: the command. */
  readonly createdBy: number | null;
}

/** The code is returned only here. @throws {AppError} EMAIL.INVALID */
export async function createInvite(platform: InvitePlatform, actor: Actor, { email: text, createdBy }: InviteOrder) {
  const email = text === null ? null : readEmailAddress(text);
  if (text !== null && email === null) throw new AppError('EMAIL.INVALID');
  const code = createCode();
  const createdAt = platform.now();
  const expiresAt = new Date(createdAt.getTime() + INVITE_DAYS * DAY);
  const invite = { id: randomUUID(), email, expiresAt };
  await platform.database.transaction(async (transaction) => {
    await repository.addInvite(transaction, { ...invite, codeHash: hashCode(code), createdAt, createdBy });
    await recordAction(platform, transaction, actor, {
      action: 'invite.created',
      target: email,
      detail: `invite ${invite.id}${email === null ? ', for anyone with its code' : ''}`,
    });
  });
  return { ...describeInvite({ ...invite, usedBy: null }), code };
}

/** Lists invites, without their codes. */
export async function listInvites(
  { database }: InvitePlatform,
  query: PageQuery = {},
): Promise<{ data: Invite[]; total: number }> {
  const { rows, total } = await repository.listInvites(database, rowsOfPage(query));
  return { data: rows.map(describeInvite), total };
}

/** @throws {AppError} REGISTRATION.INVITE_NOT_FOUND */
export async function deleteInvite(platform: InvitePlatform, actor: Actor, id: string): Promise<void> {
  await platform.database.transaction(async (transaction) => {
    const invite = await repository.deleteInvite(transaction, id);
    if (invite === null) throw new AppError('REGISTRATION.INVITE_NOT_FOUND');
    const detail = `invite ${id}${invite.usedBy === null ? '' : `, used by ${invite.usedBy}`}`;
    await recordAction(platform, transaction, actor, { action: 'invite.revoked', target: invite.email, detail });
  });
}

export function forgetOldInvites({ database, now }: InvitePlatform): Promise<void> {
  return repository.deleteInvitesExpiredBefore(database, new Date(now().getTime() - KEEP_INVITES_DAYS * DAY));
}

/**
 * The link with which an invited person registers.
 * @param publicUrl origin
 */
export function inviteLink(publicUrl: string, code: string): string {
  return `${publicUrl}/app/register?invite=${code}`;
}

function describeInvite({ id, email, expiresAt, usedBy }: repository.StoredInvite): Invite {
  return {
    id,
    expires_at: expiresAt.toISOString(),
    ...(email === null ? {} : { email }),
    ...(usedBy === null ? {} : { used_by: usedBy }),
  };
}
