import { useTheme } from '@mui/material/styles';
import { lineClasses } from '@mui/x-charts/LineChart';
import { SparkLineChart } from '@mui/x-charts/SparkLineChart';
import { formatUtcDay } from '../utc-day.ts';

interface SparklineChartProps {
  readonly counts: readonly number[];
  /** Days since 1970. */
  readonly firstDay: number;
}

/** Videos per day as one small line; what it shows is said in words around it. */
export function SparklineChart({ counts, firstDay }: SparklineChartProps) {
  const { vars } = useTheme();
  return (
    <SparkLineChart
      data={[...counts]}
      height={88}
      area
      curve="monotoneX"
      color={vars.palette.primary.main}
      margin={{ top: 6, bottom: 2, left: 4, right: 4 }}
      showHighlight
      showTooltip
      disableKeyboardNavigation
      xAxis={{ data: counts.map((_, index) => firstDay + index), valueFormatter: formatUtcDay }}
      yAxis={{ min: 0 }}
      valueFormatter={(count) => (count === 1 ? '1 video' : `${count ?? 0} videos`)}
      sx={{
        [`&& .${lineClasses.line}`]: { strokeWidth: 1.75 },
        [`&& .${lineClasses.area}`]: { opacity: 0.14, filter: 'none' },
        forcedColorAdjust: 'none',
      }}
    />
  );
}
