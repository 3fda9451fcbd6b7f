/** A table's rows as a chart. Loaded when a chart is first shown. */
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { useMemo } from 'react';
import { ChartSection, type ChartSectionProps } from '../../../components/charts/chart-section.tsx';
import { tableSummaries } from '../../../lib/charts/use-summary.ts';

interface TableChartProps extends Omit<ChartSectionProps, 'definition' | 'source'> {
  readonly name: TableName;
}

export function TableChart({ name, ...others }: TableChartProps) {
  const source = useMemo(() => tableSummaries(name), [name]);
  return <ChartSection {...others} definition={tableByName(name)} source={source} />;
}
