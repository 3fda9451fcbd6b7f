/** What collected people can be asked in the workspace that is shown. */
import { COLLECTED_BY, collectedPeople } from '@leadloom/shared/tables/collected-people';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { useWorkspace } from '../../../lib/workspace/use-workspace.ts';

/** In a personal workspace one has collected everybody oneself. */
const personal: TableDefinition = {
  ...collectedPeople,
  filters: collectedPeople.filters.filter(({ key }) => key !== COLLECTED_BY),
};

/** @param inUse parameters and names of what is asked for, such as an address brought; nothing of it is left out */
export function usePeopleDefinition(inUse: readonly string[]): TableDefinition {
  const { isPersonal } = useWorkspace();
  return isPersonal && !inUse.some((name) => name.startsWith(COLLECTED_BY)) ? personal : collectedPeople;
}
