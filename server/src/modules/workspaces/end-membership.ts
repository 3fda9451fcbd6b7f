/**
 * Ends a membership: somebody left, was removed, deleted their account, or the groups of their provider say so. The caller has
 * locked the workspace, which several share. Notes and everything shared stay; what was private is handed over or deleted;
 * keys and open invitations of the member end, and their webhooks pause. Mails are queued; whoever commits kicks the queue.
 */
import type { privateChoices } from '@leadloom/shared/contract/workspaces';
import type { Transaction } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { deleteMember, findOtherOwner, findRole } from './members.repository.ts';
import { pauseConnections, type Telling } from './pause-connections.ts';
import * as belongings from './private-objects.repository.ts';

export type PrivateChoice = (typeof privateChoices)[number];

interface Ending {
  readonly workspaceId: WorkspaceId;
  readonly accountId: number;
  /** What happens to private views, lists and alerts; undefined: there must be none. */
  readonly choice: PrivateChoice | undefined;
  /** Whoever ends it; null: nobody, such as the sign-in at a provider. */
  readonly by: number | null;
  readonly at: Date;
}

/** @throws {AppError} WORKSPACE.MEMBER_NOT_FOUND, WORKSPACE.LAST_OWNER, WORKSPACE.PRIVATE_OBJECTS */
export async function endMembership(
  telling: Telling,
  transaction: Transaction,
  { choice, by, at, ...member }: Ending,
): Promise<void> {
  const { workspaceId, accountId } = member;
  const role = await findRole(transaction, workspaceId, accountId);
  if (role === null) throw new AppError('WORKSPACE.MEMBER_NOT_FOUND');
  const heir = await findOtherOwner(transaction, workspaceId, accountId);
  if (role === 'owner' && heir === null) throw new AppError('WORKSPACE.LAST_OWNER');
  const count = choice === undefined ? await belongings.countPrivate(transaction, member) : 0;
  if (count > 0) throw new AppError('WORKSPACE.PRIVATE_OBJECTS', { message: privateObjects(count) });
  if (choice === 'hand_over' && heir !== null) await belongings.handOverPrivate(transaction, member, heir);
  else await belongings.deletePrivate(transaction, member);
  await pauseConnections(telling, transaction, { member, why: 'gone', by, at });
  if (heir !== null) await belongings.handOverConnections(transaction, member, heir);
  await belongings.deleteAccess(transaction, member);
  await deleteMember(transaction, workspaceId, accountId);
}

const privateObjects = (count: number) =>
  count === 1
    ? 'There is 1 private view, list or alert. Say whether it is handed over to an owner or deleted.'
    : `There are ${count} private views, lists and alerts. Say whether they are handed over to an owner or deleted.`;
