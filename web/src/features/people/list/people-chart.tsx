/** Collected people as a chart. It is not saved: there are no views of them. Loaded when a chart is first shown. */
import type { ReactNode } from 'react';
import { ChartSection } from '../../../components/charts/chart-section.tsx';
import type { TableChart } from '../../../lib/charts/table-chart.ts';
import { peopleSummaries } from './people-counts.ts';
import { usePeopleDefinition } from './people-definition.ts';
import { noFilters, type PeopleFilters } from './people-filters.ts';

interface PeopleChartProps {
  readonly chart: TableChart;
  /** What is asked for; null: not known yet. */
  readonly filters: PeopleFilters | null;
  readonly choice: ReactNode;
  readonly onChart: (chart: TableChart) => void;
  readonly onNarrow: (narrow: (filters: PeopleFilters) => PeopleFilters) => void;
}

export function PeopleChart({ filters, chart, ...others }: PeopleChartProps) {
  const definition = usePeopleDefinition([...Object.keys(filters ?? {}), ...chart.by]);
  return (
    <ChartSection
      {...others}
      definition={definition}
      chart={chart}
      source={peopleSummaries}
      filters={filters ?? noFilters}
      isReady={filters !== null}
    />
  );
}
