/** The people who are to be collected again. Every statement names the workspace. */
import { and, asc, count, eq, gt, inArray, min, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { isDue } from '../../../database/plausible-time.ts';
import type { Member } from '../../../http/workspace-id.ts';
import { personalWorkspaceOf, type WorkspaceId } from '../../../http/workspace-id.ts';
import { collectorEntries, linkedinProfiles, linkedinRecollections } from '../../../schema/linkedin.table.ts';

type Interval = (typeof linkedinRecollections.$inferSelect)['every'];

/** How long who was offered to a member is not offered to others: a job of a day's allowance takes less. */
const OFFER_HOURS = 12;
/** No interval is longer: the longest has three months. */
const LONGEST_INTERVAL = 100 * 24 * 3600 * 1000;

/** When a person is due again after a column of the profile or a time. Months are those of the calendar. */
function dueAfter(start: SQL, every: SQL): SQL {
  return sql`(${start} + case ${every} when 'weekly' then interval '7 days' when 'monthly' then interval '1 month'
    else interval '3 months' end)`;
}

/**
 * Chooses profiles, which are due one interval after the last collection. @returns how many were not chosen like this
 * before
 */
export async function chooseProfiles(
  transaction: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
  every: Interval,
): Promise<number> {
  const { rowCount } = await transaction.execute(sql`
    insert into ${linkedinRecollections} (profile_id, account_id, every, due_at)
    select known.id, known.account_id, ${every}::text, ${dueAfter(sql`greatest(known.last_collected_at, known.updated_at)`, sql`${every}::text`)}
    from ${linkedinProfiles} known where known.account_id = ${workspaceId} and known.id = any(${sql.param(ids)}::bigint[])
    on conflict (profile_id) do update set every = excluded.every, due_at = excluded.due_at
      where ${linkedinRecollections}.every <> excluded.every`);
  return rowCount ?? 0;
}

/** @returns how many were chosen before */
export async function dropProfiles(transaction: Connection, workspaceId: WorkspaceId, ids: readonly number[]): Promise<number> {
  const { rowCount } = await transaction
    .delete(linkedinRecollections)
    .where(
      and(
        eq(linkedinRecollections.workspaceId, workspaceId),
        sql`${linkedinRecollections.profileId} = any(${sql.param(ids)}::bigint[])`,
      ),
    );
  return rowCount ?? 0;
}

/** @param dueBy only those due until then */
export async function countRecollections(
  connection: Connection,
  workspaceId: WorkspaceId,
  { dueBy }: { readonly dueBy?: Date } = {},
): Promise<number> {
  const [row] = await connection.select({ total: count() }).from(linkedinRecollections).where(ofWorkspace(workspaceId, dueBy));
  return row?.total ?? 0;
}

/** When the next person becomes due after a time. */
export async function findNextDue(connection: Connection, workspaceId: WorkspaceId, after: Date): Promise<Date | null> {
  const [row] = await connection
    .select({ next: min(linkedinRecollections.dueAt) })
    .from(linkedinRecollections)
    .where(and(eq(linkedinRecollections.workspaceId, workspaceId), gt(linkedinRecollections.dueAt, after)));
  return row?.next ?? null;
}

/** Finds recollections, those due longest first. */
export function findRecollections(
  connection: Connection,
  workspaceId: WorkspaceId,
  { dueBy, offset, limit }: { readonly dueBy?: Date | undefined; readonly offset: number; readonly limit: number },
) {
  return connection
    .select({
      profileId: linkedinRecollections.profileId,
      fullName: linkedinProfiles.fullName,
      profileUrl: linkedinProfiles.profileUrl,
      every: linkedinRecollections.every,
      dueAt: linkedinRecollections.dueAt,
    })
    .from(linkedinRecollections)
    .innerJoin(linkedinProfiles, eq(linkedinProfiles.id, linkedinRecollections.profileId))
    .where(ofWorkspace(workspaceId, dueBy))
    .orderBy(asc(linkedinRecollections.dueAt), asc(linkedinRecollections.profileId))
    .offset(offset)
    .limit(limit);
}

export async function findRecollection(connection: Connection, workspaceId: WorkspaceId, profileId: number) {
  const [found] = await connection
    .select({ every: linkedinRecollections.every, dueAt: linkedinRecollections.dueAt })
    .from(linkedinRecollections)
    .where(and(eq(linkedinRecollections.workspaceId, workspaceId), eq(linkedinRecollections.profileId, profileId)));
  return found ?? null;
}

export interface DuePerson {
  readonly profileId: number;
  readonly profileUrl: string;
  readonly profileKey: string;
}

/**
 * Takes people who are due, and notes that they were proposed: those who were not come first, so that people who cannot be
 * collected do not keep the others from being proposed. Members who ask after each other get different people. An entry of
 * the caller that was written with the proposal or after it shows that it was theirs.
 */
export async function takeDue(
  transaction: Connection,
  { accountId, workspaceId }: Member,
  at: Date,
  limit: number,
): Promise<DuePerson[]> {
  const { proposedAt } = linkedinRecollections;
  const isOffered = sql`${proposedAt} > ${new Date(at.getTime() - OFFER_HOURS * 3_600_000).toISOString()}::timestamptz
    and ${proposedAt} <= ${at.toISOString()}::timestamptz
    and not exists (select from ${collectorEntries} where ${collectorEntries.accountId} = ${accountId}
      and ${collectorEntries.profileKey} = ${linkedinProfiles.profileKey} and ${collectorEntries.updatedAt} >= ${proposedAt})`;
  const isAlone = workspaceId === personalWorkspaceOf(accountId);
  const due = await transaction
    .select({
      profileId: linkedinRecollections.profileId,
      profileUrl: linkedinProfiles.profileUrl,
      profileKey: linkedinProfiles.profileKey,
    })
    .from(linkedinRecollections)
    .innerJoin(linkedinProfiles, eq(linkedinProfiles.id, linkedinRecollections.profileId))
    .where(and(ofWorkspace(workspaceId, at), isAlone ? undefined : sql`(${isOffered}) is not true`))
    .orderBy(sql`${proposedAt} nulls first`, linkedinRecollections.dueAt, linkedinRecollections.profileId)
    .limit(limit);
  const ids = due.map(({ profileId }) => profileId);
  if (ids.length > 0)
    await transaction
      .update(linkedinRecollections)
      .set({ proposedAt: at })
      .where(and(eq(linkedinRecollections.workspaceId, workspaceId), inArray(linkedinRecollections.profileId, ids)));
  return due;
}

/** Forgets that people were proposed at a time. */
export async function withdrawOffers(
  connection: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
  at: Date,
): Promise<void> {
  await connection
    .update(linkedinRecollections)
    .set({ proposedAt: null })
    .where(
      and(
        eq(linkedinRecollections.workspaceId, workspaceId),
        inArray(linkedinRecollections.profileId, [...ids]),
        eq(linkedinRecollections.proposedAt, at),
      ),
    );
}

/** The person was collected, or LinkedIn no longer knows the address: due again one interval later. */
export async function postponeProfile(
  transaction: Connection,
  workspaceId: WorkspaceId,
  profileId: number,
  at: Date,
): Promise<void> {
  await postpone(
    transaction,
    at,
    and(eq(linkedinRecollections.workspaceId, workspaceId), eq(linkedinRecollections.profileId, profileId)),
  );
}

/** @param profileKeys lower-cased slugs */
export async function postponeKeys(
  transaction: Connection,
  workspaceId: WorkspaceId,
  profileKeys: readonly string[],
  at: Date,
): Promise<void> {
  if (profileKeys.length === 0) return;
  const ids = transaction
    .select({ id: linkedinProfiles.id })
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), inArray(linkedinProfiles.profileKey, [...profileKeys])));
  await postpone(
    transaction,
    at,
    and(eq(linkedinRecollections.workspaceId, workspaceId), inArray(linkedinRecollections.profileId, ids)),
  );
}

async function postpone(transaction: Connection, at: Date, condition: SQL | undefined): Promise<void> {
  const dueAt = dueAfter(sql`${at.toISOString()}::timestamptz`, sql`${linkedinRecollections.every}`);
  await transaction.update(linkedinRecollections).set({ dueAt, proposedAt: null }).where(condition);
}

function ofWorkspace(workspaceId: WorkspaceId, dueBy: Date | undefined): SQL | undefined {
  const isOwn = eq(linkedinRecollections.workspaceId, workspaceId);
  return dueBy === undefined ? isOwn : and(isOwn, isDue(linkedinRecollections.dueAt, dueBy, LONGEST_INTERVAL));
}
