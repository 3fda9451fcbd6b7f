/**
 * Erases collected profiles for good, with their experiences, educations, tags, history and raw answers, which the database
 * deletes along. Their entries stay in the lists of all members and can be fetched again.
 */
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { collectorEntries, linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { workspaceMembers } from '../../../schema/workspaces.table.ts';
import { forgetPeopleInEvents, recordAlertEvents } from '../../events/alert-events.service.ts';
import { lockEntries } from '../jobs/entries.repository.ts';
import { type ChosenPeople, idsOfChosen } from './chosen-people.ts';

interface ErasedProfile {
  readonly id: number;
  readonly memberId: string;
  readonly profileKey: string;
}

interface Erasure extends ChosenPeople {
  readonly expected?: number | undefined;
}

/**
 * Ids of other accounts and unknown ids are ignored.
 * @returns how many profiles were erased
 * @throws {AppError} PROFILE.OTHERS_MATCH if not as many match as were expected; and as `idsOfChosen`
 */
export async function eraseProfiles(platform: Platform, member: Member, chosen: Erasure): Promise<number> {
  const { workspaceId } = member;
  const { database, now } = platform;
  return database.transaction(async (transaction) => {
    const ids = await idsOfChosen(platform, transaction, member, chosen);
    if (chosen.filters !== undefined && chosen.expected !== undefined && ids.length !== chosen.expected)
      throw new AppError('PROFILE.OTHERS_MATCH');
    const erased = await deleteProfiles(transaction, workspaceId, ids);
    if (erased.length === 0) return 0;
    await recordRemovals(transaction, workspaceId, erased, now());
    await forgetDownloads(transaction, new Map([[workspaceId, erased]]), now());
    return erased.length;
  });
}

/** Alerts report that the people are gone, without their names. Earlier messages lose the names, too. */
export async function recordRemovals(
  transaction: Connection,
  workspaceId: WorkspaceId,
  erased: readonly Pick<ErasedProfile, 'id'>[],
  at: Date,
): Promise<void> {
  await forgetPeopleInEvents(
    transaction,
    workspaceId,
    erased.map(({ id }) => id),
  );
  const events = erased.map(({ id }) => ({ subjectId: id, change: 'removed', name: null }) as const);
  await recordAlertEvents(transaction, { workspaceId, kind: 'people' }, events, at);
}

async function deleteProfiles(
  transaction: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<ErasedProfile[]> {
  const isOwn = and(
    eq(linkedinProfiles.workspaceId, workspaceId),
    sql`${linkedinProfiles.id} = any(${sql.param(ids)}::bigint[])`,
  );
  // Profiles are always locked in the same order. A profile that is being stored is waited for and then erased too.
  const held = await transaction
    .select({ id: linkedinProfiles.id })
    .from(linkedinProfiles)
    .where(isOwn)
    .orderBy(linkedinProfiles.id)
    .for('update');
  if (held.length === 0) return [];
  return transaction.delete(linkedinProfiles).where(isOwn).returning({
    id: linkedinProfiles.id,
    memberId: linkedinProfiles.memberId,
    profileKey: linkedinProfiles.profileKey,
  });
}

/** Erased profiles by the workspace that had them. */
export type ErasedProfiles = ReadonlyMap<WorkspaceId, readonly ErasedProfile[]>;

/**
 * Resets the entries of erased profiles in the lists of all members. Accounts are always locked in the same order, so that
 * two that erase never deadlock.
 */
export async function forgetDownloads(transaction: Connection, erased: ErasedProfiles, at: Date): Promise<void> {
  const { accountId } = collectorEntries;
  const holders = new Set<number>();
  for (const [workspaceId, profiles] of erased) {
    const found = await transaction.selectDistinct({ accountId }).from(collectorEntries).where(isOfErased(workspaceId, profiles));
    for (const holder of found) holders.add(holder.accountId);
  }
  for (const holder of [...holders].sort((one, other) => one - other)) await lockEntries(transaction, holder);
  for (const [workspaceId, profiles] of erased)
    await transaction
      .update(collectorEntries)
      .set({ collected: false, status: null, profileId: null, userId: null, profileUrl: null, email: null, updatedAt: at })
      .where(and(inArray(accountId, [...holders]), isOfErased(workspaceId, profiles)));
}

/**
 * An entry refers to a profile by our id, or else by the member id or the URL. One whose profile is in another workspace
 * stays as it is.
 */
function isOfErased(workspaceId: WorkspaceId, erased: readonly ErasedProfile[]): SQL | undefined {
  const { accountId, userId, profileId, profileKey } = collectorEntries;
  const [ids, memberIds, keys] = [
    erased.map(({ id }) => id),
    erased.map(({ memberId }) => memberId),
    erased.map((profile) => profile.profileKey),
  ];
  return and(
    sql`${accountId} in (select ${workspaceMembers.accountId} from ${workspaceMembers}
      where ${workspaceMembers.workspaceId} = ${workspaceId})`,
    or(
      sql`${userId} = any(${sql.param(ids)}::bigint[])`,
      and(
        isNull(userId),
        or(sql`${profileId} = any(${sql.param(memberIds)}::text[])`, sql`${profileKey} = any(${sql.param(keys)}::text[])`),
      ),
    ),
  );
}
