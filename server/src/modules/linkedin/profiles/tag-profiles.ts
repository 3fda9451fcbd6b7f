/** Tags on collected profiles: equal regardless of case, in the spelling that the account used first. All or nothing. */
import { randomUUID } from 'node:crypto';
import { MAX_TAGGED_PEOPLE } from '@leadloom/shared/contract/collector-limits';
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { tagProfiles as contract } from '@leadloom/shared/contract/people-changes';
import { AppError } from '../../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { requireRoom } from '../../accounts/storage-room.service.ts';
import { idsOfChosen } from './chosen-people.ts';
import { lockOwnProfiles } from './own-profiles.repository.ts';
import * as tags from './profile-tags.repository.ts';
import { foldTag, MAX_TAGS } from './tag-text.ts';

type TagChange = EndpointRequest<typeof contract>['body'];
type TagResult = EndpointResult<typeof contract>;

/**
 * Ids of other accounts and unknown ids are ignored. A tag that is both added and removed is added.
 * @returns how many profiles were chosen, changed and got a tag that they did not have, and under which addition
 * @throws {AppError} TAGS.LIMIT_REACHED if a profile would have more than MAX_TAGS; and as `idsOfChosen`
 */
export async function tagProfiles(platform: Platform, member: Member, change: TagChange): Promise<TagResult> {
  const { workspaceId } = member;
  const { add, remove } = change;
  const added = new Map(add.toReversed().map((tag) => [foldTag(tag), tag]));
  const removed = [...new Set(remove.map(foldTag))].filter((folded) => !added.has(folded));
  const addition = randomUUID();
  return platform.database.transaction(async (transaction) => {
    await tags.lockTags(transaction, workspaceId);
    const profileIds = await lockOwnProfiles(transaction, workspaceId, await idsOfChosen(platform, transaction, member, change));
    const spellings = await tags.knownSpellings(transaction, workspaceId, [...added.keys()]);
    const wanted = [...added].map(([folded, tag]) => ({ folded, tag: spellings.get(folded) ?? tag }));
    const without = await tags.removeTags(transaction, workspaceId, profileIds, removed);
    const withMore = await tags.addTags(transaction, workspaceId, profileIds, wanted, addition);
    if (withMore.length > without.length) {
      // Above the smaller limit, the limit of each profile bounds the tags.
      const total = await tags.countTags(transaction, workspaceId, MAX_TAGGED_PEOPLE.unverified + 1);
      await requireRoom(transaction, workspaceId, { limit: MAX_TAGGED_PEOPLE, total, code: 'TAGS.LIMIT_REACHED' });
    }
    if (await tags.hasTooManyTags(transaction, workspaceId, profileIds, MAX_TAGS)) throw new AppError('TAGS.LIMIT_REACHED');
    const changed = new Set([...without, ...withMore]).size;
    return { people: profileIds.length, changed, tagged: new Set(withMore).size, addition };
  });
}

/** Removes the tags that one call of `tagProfiles` added. @returns from how many profiles */
export function removeAddedTags({ database }: Platform, workspaceId: WorkspaceId, addition: string): Promise<number> {
  return database.transaction(async (transaction) => {
    await tags.lockTags(transaction, workspaceId);
    const found = await tags.profilesOfAddition(transaction, workspaceId, addition);
    const profileIds = await lockOwnProfiles(transaction, workspaceId, found);
    return new Set(await tags.removeAddedTags(transaction, workspaceId, profileIds, addition)).size;
  });
}
