/** Who is to be collected again, as the server keeps it. */
import { getRecollection, listRecollections, type RecollectionInterval } from '@leadloom/shared/contract/recollections';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';

const recollectionsKey = ['linkedin', 'recollections'] as const;

export const intervalOptions = [
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
  { value: 'quarterly', label: 'Every three months' },
] as const satisfies readonly { readonly value: RecollectionInterval; readonly label: string }[];

/** null: never again. */
export function readInterval(value: string): RecollectionInterval | null {
  return intervalOptions.find((option) => option.value === value)?.value ?? null;
}

/** @param userId our id of a person */
export function useRecollection(userId: string) {
  return useQuery({
    queryKey: [...recollectionsKey, 'person', userId],
    queryFn: ({ signal }) => call(getRecollection, { params: { user_id: userId } }, { signal }),
  });
}

/** The first of those who are due, and how many there are. */
export function useDuePeople() {
  return useQuery({
    queryKey: [...recollectionsKey, 'due'],
    queryFn: ({ signal }) => call(listRecollections, { query: { due: 'true', per_page: 5 } }, { signal }),
    staleTime: 0,
  });
}

export function useReloadRecollections(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: recollectionsKey }), [queryClient]);
}
