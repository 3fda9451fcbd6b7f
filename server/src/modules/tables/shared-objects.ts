/** What changes of views, lists, alerts and notes have in common in a workspace where several people work at once (record 0124). */
import type { Visibility } from '@leadloom/shared/contract/visibility';
import { isRoleEnough } from '@leadloom/shared/contract/workspace-roles';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Membership } from '../../http/workspace.ts';
import type { Member, WorkspaceId } from '../../http/workspace-id.ts';
import { authorIdOf } from '../../schema/visible-rows.ts';
import { noteActivity } from '../activity/activity.service.ts';

/** A member with the role that decides where something is somebody's own. */
export type ActingMember = Member & Pick<Membership, 'role'>;

interface Made {
  readonly createdBy: number | null;
  readonly workspaceId: WorkspaceId;
}

const ONLY_AUTHOR = {
  unshare: 'Only the author, or an admin of this workspace, can make this private.',
  note: 'Only the author of a note, or an admin of this workspace, can change or delete it.',
} as const;

/** @throws {AppError} WORKSPACE.ROLE_MISSING */
export function requireAuthor({ accountId, role }: ActingMember, made: Made, what: keyof typeof ONLY_AUTHOR): void {
  if (accountId === authorIdOf(made) || isRoleEnough(role, 'admin')) return;
  throw new AppError('WORKSPACE.ROLE_MISSING', { message: ONLY_AUTHOR[what] });
}

/**
 * Refuses a change that was made from an older state than the stored one.
 * @param basedOn the `updated_at` of the state that it was made from; undefined: any
 * @param describe the stored object as it is answered
 * @throws {AppError} WORKSPACE.CHANGED_MEANWHILE with the stored object
 */
export function requireSameState(basedOn: string | undefined, updatedAt: Date, describe: () => unknown): void {
  if (basedOn === undefined || updatedAt <= new Date(basedOn)) return;
  throw new AppError('WORKSPACE.CHANGED_MEANWHILE', { current: describe() });
}

/** Who sees something, for answers that say it where it matters: in a shared workspace. */
export function visibilityIn({ accountId, workspaceId }: Member, visibility: Visibility): { readonly visibility?: Visibility } {
  return accountId === workspaceId ? {} : { visibility };
}

interface SharedObject extends Made {
  readonly visibility: Visibility;
  /** As members know it, such as `list “Norway”`. */
  readonly target: string;
  readonly isAuthorThere: boolean;
}

/**
 * Shares an object with all members, or makes a shared one its author's alone again; that of somebody who left becomes the member's
 * who does it.
 * @param visibility undefined: as it is
 * @returns what it is from now on
 * @throws {AppError} WORKSPACE.ROLE_MISSING
 */
export async function changeVisibility(
  transaction: Connection,
  member: ActingMember,
  object: SharedObject,
  visibility: Visibility | undefined,
  at: Date,
): Promise<Pick<SharedObject, 'visibility' | 'createdBy'>> {
  const { createdBy } = object;
  if (visibility === undefined || visibility === object.visibility) return { visibility: object.visibility, createdBy };
  if (visibility === 'private') requireAuthor(member, object, 'unshare');
  const action = visibility === 'workspace' ? 'shared' : 'unshared';
  await noteActivity(transaction, member, { action, target: object.target }, at);
  const isTakenOver = visibility === 'private' && !object.isAuthorThere;
  return { visibility, createdBy: isTakenOver ? member.accountId : createdBy };
}

/** Notes that a shared object was deleted. Nobody else knew of a private one. */
export async function noteDeletion(
  transaction: Connection,
  member: Member,
  { visibility, target }: Pick<SharedObject, 'visibility' | 'target'>,
  at: Date,
): Promise<void> {
  if (visibility === 'workspace') await noteActivity(transaction, member, { action: 'deleted', target }, at);
}
