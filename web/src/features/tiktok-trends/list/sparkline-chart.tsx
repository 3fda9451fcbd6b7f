import { useTheme } from '@mui/material/styles';
import { SparkLineChart } from '@mui/x-charts/SparkLineChart';
import { formatUtcDay } from '../utc-day.ts';

interface SparklineChartProps {
  readonly counts: readonly number[];
  /** Days since 1970. */
  readonly firstDay: number;
}

/** Videos per day as small columns; what they show is said in words around them. */
export function SparklineChart({ counts, firstDay }: SparklineChartProps) {
  const { vars } = useTheme();
  return (
    <SparkLineChart
      data={[...counts]}
      height={88}
      plotType="bar"
      color={vars.palette.primary.main}
      margin={{ top: 6, bottom: 2, left: 4, right: 4 }}
      showHighlight
      showTooltip
      disableKeyboardNavigation
      xAxis={{ data: counts.map((_, index) => firstDay + index), valueFormatter: formatUtcDay }}
      yAxis={{ min: 0 }}
      valueFormatter={(count) => (count === 1 ? '1 video' : `${count ?? 0} videos`)}
      sx={{ forcedColorAdjust: 'none' }}
    />
  );
}
