/** Whether there is anything to export. Collected people outlive their entries in the list, so an empty list does not tell. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { hasPeopleQuery } from '../../../lib/collected-people/people-queries.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

/** false only once it is known that nothing is collected: a server that does not answer disables nothing. */
export function useHasCollected(entries: readonly CollectorEntry[], isEnabled: boolean): boolean {
  const isInList = entries.some(({ status }) => status === 'ok');
  const { data } = useQuery({ ...hasPeopleQuery, staleTime: 0, enabled: isEnabled && !isInList });
  return isInList || data !== false;
}
