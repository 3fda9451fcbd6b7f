/**
 * Changed tags are shown at once, on every screen, and reverted if the server refuses. Changes are sent one
 * after another, so that the last one made is the last one stored.
 */
import type { CollectedProfile } from '@leadloom/shared/contract/collected-profiles';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { tagProfiles } from '@leadloom/shared/contract/people-changes';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client/call.ts';
import { bodyOf, type ChosenPeople } from '../../../lib/collected-people/chosen-people.ts';
import { type PeoplePage, peopleKey, profilesKey } from '../../../lib/collected-people/people-queries.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { changeTags, type TagChange, undoOf } from './change-tags.ts';

interface TagsOfPeople extends TagChange {
  readonly chosen: ChosenPeople;
  /** The ids of those who may be on a screen. */
  readonly shown: readonly string[];
}

export type ChangedTags = EndpointResult<typeof tagProfiles>;

interface ShownProfile {
  readonly profile: CollectedProfile;
}

const mutationKey = ['linkedin', 'tags'] as const;

/** @param onChanged called with the answer to each change, also after the component is gone */
export function useChangeTags(onChanged?: (change: TagChange, answer: ChangedTags) => void): (change: TagsOfPeople) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ chosen, add, remove }: TagsOfPeople) =>
      call(tagProfiles, { body: { ...bodyOf(chosen), add: [...add], remove: [...remove] } }),
    onMutate: async (change) => {
      // A response that is on its way was created before the change.
      await Promise.all([peopleKey, profilesKey].map((queryKey) => queryClient.cancelQueries({ queryKey })));
      return show(queryClient, new Map(change.shown.map((id) => [id, change])));
    },
    onSuccess: (answer, change) => onChanged?.(change, answer),
    onError: (error, _, undo) => {
      if (undo !== undefined) show(queryClient, undo);
      showSnackbar('error', `The tags could not be changed. ${error.message}`);
    },
    onSettled: () => {
      // Later changes are still to be sent; the last of them reloads what is stored.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      for (const queryKey of [peopleKey, profilesKey]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}

/**
 * Changes what is shown.
 * @returns the change that reverts it
 */
function show(queryClient: QueryClient, changes: ReadonlyMap<string, TagChange>): ReadonlyMap<string, TagChange> {
  const undo = new Map<string, TagChange>();
  const changed = (id: string, tags: string[]): string[] => {
    const change = changes.get(id);
    if (change === undefined) return tags;
    if (!undo.has(id)) undo.set(id, undoOf(tags, change));
    return changeTags(tags, change);
  };
  queryClient.setQueriesData<PeoplePage>(
    { queryKey: peopleKey },
    (page) => page && { ...page, data: page.data.map((person) => ({ ...person, tags: changed(person.id, person.tags) })) },
  );
  queryClient.setQueriesData<ShownProfile>(
    { queryKey: profilesKey },
    (shown) => shown && { profile: { ...shown.profile, tags: changed(shown.profile.user_id, shown.profile.tags) } },
  );
  return undo;
}
