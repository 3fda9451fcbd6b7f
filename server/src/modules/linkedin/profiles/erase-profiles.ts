/**
 * Erases collected profiles for good, with their experiences, educations, tags, history and raw answers, which the database
 * deletes along. Their entries stay and can be fetched again.
 */
import { and, eq, or, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../../http/workspace.ts';
import type { Platform } from '../../../platform.ts';
import { collectorEntries, linkedinProfiles } from '../../../schema/linkedin.table.ts';
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
    await lockEntries(transaction, workspaceId);
    await forgetDownloads(transaction, workspaceId, erased, now());
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

/** Resets the entries of erased profiles. An entry refers to a profile by our id, the member id, or the URL. */
export async function forgetDownloads(
  transaction: Connection,
  workspaceId: WorkspaceId,
  erased: readonly ErasedProfile[],
  at: Date,
): Promise<void> {
  const [ids, memberIds, keys] = [
    erased.map(({ id }) => id),
    erased.map(({ memberId }) => memberId),
    erased.map(({ profileKey }) => profileKey),
  ];
  await transaction
    .update(collectorEntries)
    .set({ collected: false, status: null, profileId: null, userId: null, profileUrl: null, email: null, updatedAt: at })
    .where(
      and(
        eq(collectorEntries.accountId, workspaceId),
        or(
          sql`${collectorEntries.userId} = any(${sql.param(ids)}::bigint[])`,
          sql`${collectorEntries.profileId} = any(${sql.param(memberIds)}::text[])`,
          sql`${collectorEntries.profileKey} = any(${sql.param(keys)}::text[])`,
        ),
      ),
    );
}
