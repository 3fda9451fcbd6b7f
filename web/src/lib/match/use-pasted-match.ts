/** The match that a filter by list names, where it is no list. */
import type { PastedMatch } from '@leadloom/shared/contract/match';
import type { MyTable } from '@leadloom/shared/contract/my-rows';
import { call } from '../api-client/call.ts';
import { useRowLists } from '../my-rows/my-rows.ts';
import { useQuery } from '../query/use-query.ts';

export const pastedMatchKey = (list: string) => ['pasted-match', list] as const;

/** @param list of the filter; empty: none @returns null for a list with a name, and until it is known */
export function usePastedMatch(table: MyTable, list: string): PastedMatch | null {
  const { data: lists } = useRowLists(table, list !== '');
  const isNamed = lists?.some(({ id }) => String(id) === list) === true;
  const { data: match } = useQuery({
    queryKey: pastedMatchKey(list),
    queryFn: async ({ signal }): Promise<PastedMatch> => {
      // Few addresses name a match, so tables load without what is known of matching.
      const { getPastedMatch } = await import('@leadloom/shared/contract/match');
      return call(getPastedMatch, { params: { list_id: Number(list) } }, { signal });
    },
    enabled: list !== '' && lists !== undefined && !isNamed,
  });
  return isNamed || list === '' ? null : (match ?? null);
}
