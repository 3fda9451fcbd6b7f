/** The largest trends day by day, as a chart and as a table. */
import type { Trend } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { ChartFrame, lazyChart } from '../chart/lazy-chart.tsx';
import { overviewLooks } from '../chart/line-looks.ts';
import { LineSample } from '../chart/line-sample.tsx';
import { trendAnchor, trendName } from '../list/trend-name.ts';
import { velocityOf } from '../list/velocity.ts';
import { VelocityText } from '../list/velocity-text.tsx';
import { dailyLines } from './daily-lines.ts';
import { DailyTable } from './daily-table.tsx';

const OverviewChart = lazyChart(async () => (await import('./overview-chart.tsx')).OverviewChart);
const CHART_REM = 15;

interface OverviewProps {
  readonly trends: readonly Trend[];
  /** Brings a trend's card into view. */
  readonly onOpen: (trendId: string) => void;
}

export function Overview({ trends, onOpen }: OverviewProps) {
  const { vars } = useTheme();
  const daily = useMemo(() => dailyLines(trends), [trends]);
  const looks = overviewLooks(vars);
  const names = daily.lines.map(({ trend }) => trendName(trend));
  if (daily.lines.length === 0) return null;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="trends-overview-title"
      sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box>
        <Typography id="trends-overview-title" component="h3" variant="h2">
          Videos per day
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
          {daily.lines.length === 1 ? 'The largest trend' : `The ${daily.lines.length} largest trends`}, by the day their videos
          were posted.
        </Typography>
      </Box>
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          rowGap: 2,
          alignItems: 'center',
          gridTemplateColumns: 'minmax(0, 1fr)',
          '@container (min-width: 60rem)': { gridTemplateColumns: 'minmax(0, 1fr) 18rem' },
        }}
      >
        <ChartFrame height={CHART_REM}>
          <OverviewChart {...daily} names={names} />
        </ChartFrame>
        <Box component="ul" aria-label="Lines of the chart" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {daily.lines.map(({ trend }, index) => (
            <Box
              component="li"
              key={trend.trend_id}
              sx={{ display: 'grid', gridTemplateColumns: '2rem minmax(0, 1fr)', columnGap: 1.25, fontSize: '0.875rem' }}
            >
              <Box sx={{ display: 'flex', alignItems: 'center', height: '1.5rem' }}>
                <LineSample look={looks[index]} />
              </Box>
              <Box sx={{ minWidth: 0 }}>
                <Box
                  component="a"
                  href={`#${trendAnchor(trend.trend_id)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onOpen(trend.trend_id);
                  }}
                  sx={{
                    display: 'block',
                    overflow: 'clip',
                    textOverflow: 'ellipsis',
                    whiteSpace: 'nowrap',
                    unicodeBidi: 'isolate',
                    color: 'inherit',
                    fontWeight: 560,
                    lineHeight: '1.5rem',
                    textDecorationColor: 'transparent',
                    '&:hover': { textDecorationColor: 'currentColor' },
                  }}
                >
                  {names[index]}
                </Box>
                <VelocityText velocity={velocityOf(trend.velocity)} isSmall />
              </Box>
            </Box>
          ))}
        </Box>
      </Box>
      <DailyTable {...daily} names={names} />
    </Paper>
  );
}
