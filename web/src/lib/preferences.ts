/** What the account chose for all screens. A choice shows at once, and holds on this page also where it cannot be saved. */
import {
  changePreferences,
  firstPreferences,
  getPreferences,
  type Preferences,
  type PreferencesChange,
} from '@leadloom/shared/contract/preferences';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from './api-client/call.ts';
import { useQuery } from './query/use-query.ts';
import { showSnackbar } from './snackbar/snackbar-store.ts';

const queryKey = ['preferences'] as const;

export interface OwnPreferences {
  readonly preferences: Preferences;
  /** They are on their way: what would be drawn now would jump. */
  readonly isLoading: boolean;
  readonly change: (part: PreferencesChange) => void;
}

/** What was not read: nothing is offered then, and tables are as specified. */
const unknownPreferences: Preferences = { ...firstPreferences, layout_offer: 'closed' };

export function usePreferences(): OwnPreferences {
  const queryClient = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<Preferences> => call(getPreferences, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const change = useCallback(
    (part: PreferencesChange) => {
      queryClient.setQueryData<Preferences>(queryKey, (known = unknownPreferences) => ({
        layout: part.layout ?? known.layout,
        layout_offer: part.layout_offer ?? known.layout_offer,
      }));
      call(changePreferences, { body: part }).catch(() => {
        showSnackbar('error', 'Your choice could not be saved. It holds until you reload the page.');
      });
    },
    [queryClient],
  );
  return { preferences: data ?? unknownPreferences, isLoading: isPending, change };
}
