/** Whether a member may connect webhooks and destinations, asked once more where the answer may have changed meanwhile. */
import { missingSentence } from '@leadloom/shared/contract/workspace-access';
import { rightsOf } from '@leadloom/shared/contract/workspace-roles';
import { and, eq } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { Member } from '../../http/workspace-id.ts';
import { workspaceMembers } from '../../schema/workspaces.table.ts';

/**
 * The member may have gone, or lost the right, while a lock was waited for: then nobody would pause what they add.
 * @throws {AppError} WORKSPACE.NOT_FOUND, WORKSPACE.RIGHT_MISSING
 */
export async function requireConnecting(transaction: Connection, { workspaceId, accountId }: Member): Promise<void> {
  const [access] = await transaction
    .select({ role: workspaceMembers.role, rights: workspaceMembers.rights })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.accountId, accountId)));
  if (access === undefined) throw new AppError('WORKSPACE.NOT_FOUND');
  if (rightsOf(access.role, access.rights).includes('connect')) return;
  throw new AppError('WORKSPACE.RIGHT_MISSING', { message: missingSentence({ right: 'connect' }) });
}
