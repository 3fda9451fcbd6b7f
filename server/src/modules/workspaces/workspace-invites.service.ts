/**
 * Invitations to a workspace. The code stands in the mail alone, and works once, for seven days, for the address it was sent
 * to. What is wrong with a code is not said: an invented one is refused as one for another address.
 */
import { randomUUID } from 'node:crypto';
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import { isRoleEnough, rightsOf, type WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import { INVITE_DAYS, MAX_MEMBERS, type Workspace, type WorkspaceInvite } from '@leadloom/shared/contract/workspaces';
import { AppError } from '../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../http/workspace-id.ts';
import { createAttempts } from '../../limits/attempts.ts';
import { readEmailAddress } from '../../mail/email-address.ts';
import { noticeFor } from '../../mail/mail-queue.ts';
import type { Platform } from '../../platform.ts';
import { createCode, hashCode } from '../accounts/mailed-codes/mailed-code.ts';
import { noteActivity } from '../activity/activity.service.ts';
import { memberTarget } from './member-target.ts';
import { addMember, countMembers, findRole } from './members.repository.ts';
import { composeInviteMail } from './workspace-invite-mail.ts';
import * as repository from './workspace-invites.repository.ts';
import { lockAccount } from './workspaces.repository.ts';
import { readWorkspace, requirePlace, requireShared, requireWorkspace } from './workspaces.service.ts';

const DAY_SECONDS = 24 * 3600;
const DAY = DAY_SECONDS * 1000;
/** Invitations of one workspace in a day, whoever sends them. */
const OF_WORKSPACE = { max: 500, windowSeconds: DAY_SECONDS };
/** Invitations to one address in a day, of all workspaces: nobody's mailbox is filled by strangers. */
const TO_ADDRESS = { max: 5, windowSeconds: DAY_SECONDS };
const ABOVE_OWN = 'You cannot invite somebody with a higher role than your own.';

/** Open ones, newest first. */
export async function listInvites({ database, now }: Platform, workspaceId: WorkspaceId, page: PageQuery) {
  const { rows, total } = await repository.listInvites(database, workspaceId, now(), rowsOfPage(page));
  return { data: rows.map(toInvite), total };
}

interface Invitation {
  readonly email: string;
  readonly role: WorkspaceRole;
}

/**
 * Invites an address by mail. An open invitation of the same address is replaced.
 * @param inviter whose address the mail names
 * @throws {AppError} EMAIL.INVALID, WORKSPACE.NOT_FOUND, WORKSPACE.PERSONAL, WORKSPACE.ROLE_MISSING, WORKSPACE.ALREADY_MEMBER,
 * WORKSPACE.MEMBER_LIMIT_REACHED, RATE.LIMITED
 */
export async function inviteToWorkspace(
  platform: Platform,
  inviter: Member & { readonly email: string },
  { email: text, role }: Invitation,
): Promise<WorkspaceInvite> {
  const { config, database, mailQueue, now } = platform;
  const { workspaceId, accountId } = inviter;
  const email = readEmailAddress(text);
  if (email === null) throw new AppError('EMAIL.INVALID');
  const attempts = createAttempts(platform);
  const code = createCode();
  const invite = await database.transaction(async (transaction) => {
    const { name } = await requireShared(transaction, workspaceId);
    const own = await findRole(transaction, workspaceId, accountId);
    if (own === null) throw new AppError('WORKSPACE.NOT_FOUND');
    if (!isRoleEnough(own, role)) throw new AppError('WORKSPACE.ROLE_MISSING', { message: ABOVE_OWN });
    if (await repository.isMemberByEmail(transaction, workspaceId, email)) throw new AppError('WORKSPACE.ALREADY_MEMBER');
    const time = now();
    const others = await repository.countOthers(transaction, workspaceId, email, time);
    if ((await countMembers(transaction, workspaceId)) + others >= MAX_MEMBERS)
      throw new AppError('WORKSPACE.MEMBER_LIMIT_REACHED');
    const retryAfterSeconds = await attempts.take(
      [
        { key: `workspace invites ${workspaceId}`, limit: OF_WORKSPACE },
        { key: `workspace invites to ${email}`, limit: TO_ADDRESS },
      ],
      transaction,
    );
    if (retryAfterSeconds !== null) throw new AppError('RATE.LIMITED', { retryAfterSeconds });
    const added = { id: randomUUID(), email, role, expiresAt: new Date(time.getTime() + INVITE_DAYS * DAY) };
    const stored = { ...added, workspaceId, codeHash: hashCode(code), invitedBy: accountId, createdAt: time };
    await repository.saveInvite(transaction, stored);
    const mail = composeInviteMail(config.publicUrl, { ...added, code, workspace: name, inviter: inviter.email });
    await mailQueue.enqueue(transaction, mail, noticeFor(accountId));
    await noteActivity(transaction, inviter, { action: 'member.invited', target: email }, time);
    return added;
  });
  mailQueue.kick();
  return toInvite(invite);
}

/** @throws {AppError} WORKSPACE.NOT_FOUND, WORKSPACE.INVITE_NOT_FOUND */
export async function withdrawInvite({ database, now }: Platform, acting: Member, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await requireWorkspace(transaction, acting.workspaceId);
    const email = await repository.deleteInvite(transaction, acting.workspaceId, id);
    if (email === null) throw new AppError('WORKSPACE.INVITE_NOT_FOUND');
    await noteActivity(transaction, acting, { action: 'invite.withdrawn', target: email }, now());
  });
}

