import { deleteProfiles } from '@leadloom/shared/contract/collected-profiles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api-client/call.ts';
import { historiesKey, peopleKey, profilesKey } from './people-queries.ts';

/** Deletes people permanently, and removes them from this page's cache. */
export function useDeletePeople() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => call(deleteProfiles, { body: { ids: [...ids] } }),
    onSuccess: () => {
      // A profile on the screen stays until the screen is left.
      for (const queryKey of [profilesKey, historiesKey]) queryClient.removeQueries({ queryKey, type: 'inactive' });
      void queryClient.invalidateQueries({ queryKey: peopleKey });
    },
  });
}
