/** "Compare strictness": what each of several eps would find, without changing anything. Picking one puts it into the form. */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { ANALYSIS_DEFAULTS, previewTrends } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { Notice } from '../../../components/notice.tsx';
import type { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { type ParameterTexts, readParameter, toParameters } from '../analysis/parameters.ts';
import { ChartFrame, lazyChart } from '../chart/lazy-chart.tsx';
import { StrictnessTable } from './strictness-table.tsx';

/** The values of eps that are compared by default: around the one in the form, closer together near it. */
const FACTORS = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.6, 2, 3, 4, 6, 8];
/** From 1 on everything is one group, which teaches nothing. */
const LOOSEST = 0.95;
const STRICTEST = 0.001;
const DIGITS = 3;

const StrictnessChart = lazyChart(async () => (await import('./strictness-chart.tsx')).StrictnessChart);
/** The chart is as high as the table beside it. */
const CHART_REM = 23;

interface StrictnessPanelProps {
  readonly texts: ParameterTexts;
  readonly isDisabled: boolean;
  readonly onPick: (eps: number) => void;
}

export function StrictnessPanel({ texts, isDisabled, onPick }: StrictnessPanelProps) {
  const titleId = useId();
  const { data, error, isPending, compare, isOutdated } = useStrictness(texts);
  const chosen = readParameter('dbscan_eps', texts.dbscan_eps) ?? ANALYSIS_DEFAULTS.dbscan_eps;
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        p: { xs: 2, sm: 3 },
        display: 'grid',
        gap: 1.5,
        alignContent: 'start',
        gridTemplateColumns: 'minmax(0, 1fr)',
        borderTop: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box>
        <Typography id={titleId} component="h4" variant="h3">
          Compare strictness
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary', maxWidth: '65ch' }}>
          Eps sets the strictness: how different two videos can be and still belong to the same group. A smaller value makes fewer
          and tighter groups.
        </Typography>
      </Box>
      <Button variant="outlined" disabled={isDisabled || isPending} onClick={compare} sx={{ justifySelf: 'start' }}>
        {isPending ? 'Comparing…' : 'Compare values'}
      </Button>
      <Box
        aria-live="polite"
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)', '&:empty': { display: 'none' } }}
      >
        {error !== null && <Notice severity="error">{error.message}</Notice>}
        {data?.videos === 0 && (
          <Notice severity="info">The users you track posted no videos in this period, so there is nothing to compare.</Notice>
        )}
        {data !== undefined && data.videos > 0 && (
          <>
            <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {data.videos === 1 ? '1 video' : `${formatCount(data.videos)} videos`} by tracked users. Nothing was changed.
              {isOutdated && ' The other fields have changed since; compare again.'}
            </Box>
            <Box
              sx={{
                display: 'grid',
                columnGap: 4,
                rowGap: 2,
                gridTemplateColumns: 'minmax(0, 1fr)',
                '@container (min-width: 50rem)': { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' },
              }}
            >
              <ChartFrame height={CHART_REM}>
                <StrictnessChart points={data.data} chosen={chosen} onPick={onPick} />
              </ChartFrame>
              <StrictnessTable points={data.data} chosen={chosen} onPick={onPick} />
            </Box>
          </>
        )}
      </Box>
    </Box>
  );
}

/** The comparison last asked for, and whether the form says something else by now. */
function useStrictness(texts: ParameterTexts) {
  const { dbscan_eps: _, ...others } = toParameters(texts);
  const mutation = useMutation<EndpointResult<typeof previewTrends>, ApiError, typeof others>({
    mutationFn: async (parameters) => {
      const chosen = readParameter('dbscan_eps', texts.dbscan_eps) ?? ANALYSIS_DEFAULTS.dbscan_eps;
      return call(previewTrends, { body: { ...parameters, dbscan_eps: strictnessChoices(chosen) } });
    },
  });
  return {
    data: mutation.data,
    error: mutation.error,
    isPending: mutation.isPending,
    compare: () => mutation.mutate(others),
    isOutdated: mutation.data !== undefined && JSON.stringify(mutation.variables) !== JSON.stringify(others),
  };
}

/** @returns ascending, each once; `chosen` is among them */
export function strictnessChoices(chosen: number): number[] {
  const near = FACTORS.map((factor) => Number((chosen * factor).toPrecision(DIGITS)));
  const sensible = near.filter((eps) => eps >= STRICTEST && eps <= LOOSEST);
  return [...new Set([...sensible, chosen])].sort((one, other) => one - other);
}
