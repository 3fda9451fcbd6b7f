/** When a trend's videos were posted: small columns, and below them from when to when. */
import type { Trend } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { ChartFrame, lazyChart } from '../chart/lazy-chart.tsx';
import { dayNumber, formatUtcDay } from '../utc-day.ts';

const SparklineChart = lazyChart(async () => (await import('./sparkline-chart.tsx')).SparklineChart);
const CHART_REM = 5.5;
/** A single day still needs an axis. */
const MIN_DAYS = 7;

export function Sparkline({ trend }: { readonly trend: Trend }) {
  const { daily, first_seen_at, last_seen_at } = trend;
  const missing = Math.max(0, MIN_DAYS - daily.counts.length);
  const counts = [...Array.from({ length: missing }, () => 0), ...daily.counts];
  const firstDay = dayNumber(daily.first_day);
  return (
    <Box>
      {daily.counts.length > 0 && (
        <Box role="img" aria-label={describe(daily.counts, firstDay)}>
          <ChartFrame height={CHART_REM}>
            <SparklineChart counts={counts} firstDay={firstDay - missing} />
          </ChartFrame>
        </Box>
      )}
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 0.5,
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          columnGap: 2,
          fontSize: '0.8125rem',
          color: 'text.secondary',
          '& dt, & dd': { display: 'inline', m: 0 },
        }}
      >
        <div>
          <dt>First seen</dt> <dd>{formatDay(first_seen_at)}</dd>
        </div>
        <div>
          <dt>Last seen</dt> <dd>{formatDay(last_seen_at)}</dd>
        </div>
      </Box>
    </Box>
  );
}

function describe(counts: readonly number[], firstDay: number): string {
  const peak = Math.max(...counts);
  const busiest = formatUtcDay(firstDay + counts.lastIndexOf(peak));
  const from = formatUtcDay(firstDay);
  const to = formatUtcDay(firstDay + counts.length - 1);
  return `Videos per day from ${from} to ${to}; peak ${formatCount(peak)} on ${busiest}`;
}
