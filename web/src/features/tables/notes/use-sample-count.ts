/** How many rows of the answer on the screen are invented. It is counted once for all pages and orders of the same rows. */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { SAMPLE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useSampleRows } from '../../../lib/sample-rows.ts';
import type { TablePage } from '../rows/use-table-rows.ts';

interface Answer {
  readonly name: TableName;
  /** The filters as they are requested. */
  readonly filters: TableFilters;
  readonly isReady: boolean;
  /** The answer on the screen; undefined: none yet. */
  readonly answer: TablePage | undefined;
}

/** A table without samples is not asked. @returns null: not known */
export function useSampleCount({ name, filters, isReady, answer }: Answer): number | null {
  const { samples } = useSampleRows(true);
  const hasSamples = samples?.tables.includes(name) === true;
  const isCounted = (of: TableFilters) => hasSamples && of[SAMPLE_FILTER] === undefined;
  // The count is requested together with the rows, so that both are there at the same time.
  useQuery({ ...sampleTotal(name, filters), enabled: isReady && isCounted(filters) });
  const shown = answer?.state.filters ?? filters;
  const { data = null } = useQuery({ ...sampleTotal(name, shown), enabled: answer !== undefined && isCounted(shown) });
  if (samples === null) return null;
  if (!hasSamples || shown[SAMPLE_FILTER] === 'false') return 0;
  return shown[SAMPLE_FILTER] === 'true' ? (answer?.total ?? null) : data;
}

function sampleTotal(name: TableName, filters: TableFilters) {
  const narrowed: TableFilters = { ...filters, [SAMPLE_FILTER]: 'true' };
  return queryOptions({
    queryKey: ['table-total', name, narrowed, 'samples'] as const,
    queryFn: async ({ signal }) => (await call(tableEndpoints[name].total, { query: narrowed }, { signal })).total,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
