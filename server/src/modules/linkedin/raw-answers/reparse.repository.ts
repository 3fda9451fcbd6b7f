/** The profiles that are parsed again, and the row of each while that runs. */
import { and, asc, count, eq, exists, gt, lt, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinProfiles, linkedinRawAnswers } from '../../../schema/linkedin.table.ts';
import { lastCollectedAt } from '../profiles/last-collected.ts';

export interface ReparseScope {
  /** null: the profiles of all workspaces. */
  readonly workspaceId: WorkspaceId | null;
  /** Only profiles collected then or later; null: all. */
  readonly since: Date | null;
  /** Only profiles read by an older parser than this; null: all. */
  readonly belowVersion: number | null;
}

export interface StoredProfileAnswers {
  readonly id: number;
  readonly workspaceId: WorkspaceId;
  readonly memberId: string;
}

/** Profiles with kept answers, by id. */
export function nextStoredProfiles(
  connection: Connection,
  scope: ReparseScope,
  afterId: number,
  limit: number,
): Promise<StoredProfileAnswers[]> {
  const { id, workspaceId, memberId } = linkedinProfiles;
  return connection
    .select({ id, workspaceId, memberId })
    .from(linkedinProfiles)
    .where(and(gt(id, afterId), within(connection, scope)))
    .orderBy(asc(id))
    .limit(limit);
}

export async function countReparsedProfiles(connection: Connection, scope: ReparseScope): Promise<number> {
  const rows = await connection.select({ total: count() }).from(linkedinProfiles).where(within(connection, scope));
  return rows[0]?.total ?? 0;
}

/**
 * Locks the profile's row until the transaction ends, so that an erased profile is not written again.
 * @returns the version of the parser; null if it is gone
 */
export async function holdProfile(
  transaction: Connection,
  { id, workspaceId }: StoredProfileAnswers,
): Promise<{ readonly parserVersion: number } | null> {
  const [row] = await transaction
    .select({ parserVersion: linkedinProfiles.parserVersion })
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.id, id), eq(linkedinProfiles.workspaceId, workspaceId)))
    .for('update');
  return row ?? null;
}

export async function setParserVersion(
  transaction: Connection,
  { id, workspaceId }: StoredProfileAnswers,
  version: number,
): Promise<void> {
  await transaction
    .update(linkedinProfiles)
    .set({ parserVersion: version })
    .where(and(eq(linkedinProfiles.id, id), eq(linkedinProfiles.workspaceId, workspaceId)));
}

function within(connection: Connection, { workspaceId, since, belowVersion }: ReparseScope) {
  const kept = connection
    .select({ one: sql`1` })
    .from(linkedinRawAnswers)
    .where(eq(linkedinRawAnswers.profileId, linkedinProfiles.id));
  return and(
    exists(kept),
    workspaceId === null ? undefined : eq(linkedinProfiles.workspaceId, workspaceId),
    since === null ? undefined : sql`${lastCollectedAt} >= ${since.toISOString()}::timestamptz`,
    belowVersion === null ? undefined : lt(linkedinProfiles.parserVersion, belowVersion),
  );
}