/**
 * Makes the account a member by the code of an invitation to its verified address. Whoever is a member already stays what they
 * are. The inviter must still be one who may invite with this role.
 * @throws {AppError} WORKSPACE.INVITE_INVALID, WORKSPACE.LIMIT_REACHED, WORKSPACE.MEMBER_LIMIT_REACHED
 */
export async function acceptInvite(
  { database, now }: Platform,
  { accountId, email }: { readonly accountId: number; readonly email: string },
  code: string,
): Promise<Workspace> {
  return database.transaction(async (transaction) => {
    const time = now();
    const use = { codeHash: hashCode(code), email, now: time };
    await lockAccount(transaction, accountId);
    const workspaceId = await repository.findInvited(transaction, use);
    if (workspaceId === null) throw new AppError('WORKSPACE.INVITE_INVALID');
    await requireShared(transaction, workspaceId).catch((error: unknown) => {
      if (error instanceof AppError) throw new AppError('WORKSPACE.INVITE_INVALID', { cause: error });
      throw error;
    });
    const invite = await repository.spendInvite(transaction, use);
    if (invite === null) throw new AppError('WORKSPACE.INVITE_INVALID');
    const { role, inviter } = invite;
    const mayInvite = rightsOf(inviter.role, inviter.rights).includes('invite') && isRoleEnough(inviter.role, role);
    if (!mayInvite) throw new AppError('WORKSPACE.INVITE_INVALID');
    const acting = { workspaceId, accountId };
    if ((await findRole(transaction, workspaceId, accountId)) === null) {
      await requirePlace(transaction, accountId);
      if ((await countMembers(transaction, workspaceId)) >= MAX_MEMBERS) throw new AppError('WORKSPACE.MEMBER_LIMIT_REACHED');
      await addMember(transaction, { ...acting, role, joinedAt: time });
      const target = memberTarget(accountId, `role: ${role}`);
      await noteActivity(transaction, acting, { action: 'member.joined', target }, time);
    }
    return readWorkspace(transaction, acting);
  });
}

export function forgetExpiredInvites({ database, now }: Platform): Promise<void> {
  return repository.deleteExpired(database, now());
}

function toInvite({ id, email, role, expiresAt }: repository.StoredInvite): WorkspaceInvite {
  return { id, email, role, expires_at: expiresAt.toISOString() };
}
