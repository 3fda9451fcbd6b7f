/** Invites: created by operators and by the command, valid for one account and seven days. */
import { randomUUID } from 'node:crypto';
import type { Invite } from '@leadloom/shared/contract/operator';
import { AppError } from '../../http/app-error.ts';
import { readEmailAddress } from '../../mail/email-address.ts';
import type { Platform } from '../../platform.ts';
import * as repository from './invites.repository.ts';
import { createCode, hashCode } from './mailed-code.ts';

const DAY = 24 * 3600 * 1000;
const INVITE_DAYS = 7;
/** How long an expired invite stays in the list. */
const KEEP_INVITES_DAYS = 30;
const LISTED = 1000;

type InvitePlatform = Pick<Platform, 'database' | 'now'>;

interface InviteOrder {
  /** null: anyone with the code. */
  readonly email: string | null;
  /** The operator's account; null: the command. */
  readonly createdBy: number | null;
}

/** The code is returned only here. @throws {AppError} EMAIL.INVALID */
export async function createInvite({ database, now }: InvitePlatform, { email: text, createdBy }: InviteOrder) {
  const email = text === null ? null : readEmailAddress(text);
  if (text !== null && email === null) throw new AppError('EMAIL.INVALID');
  const code = createCode();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + INVITE_DAYS * DAY);
  const invite = { id: randomUUID(), email, expiresAt };
  await repository.addInvite(database, { ...invite, codeHash: hashCode(code), createdAt, createdBy });
  return { ...describeInvite({ ...invite, usedBy: null }), code };
}

/** Without codes. */
export async function listInvites({ database }: InvitePlatform): Promise<{ data: Invite[]; total: number }> {
  const { rows, total } = await repository.listInvites(database, LISTED);
  return { data: rows.map(describeInvite), total };
}

/** @throws {AppError} REGISTRATION.INVITE_NOT_FOUND */
export async function deleteInvite({ database }: InvitePlatform, id: string): Promise<void> {
  if (!(await repository.deleteInvite(database, id))) throw new AppError('REGISTRATION.INVITE_NOT_FOUND');
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
