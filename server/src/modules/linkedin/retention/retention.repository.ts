/** Deletes expired rows in batches. Two servers that do so at once take different rows. */
import { sql } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinProfiles, linkedinRawAnswers } from '../../../schema/linkedin.table.ts';
import { lastCollectedAt } from '../profiles/last-collected.ts';

/** Answers received until then, oldest first. @returns how many were deleted */
export async function deleteOldAnswers(database: Database, until: Date, limit: number): Promise<number> {
  const { rowCount } = await database.execute(sql`
    delete from ${linkedinRawAnswers} where id in (
      select id from ${linkedinRawAnswers} where received_at <= ${until} order by received_at limit ${limit}
      for update skip locked)`);
  return rowCount ?? 0;
}

export interface ExpiredProfile {
  readonly id: number;
  readonly workspaceId: WorkspaceId;
  readonly memberId: string;
  readonly profileKey: string;
}

/** Locks profiles last collected until then. One that is being collected is skipped. */
export function lockOldProfiles(transaction: Connection, until: Date, limit: number): Promise<ExpiredProfile[]> {
  const { id, workspaceId, memberId, profileKey } = linkedinProfiles;
  return transaction
    .select({ id, workspaceId, memberId, profileKey })
    .from(linkedinProfiles)
    .where(sql`${lastCollectedAt} <= ${until.toISOString()}::timestamptz`)
    .limit(limit)
    .for('update', { skipLocked: true });
}
