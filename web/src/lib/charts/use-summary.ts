/** The figures of a chart, with the question that they answer. While another one is asked, the picture before stays. */
import type { Summary } from '@leadloom/shared/contract/table-facets';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';
import type { TableChart } from './table-chart.ts';

interface AnsweredChart {
  readonly chart: TableChart;
  readonly filters: TableFilters;
  readonly summary: Summary;
}

interface Asked {
  readonly table: TableName;
  /** With the moment of `updated_after`. */
  readonly filters: TableFilters;
  readonly chart: TableChart;
  /** false: what to ask for is not settled. */
  readonly isReady: boolean;
}

export function useSummary({ table, filters, chart, isReady }: Asked) {
  return useQuery({ ...summaryQuery(table, filters, chart), enabled: isReady, placeholderData: samePlace(table) });
}

function summaryQuery(table: TableName, filters: TableFilters, chart: TableChart) {
  return {
    queryKey: ['table-summary', table, filters, chart] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<AnsweredChart> => {
      const { by, measure, of } = chart;
      const query = { ...filters, by: [...by], measure, ...(of === undefined ? {} : { of }) };
      return { chart, filters, summary: await call(tableEndpoints[table].summary, { query }, { signal }) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
}

/** The answer before, if it was of the same table. */
function samePlace(table: TableName) {
  return (previous: AnsweredChart | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[1] === table ? previous : undefined;
}
