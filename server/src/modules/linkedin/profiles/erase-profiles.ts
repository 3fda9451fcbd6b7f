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
    const held = await lockProfiles(transaction, workspaceId, ids);
    if (held.length > 0) await eraseLocked(transaction, new Map([[workspaceId, held]]), now());
    return held.length;
  });
}

/** Profiles are always locked in the same order. A profile that is being stored is waited for and then erased too. */
function lockProfiles(transaction: Connection, workspaceId: WorkspaceId, ids: readonly number[]): Promise<ErasedProfile[]> {
  const { id, memberId, profileKey } = linkedinProfiles;
  return transaction
    .select({ id, memberId, profileKey })
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), sql`${id} = any(${sql.param(ids)}::bigint[])`))
    .orderBy(id)
    .for('update');
}

/** Profiles by the workspace that has them. */
export type ErasedProfiles = ReadonlyMap<WorkspaceId, readonly ErasedProfile[]>;

/**
 * Erases profiles that the transaction has locked, and resets their entries in the lists of all members. The locks come in the
 * order in which collecting takes them: profiles, events of their workspace, lists, and what hangs on profiles, such as when
 * somebody is collected again. Workspaces and lists are taken in the order of their numbers, so that two that erase never
 * deadlock.
 */
export async function eraseLocked(transaction: Connection, locked: ErasedProfiles, at: Date): Promise<void> {
  for (const [workspaceId, profiles] of [...locked].sort(([one], [other]) => one - other))
    await recordRemovals(transaction, workspaceId, profiles, at);
  const holders = await lockHolders(transaction, locked);
  const ids = [...locked.values()].flat().map(({ id }) => id);
  await transaction.delete(linkedinProfiles).where(sql`${linkedinProfiles.id} = any(${sql.param(ids)}::bigint[])`);
  for (const [workspaceId, profiles] of locked)
    await transaction
      .update(collectorEntries)
      .set({ collected: false, status: null, profileId: null, userId: null, profileUrl: null, email: null, updatedAt: at })
      .where(and(inArray(collectorEntries.accountId, holders), isOfErased(workspaceId, profiles)));
}

/** Alerts report that the people are gone, without their names. Earlier messages lose the names, too. */
async function recordRemovals(
  transaction: Connection,
  workspaceId: WorkspaceId,
  erased: readonly ErasedProfile[],
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

/** Locks the lists with entries of the profiles. @returns their accounts */
async function lockHolders(transaction: Connection, locked: ErasedProfiles): Promise<readonly number[]> {
  const { accountId } = collectorEntries;
  const holders = new Set<number>();
  for (const [workspaceId, profiles] of locked) {
    const found = await transaction.selectDistinct({ accountId }).from(collectorEntries).where(isOfErased(workspaceId, profiles));
    for (const holder of found) holders.add(holder.accountId);
  }
  const inOrder = [...holders].sort((one, other) => one - other);
  for (const holder of inOrder) await lockEntries(transaction, holder);
  return inOrder;
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
