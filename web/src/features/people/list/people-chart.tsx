/** Collected people as a chart. It is not saved: there are no views of them. Loaded when a chart is first shown. */
import { collectedPeople } from '@leadloom/shared/tables/collected-people';
import type { ReactNode } from 'react';
import { ChartSection } from '../../../components/charts/chart-section.tsx';
import type { TableChart } from '../../../lib/charts/table-chart.ts';
import { peopleSummaries } from './people-counts.ts';
import { noFilters, type PeopleFilters } from './people-filters.ts';

interface PeopleChartProps {
  readonly chart: TableChart;
  /** What is asked for; null: not known yet. */
  readonly filters: PeopleFilters | null;
  readonly choice: ReactNode;
  readonly onChart: (chart: TableChart) => void;
  readonly onNarrow: (narrow: (filters: PeopleFilters) => PeopleFilters) => void;
}

export function PeopleChart({ filters, ...others }: PeopleChartProps) {
  return (
    <ChartSection
      {...others}
      definition={collectedPeople}
      source={peopleSummaries}
      filters={filters ?? noFilters}
      isReady={filters !== null}
    />
  );
}
