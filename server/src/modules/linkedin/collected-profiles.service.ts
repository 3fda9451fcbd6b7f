/** The profiles an account collected, as its own screens list them; and what became of each over time. */
import type { getProfileHistory, listProfiles as listing } from '@leadloom/shared/contract/collected-profiles';
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { listProfileChanges } from './profile-changes.ts';
import { findProfilePage, listCountries, listTags } from './profile-list.repository.ts';
import { findProfileId, listProfilesByIds } from './profile-reads.repository.ts';
import { readProfileName, toListItem } from './read-profile.ts';

/** A page past the end is empty; its total is exact all the same. */
export async function listProfiles(
  { database, now }: Platform,
  accountId: number,
  { page, per_page: limit, sort, order, ...filters }: EndpointRequest<typeof listing>['query'],
): Promise<EndpointResult<typeof listing>> {
  const offset = (page - 1) * limit;
  const [{ total, ids }, countries, tags] = await Promise.all([
    findProfilePage(database, accountId, filters, { sort, order }, { offset, limit }),
    listCountries(database, accountId),
    listTags(database, accountId),
  ]);
  const at = now();
  const rows = await listProfilesByIds(database, accountId, ids);
  return { data: rows.map((row) => toListItem(row, at)), total, countries, tags };
}

/**
 * @param name our id in digits, or the network's member id
 * @returns the newest first
 * @throws {AppError} PROFILE.NOT_FOUND, also for profiles of other accounts
 */
export async function readHistory(
  { database }: Platform,
  accountId: number,
  name: string,
): Promise<EndpointResult<typeof getProfileHistory>> {
  const wanted = readProfileName(name);
  const profileId = wanted === null ? null : await findProfileId(database, accountId, wanted);
  if (profileId === null) throw new AppError('PROFILE.NOT_FOUND');
  const entries = await listProfileChanges(database, accountId, profileId);
  return { data: entries.map(({ changedAt, ...entry }) => ({ changed_at: changedAt.toISOString(), ...entry })) };
}
