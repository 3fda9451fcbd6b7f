/** Values found in the table beyond those its open filters list. If they cannot be loaded, the listed ones remain. */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { useEffect } from 'react';
import { call } from '../../../lib/api-client/call.ts';
import { logProblem } from '../../../lib/log.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

const OBSERVED_FRESH_MS = 10 * 60_000;
const noneObserved: Readonly<Record<string, readonly string[]>> = {};

export function useObservedValues(table: TableName): Readonly<Record<string, readonly string[]>> {
  const hasOpenFilter = tableByName(table).filters.some((filter) => filter.kind === 'choice' && filter.isOpen === true);
  const { data, error } = useQuery({
    queryKey: ['table-options', table],
    queryFn: ({ signal }) => call(tableEndpoints[table].options, {}, { signal }),
    enabled: hasOpenFilter,
    staleTime: OBSERVED_FRESH_MS,
  });
  useEffect(() => {
    if (error !== null) logProblem('The values of a table could not be loaded.', error);
  }, [error]);
  return data ?? noneObserved;
}
