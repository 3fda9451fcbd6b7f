/** Entries of the collector in the database. Every statement names the account it is for. */
import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { collectorEntries, linkedinProfiles } from '../linkedin.table.ts';
import type { ListedEntry } from './plan-save.ts';

const listedColumns = {
  id: collectorEntries.id,
  url: collectorEntries.url,
  profileKey: collectorEntries.profileKey,
  collected: collectorEntries.collected,
  status: collectorEntries.status,
  profileId: collectorEntries.profileId,
  userId: collectorEntries.userId,
  profileUrl: collectorEntries.profileUrl,
  email: collectorEntries.email,
  name: sql<string | null>`coalesce(${linkedinProfiles.fullName}, ${collectorEntries.listedName})`,
  employer: linkedinProfiles.companyName,
  foundBy: collectorEntries.foundBy,
};

/** The profile that was collected for the entry. */
const itsProfile = and(
  eq(linkedinProfiles.accountId, collectorEntries.accountId),
  eq(linkedinProfiles.id, collectorEntries.userId),
);

/**
 * Writers of one account's entries run one after the other until the transaction ends, so that two saves of the same
 * profile neither list it twice nor deadlock.
 */
export async function lockEntries(transaction: Connection, accountId: number): Promise<void> {
  await lockForTransaction(transaction, `collector-rows:${accountId}`);
}

/** All entries, in the order they were added. */
export function listEntries(connection: Connection, accountId: number): Promise<ListedEntry[]> {
  return connection
    .select(listedColumns)
    .from(collectorEntries)
    .leftJoin(linkedinProfiles, itsProfile)
    .where(eq(collectorEntries.accountId, accountId))
    .orderBy(asc(collectorEntries.position));
}

/** Entries with one of the profiles or one of the ids. */
export function findEntries(
  connection: Connection,
  accountId: number,
  profileKeys: readonly string[],
  ids: readonly string[],
): Promise<ListedEntry[]> {
  return connection
    .select(listedColumns)
    .from(collectorEntries)
    .leftJoin(linkedinProfiles, itsProfile)
    .where(
      and(
        eq(collectorEntries.accountId, accountId),
        or(
          sql`${collectorEntries.profileKey} = any(${sql.param(profileKeys)}::text[])`,
          sql`${collectorEntries.id} = any(${sql.param(ids)}::uuid[])`,
        ),
      ),
    );
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
    .values(rows.map(({ name, employer, ...row }) => ({ accountId, ...row, listedName: name, createdAt: at, updatedAt: at })))
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
  /** false: its email or later roles are still missing. An entry that was downloaded before stays downloaded. */
  readonly isWhole: boolean;
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
