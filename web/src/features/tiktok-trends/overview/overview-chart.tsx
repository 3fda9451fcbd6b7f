/** Videos per day of the largest trends, as steps: between two days there is nothing to count. The table beside it says the same. */
import { useTheme } from '@mui/material/styles';
import { LineChart } from '@mui/x-charts/LineChart';
import { formatCount } from '../../../lib/format-count.ts';
import { chartStyles } from '../chart/chart-styles.ts';
import { overviewLooks } from '../chart/line-looks.ts';
import { formatShortDay, formatUtcDay } from '../utc-day.ts';
import type { DailyLines } from './daily-lines.ts';

const axisText = { fontSize: 12 } as const;

interface OverviewChartProps extends DailyLines {
  readonly names: readonly string[];
}

export function OverviewChart({ days, lines, names }: OverviewChartProps) {
  const { vars } = useTheme();
  const looks = overviewLooks(vars);
  const looksOf = Object.fromEntries(
    lines.flatMap(({ trend }, index) => looks.slice(index, index + 1).map((look) => [trend.trend_id, look])),
  );
  return (
    <LineChart
      aria-hidden
      disableKeyboardNavigation
      skipAnimation
      hideLegend
      xAxis={[
        {
          id: 'days',
          scaleType: 'band',
          categoryGapRatio: 0,
          data: days,
          height: 24,
          tickLabelMinGap: 24,
          tickLabelStyle: axisText,
          valueFormatter: (day: number, { location }) => (location === 'tooltip' ? formatUtcDay(day) : formatShortDay(day)),
        },
      ]}
      yAxis={[
        {
          id: 'videos',
          min: 0,
          width: 32,
          tickMinStep: 1,
          valueFormatter: formatCount,
          disableLine: true,
          disableTicks: true,
          tickLabelStyle: axisText,
        },
      ]}
      series={lines.map(({ trend, counts }, index) => ({
        id: trend.trend_id,
        label: names[index] ?? '',
        data: counts,
        color: looks[index]?.color ?? vars.palette.text.secondary,
        curve: 'step' as const,
        showMark: false,
        highlightScope: { highlight: 'series' as const, fade: 'global' as const },
      }))}
      grid={{ horizontal: true }}
      margin={{ top: 8, right: 28, bottom: 0, left: 0 }}
      sx={chartStyles(vars, looksOf)}
    />
  );
}
