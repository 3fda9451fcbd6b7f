/** Chooses who is to be collected again, and how often. */
import { setRecollections } from '@leadloom/shared/contract/people-changes';
import type { RecollectionInterval } from '@leadloom/shared/contract/recollections';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api-client/call.ts';
import { bodyOf, type ChosenPeople } from './chosen-people.ts';
import { useReloadRecollections } from './recollections.ts';

interface Choice {
  readonly chosen: ChosenPeople;
  readonly every: RecollectionInterval | null;
}

export function useChooseRecollections() {
  const reload = useReloadRecollections();
  return useMutation({
    mutationFn: ({ chosen, every }: Choice) => call(setRecollections, { body: { ...bodyOf(chosen), every } }),
    onSettled: () => reload(),
  });
}
