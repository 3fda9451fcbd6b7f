/** The figures of a chart, with the question that they answer. While another one is asked, the picture before stays. */
import type { Measure, Summary } from '@leadloom/shared/contract/table-facets';
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

/** What a summary is asked for by, beside the filters. */
interface SummaryQuery {
  readonly by: string[];
  readonly measure: Measure;
  readonly of?: string;
}

/** What summarizes rows. */
export interface SummarySource {
  /** Tells its answers from those about other rows. */
  readonly key: string;
  readonly ask: (filters: TableFilters, query: SummaryQuery, signal: AbortSignal) => Promise<Summary>;
}

export function tableSummaries(table: TableName): SummarySource {
  return {
    key: table,
    ask: (filters, query, signal) => call(tableEndpoints[table].summary, { query: { ...filters, ...query } }, { signal }),
  };
}

interface Asked {
  readonly source: SummarySource;
  /** With the moment of `updated_after`. */
  readonly filters: TableFilters;
  readonly chart: TableChart;
  /** false: what to ask for is not settled. */
  readonly isReady: boolean;
}

export function useSummary({ source, filters, chart, isReady }: Asked) {
  return useQuery({ ...summaryQuery(source, filters, chart), enabled: isReady, placeholderData: samePlace(source.key) });
}

function summaryQuery(source: SummarySource, filters: TableFilters, chart: TableChart) {
  return {
    queryKey: ['summary', source.key, filters, chart] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<AnsweredChart> => {
      const { by, measure, of } = chart;
      const query = { by: [...by], measure, ...(of === undefined ? {} : { of }) };
      return { chart, filters, summary: await source.ask(filters, query, signal) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
}

/** The answer before, if it was about the same rows. */
function samePlace(key: string) {
  return (previous: AnsweredChart | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[1] === key ? previous : undefined;
}
