/** The charts that are pinned to the dashboard, each leading to its rows. What is drawn is loaded once there is one. */
import { listPinnedCharts, MAX_PINNED_CHARTS, type PinnedChart } from '@leadloom/shared/contract/table-views';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazyPart } from '../../components/lazy-part.tsx';
import { call } from '../../lib/api-client/call.ts';
import { logProblem } from '../../lib/log.ts';
import { pinnedChartsKey } from '../../lib/pins/pinned-charts-key.ts';
import { useQuery } from '../../lib/query/use-query.ts';

const ChartCard = lazyPart(async () => (await import('./chart-card.tsx')).ChartCard);

export function PinnedCharts() {
  const { data: charts = [] } = useQuery({
    queryKey: pinnedChartsKey,
    queryFn: async ({ signal }): Promise<readonly PinnedChart[]> => {
      try {
        return (await call(listPinnedCharts, {}, { signal })).data;
      } catch (error) {
        // The dashboard is whole without them, and a server of an earlier version knows none.
        if (!signal.aborted) logProblem('The pinned charts could not be loaded.', error);
        throw error;
      }
    },
    retry: false,
    staleTime: 0,
  });
  if (charts.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="pinned-charts">
      <Typography id="pinned-charts" variant="h2" sx={{ mb: 1.5 }}>
        Charts
      </Typography>
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
          listStyle: 'none',
          m: 0,
          p: 0,
          // Their room is there before their code.
          '& > li': { minHeight: '15.5rem' },
        }}
      >
        {charts.slice(0, MAX_PINNED_CHARTS).map((chart) => (
          <li key={chart.id}>
            <ChartCard pinned={chart} />
          </li>
        ))}
      </Box>
    </Box>
  );
}
