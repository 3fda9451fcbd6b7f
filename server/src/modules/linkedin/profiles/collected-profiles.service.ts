/** Lists of collected profiles, by page number or by cursor, and the history of a profile. */
import {
  DEFAULT_PROFILES_PER_PAGE,
  type getProfileHistory,
  type listProfiles as listing,
} from '@leadloom/shared/contract/collected-profiles';
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { AppError } from '../../../http/app-error.ts';
import type { ListAnswer } from '../../../http/list-page.ts';
import { refuseOddPages } from '../../../http/page-numbers.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { markPeople } from '../../tables/my-rows/listed-people.service.ts';
import { listProfileChanges } from './profile-changes.ts';
import { createProfileCursors, settleProfileOrder } from './profile-cursors.ts';
import { requireFilters } from './profile-filters.ts';
import { findProfilePage, listCountries, listTags } from './profile-list.repository.ts';
import { findProfileId, listProfilesByIds } from './profile-reads.repository.ts';
import { readProfileName, toListItem } from './read-profile.ts';

export type ProfileQuery = EndpointRequest<typeof listing>['query'];
type ProfilePage = EndpointResult<typeof listing>;

/** @property isProgram false for screens, which page by number and get no cursor */
interface ListCaller extends Member {
  readonly isProgram: boolean;
}

export function createProfileLists(platform: Platform) {
  const { database, now, secrets } = platform;
  const cursors = createProfileCursors(secrets, 'collected profiles');

  /**
   * A page past the end is empty, with the exact total.
   * @throws {AppError} REQUEST.INVALID
   */
  return async (query: ProfileQuery, { isProgram, ...caller }: ListCaller): Promise<ListAnswer> => {
    const { workspaceId } = caller;
    const { page, per_page: limit = DEFAULT_PROFILES_PER_PAGE, cursor, sort, order: direction, ...filters } = query;
    refuseOddPages({ page, per_page: limit, cursor }, isProgram);
    await requireFilters(platform, database, caller, filters);
    const requested = { sort, order: direction };
    const { order, passed } =
      cursor === undefined ? { order: settleProfileOrder(requested), passed: null } : cursors.read(cursor, filters, requested);
    const offset = ((page ?? 1) - 1) * limit;
    const [{ total, ids, last }, countries, tags] = await Promise.all([
      findProfilePage(database, workspaceId, filters, order, { passed, offset, limit }),
      listCountries(database, workspaceId),
      listTags(database, workspaceId),
    ]);
    const at = now();
    const items = (await listProfilesByIds(database, workspaceId, ids)).map((row) => toListItem(row, at));
    const data = await markPeople(database, caller, items);
    const isWalked = isProgram || cursor !== undefined;
    const next = !isWalked ? undefined : last === null ? null : cursors.write(order, filters, last);
    const answer: ProfilePage = { data, total, ...pageNumbers(query), countries, tags, next_cursor: next };
    return { text: JSON.stringify(answer), next };
  };
}

export function pageNumbers({ page = 1, per_page: perPage = DEFAULT_PROFILES_PER_PAGE, cursor }: ProfileQuery) {
  return { page: cursor === undefined ? page : null, per_page: perPage };
}

/**
 * @param name our id in digits, or the network's member id
 * @returns the newest first
 * @throws {AppError} PROFILE.NOT_FOUND, also for profiles of other accounts
 */
export async function readHistory(
  { database }: Platform,
  workspaceId: WorkspaceId,
  name: string,
): Promise<EndpointResult<typeof getProfileHistory>> {
  const requested = readProfileName(name);
  const profileId = requested === null ? null : await findProfileId(database, workspaceId, requested);
  if (profileId === null) throw new AppError('PROFILE.NOT_FOUND');
  const entries = await listProfileChanges(database, workspaceId, profileId);
  return { data: entries.map(({ changedAt, ...entry }) => ({ changed_at: changedAt.toISOString(), ...entry })) };
}
