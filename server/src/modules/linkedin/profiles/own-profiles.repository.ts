import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinProfiles } from '../../../schema/linkedin.table.ts';

/**
 * The given ids that belong to this account, locked against deletion until the transaction ends. Always locked in the same
 * order, so that those who lock and those who erase do not deadlock.
 */
export async function lockOwnProfiles(
  transaction: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await transaction
    .select({ id: linkedinProfiles.id })
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), sql`${linkedinProfiles.id} = any(${sql.param(ids)}::bigint[])`))
    .orderBy(linkedinProfiles.id)
    .for('key share');
  return rows.map(({ id }) => id);
}
