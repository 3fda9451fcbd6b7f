/**
 * Entries of the collector in the database, and when accounts accepted the risk of collecting. Every statement names the
 * account it is for. A queue is its account's in all workspaces; what was collected for an entry is a workspace's.
 */
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { collectorEntries, linkedinRiskAcceptances } from '../../../schema/linkedin.table.ts';
import { workspaceMembers } from '../../../schema/workspaces.table.ts';
import type { ListedEntry } from './plan-save.ts';

/**
 * Writers of one account's entries run one after the other until the transaction ends, so that two saves of the same
 * profile neither list it twice nor deadlock.
 */
export async function lockEntries(transaction: Connection, accountId: number): Promise<void> {
  await lockForTransaction(transaction, `collector-rows:${accountId}`);
}

export async function countEntries(connection: Connection, accountId: number): Promise<number> {
  const rows = await connection
    .select({ total: count() })
    .from(collectorEntries)
    .where(eq(collectorEntries.accountId, accountId));
  return rows[0]?.total ?? 0;
}

/** Adds new entries in the given order, and overwrites existing ones except their id and url. */
export async function writeEntries(
  transaction: Connection,
  accountId: number,
  rows: readonly ListedEntry[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insert(collectorEntries)
    .values(
      rows.map(({ name, employer, there, ...row }) => ({ accountId, ...row, listedName: name, createdAt: at, updatedAt: at })),
    )
    .onConflictDoUpdate({
      target: [collectorEntries.accountId, collectorEntries.profileKey],
      set: {
        collected: sql`excluded.collected`,
        status: sql`excluded.status`,
        profileId: sql`excluded.profile_id`,
        userId: sql`excluded.user_id`,
        profileUrl: sql`excluded.profile_url`,
        email: sql`excluded.email`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
}

export async function deleteEntries(transaction: Connection, accountId: number, ids: readonly string[]): Promise<void> {
  await transaction
    .delete(collectorEntries)
    .where(and(eq(collectorEntries.accountId, accountId), sql`${collectorEntries.id} = any(${sql.param(ids)}::uuid[])`));
}

export interface EntryProfile {
  readonly profileId: string;
  readonly userId: number;
  readonly profileUrl: string;
  readonly email: string | null;
  /** false: the profile's email or later roles are still missing. An entry that was downloaded before stays downloaded. */
  readonly isWhole: boolean;
}

/** Notes which of an account's entries it was offered for collecting them again. */
export async function touchEntries(
  transaction: Connection,
  accountId: number,
  profileKeys: readonly string[],
  at: Date,
): Promise<void> {
  await transaction
    .update(collectorEntries)
    .set({ updatedAt: at })
    .where(and(eq(collectorEntries.accountId, accountId), inArray(collectorEntries.profileKey, [...profileKeys])));
}

/** Records in entries which profile was just stored for them. Profiles without an entry are ignored. */
export async function recordEntryProfile(
  transaction: Connection,
  accountId: number,
  profileKeys: readonly string[],
  { isWhole, ...profile }: EntryProfile,
  at: Date,
): Promise<void> {
  await transaction
    .update(collectorEntries)
    .set({ ...profile, ...(isWhole ? downloaded : {}), updatedAt: at })
    .where(and(eq(collectorEntries.accountId, accountId), inArray(collectorEntries.profileKey, [...profileKeys])));
}

/** The members with an entry that the profile was collected for, in the order in which their entries are locked. */
export async function listCollectors(
  connection: Connection,
  workspaceId: WorkspaceId,
  userId: number,
): Promise<readonly number[]> {
  const rows = await connection
    .selectDistinct({ accountId: collectorEntries.accountId })
    .from(collectorEntries)
    .innerJoin(workspaceMembers, eq(workspaceMembers.accountId, collectorEntries.accountId))
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(collectorEntries.userId, userId)))
    .orderBy(collectorEntries.accountId);
  return rows.map(({ accountId }) => accountId);
}

const downloaded = { collected: true, status: 'ok' } as const;

/** A later answer may add the email that the first one lacked, and complete the profile. */
export async function recordEntryProgress(
  transaction: Connection,
  accountId: number,
  userId: number,
  { email, isWhole }: Pick<EntryProfile, 'email' | 'isWhole'>,
  at: Date,
): Promise<void> {
  if (email === null && !isWhole) return;
  await transaction
    .update(collectorEntries)
    .set({ ...(email === null ? {} : { email }), ...(isWhole ? downloaded : {}), updatedAt: at })
    .where(and(eq(collectorEntries.accountId, accountId), eq(collectorEntries.userId, userId)));
}

/** The entries of one member, under any of the keys. */
export async function dropEntry(database: Database, accountId: number, profileKeys: readonly string[]): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockEntries(transaction, accountId);
    await transaction
      .delete(collectorEntries)
      .where(and(eq(collectorEntries.accountId, accountId), inArray(collectorEntries.profileKey, [...profileKeys])));
  });
}

export async function findRiskAcceptance(connection: Connection, accountId: number): Promise<Date | null> {
  const [row] = await connection
    .select({ acceptedAt: linkedinRiskAcceptances.acceptedAt })
    .from(linkedinRiskAcceptances)
    .where(eq(linkedinRiskAcceptances.accountId, accountId));
  return row?.acceptedAt ?? null;
}

/** The first acceptance is kept. @returns its time */
export async function recordRiskAcceptance(connection: Connection, accountId: number, at: Date): Promise<Date> {
  await connection.insert(linkedinRiskAcceptances).values({ accountId, acceptedAt: at }).onConflictDoNothing();
  return (await findRiskAcceptance(connection, accountId)) ?? at;
}
