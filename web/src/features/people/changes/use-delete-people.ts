import { deleteProfiles } from '@leadloom/shared/contract/people-changes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client/call.ts';
import { bodyOf, type ChosenPeople } from '../../../lib/collected-people/chosen-people.ts';
import { historiesKey, peopleKey, profilesKey } from '../../../lib/collected-people/people-queries.ts';

interface Deletion {
  readonly chosen: ChosenPeople;
  /** How many people the screen says are chosen. */
  readonly count: number;
}

/** Deletes people permanently, and removes them from this page's cache. Of those who match filters, exactly as many as are shown. */
export function useDeletePeople() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ chosen, count }: Deletion) =>
      call(deleteProfiles, { body: { ...bodyOf(chosen), ...('filters' in chosen ? { expected: count } : {}) } }),
    onSuccess: () => {
      // A profile on the screen stays until the screen is left.
      for (const queryKey of [profilesKey, historiesKey]) queryClient.removeQueries({ queryKey, type: 'inactive' });
    },
    // After a failure, too: others may match by now.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: peopleKey }),
  });
}
