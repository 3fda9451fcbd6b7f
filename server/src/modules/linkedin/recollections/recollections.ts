/**
 * Which people are to be collected again, and when. The server collects nobody itself: the collector asks who is due, and
 * its job runs in the person's own browser, with their session and within their allowance.
 */
import { randomUUID } from 'node:crypto';
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { setRecollections } from '@leadloom/shared/contract/people-changes';
import {
  DEFAULT_RECOLLECTIONS_PER_PAGE,
  type getRecollection,
  type listRecollections as listing,
  MAX_RECOLLECTIONS,
} from '@leadloom/shared/contract/recollections';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { requireRoom } from '../../accounts/storage-room.service.ts';
import { touchEntries } from '../jobs/entries.repository.ts';
import { saveEntries } from '../jobs/entries.service.ts';
import { idsOfChosen } from '../profiles/chosen-people.ts';
import { lockOwnProfiles } from '../profiles/own-profiles.repository.ts';
import { findProfileId } from '../profiles/profile-reads.repository.ts';
import { readProfileName } from '../profiles/read-profile.ts';
import * as repository from './recollections.repository.ts';

export async function listRecollections(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  { due, page = 1, per_page: limit = DEFAULT_RECOLLECTIONS_PER_PAGE }: EndpointRequest<typeof listing>['query'],
): Promise<EndpointResult<typeof listing>> {
  const at = now();
  const dueBy = due === 'true' ? at : undefined;
  const [people, all, countDue] = await Promise.all([
    repository.findRecollections(database, workspaceId, { dueBy, offset: (page - 1) * limit, limit }),
    repository.countRecollections(database, workspaceId),
    repository.countRecollections(database, workspaceId, { dueBy: at }),
  ]);
  const next = await repository.findNextDue(database, workspaceId, at);
  return {
    data: people.map(({ profileId, fullName, profileUrl, every, dueAt }) => ({
      user_id: String(profileId),
      full_name: fullName,
      profile_url: profileUrl,
      every,
      due_at: dueAt.toISOString(),
    })),
    total: due === 'true' ? countDue : all,
    due: countDue,
    next_due_at: next?.toISOString() ?? null,
  };
}

/** @param name our id in digits, or the network's member id @throws {AppError} PROFILE.NOT_FOUND */
export async function readRecollection(
  { database }: Platform,
  workspaceId: WorkspaceId,
  name: string,
): Promise<EndpointResult<typeof getRecollection>> {
  const requested = readProfileName(name);
  const profileId = requested === null ? null : await findProfileId(database, workspaceId, requested);
  if (profileId === null) throw new AppError('PROFILE.NOT_FOUND');
  const found = await repository.findRecollection(database, workspaceId, profileId);
  return { every: found?.every ?? null, due_at: found?.dueAt.toISOString() ?? null };
}

/**
 * Chooses all of the people or none.
 * @throws {AppError} PROFILE.NOT_FOUND, RECOLLECTIONS.LIMIT_REACHED; and as `idsOfChosen`
 */
export async function chooseRecollections(
  platform: Platform,
  member: Member,
  { every, ...chosen }: EndpointRequest<typeof setRecollections>['body'],
): Promise<EndpointResult<typeof setRecollections>> {
  const { workspaceId } = member;
  return platform.database.transaction(async (transaction) => {
    const wanted = new Set(await idsOfChosen(platform, transaction, member, chosen));
    const own = await lockOwnProfiles(transaction, workspaceId, [...wanted]);
    // People who matched the filters may have been deleted a moment ago.
    if (chosen.ids !== undefined && own.length < wanted.size) throw new AppError('PROFILE.NOT_FOUND');
    await lockForTransaction(transaction, `recollections:${workspaceId}`);
    const before = await repository.countRecollections(transaction, workspaceId);
    const changed =
      every === null
        ? await repository.dropProfiles(transaction, workspaceId, own)
        : await repository.chooseProfiles(transaction, workspaceId, own, every);
    const total = await repository.countRecollections(transaction, workspaceId);
    if (total > before)
      await requireRoom(transaction, workspaceId, { limit: MAX_RECOLLECTIONS, total, code: 'RECOLLECTIONS.LIMIT_REACHED' });
    return { changed, total };
  });
}

/**
 * People who are due, as entries of the collector; those that were deleted from its list are added again. Who was offered
 * to a member is not offered to others for a while.
 * @throws {AppError} REQUEST.INVALID when the list would be too long
 */
export async function proposeDue(platform: Platform, collector: Member, max: number): Promise<{ users: CollectorEntry[] }> {
  const { accountId, workspaceId } = collector;
  const at = platform.now();
  const due = await platform.database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `recollections:${workspaceId}`);
    return repository.takeDue(transaction, collector, at, max);
  });
  if (due.length === 0) return { users: [] };
  try {
    const { users } = await saveEntries(
      platform,
      collector,
      due.map(({ profileUrl }) => ({ id: randomUUID(), url: profileUrl })),
    );
    const keys = due.map(({ profileKey }) => profileKey);
    await touchEntries(platform.database, accountId, keys, at);
    return { users };
  } catch (error) {
    // Who did not get onto this list is offered to the other members at once.
    const ids = due.map(({ profileId }) => profileId);
    await repository.withdrawOffers(platform.database, workspaceId, ids, at);
    throw error;
  }
}
