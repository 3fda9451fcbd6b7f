/** One trend: what it is called, how it moves, what its videos share, and who makes them. */
import { openTrendVideos } from '@leadloom/shared/contract/trend-videos';
import type { Trend } from '@leadloom/shared/contract/trends';
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { memo, useId, useState } from 'react';
import { CheckBox } from '../../../components/check-box.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { useCountedRows } from '../../../lib/match/use-counted-rows.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { changing, exporting } from '../../../lib/workspace/needs.ts';
import { ExampleVideos } from './example-videos.tsx';
import { Reasons } from './reasons.tsx';
import { Sparkline } from './sparkline.tsx';
import { trendAnchor, trendName } from './trend-name.ts';
import { TrendPeople } from './trend-people.tsx';
import { TrendTitle } from './trend-title.tsx';
import { exportTrend, type TrendChange } from './use-trend-changes.ts';
import { velocityOf } from './velocity.ts';
import { VelocityText } from './velocity-text.tsx';

interface TrendCardProps {
  readonly trend: Trend;
  readonly isSelected: boolean;
  readonly onSelect: (trendId: string, isSelected: boolean) => void;
  /** @returns why it failed, for people; null where it worked */
  readonly onChange: (trendId: string, change: TrendChange) => Promise<string | null>;
}

export const TrendCard = memo(function TrendCard({ trend, isSelected, onSelect, onChange }: TrendCardProps) {
  const { trend_id, number_of_videos_in_trend: videos } = trend;
  const titleId = useId();
  const name = trendName(trend);
  const velocity = velocityOf(trend.velocity);
  return (
    <Paper
      component="article"
      variant="outlined"
      id={trendAnchor(trend_id)}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-selected={isSelected || undefined}
      sx={{
        minWidth: 0,
        scrollMarginTop: '5rem',
        '&[data-selected]': { borderColor: 'primary.main' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box component="header" sx={{ p: { xs: 1.5, sm: 2 }, pb: { xs: 1, sm: 1 }, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Box sx={{ display: 'flex', flex: '1 1 18rem', minWidth: 0, gap: 0.5 }}>
          <Box sx={{ m: '-0.4rem -0.25rem auto -0.6rem' }}>
            <CheckBox isChecked={isSelected} onChange={(checked) => onSelect(trend_id, checked)} label={`Select ${name}`} />
          </Box>
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <TrendTitle trend={trend} id={titleId} onChange={(change) => onChange(trend_id, change)} />
            <Box sx={{ mt: 0.25, fontSize: '0.8125rem', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              <span>ID: {trend_id}</span>
              {' · '}
              <span>Last seen: {formatDay(trend.last_seen_at)}</span>
              {' · '}
              <TrendTotal trendId={trend_id} videos={videos} />
              {trend.is_hidden && ' · Hidden'}
            </Box>
          </Box>
        </Box>
        <TrendButtons trend={trend} name={name} onChange={onChange} />
      </Box>
      <Box
        sx={{
          px: { xs: 1.5, sm: 2.5 },
          pt: 1,
          pb: 2,
          display: 'grid',
          columnGap: 4,
          rowGap: 2.5,
          gridTemplateColumns: 'minmax(0, 1fr)',
          '@container (min-width: 34rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
          '@container (min-width: 60rem)': { gridTemplateColumns: '5fr 4fr 4fr' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 1.25, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <VelocityText velocity={velocity} />
          <Sparkline trend={trend} />
        </Box>
        <Reasons reasons={trend.reasons} />
        <TrendPeople trend={trend} />
        <Box sx={{ gridColumn: '1 / -1', pt: 1.5, borderTop: '1px solid', borderColor: 'divider' }}>
          <ExampleVideos videos={trend.videos} />
        </Box>
      </Box>
    </Paper>
  );
});

/** Leads to the rows of these videos. */
function TrendTotal({ trendId, videos }: { readonly trendId: string; readonly videos: number }) {
  const { open, isBusy } = useCountedRows(() => call(openTrendVideos, { params: { trend_id: trendId } }));
  return (
    <Link component="button" type="button" onClick={open} disabled={isBusy} sx={{ font: 'inherit', verticalAlign: 'baseline' }}>
      Total videos: {formatCount(videos)}
    </Link>
  );
}

interface TrendButtonsProps extends Pick<TrendCardProps, 'trend' | 'onChange'> {
  readonly name: string;
}

function TrendButtons({ trend, name, onChange }: TrendButtonsProps) {
  const [isExporting, setExporting] = useState(false);
  const [isChanging, setChanging] = useState(false);

  async function onExport(): Promise<void> {
    setExporting(true);
    await exportTrend(trend);
    setExporting(false);
  }

  async function onHide(): Promise<void> {
    setChanging(true);
    const refusal = await onChange(trend.trend_id, { is_hidden: !trend.is_hidden });
    setChanging(false);
    if (refusal !== null) showSnackbar('error', refusal);
    else if (!trend.is_hidden) showSnackbar('info', `${name} is hidden. Turn on “Show hidden” to see it.`);
  }

  return (
    <Box sx={{ display: 'flex', gap: 0.5, ml: 'auto' }}>
      <May needs={changing}>
        <Button
          size="small"
          startIcon={trend.is_hidden ? <VisibilityOutlined /> : <VisibilityOffOutlined />}
          disabled={isChanging}
          aria-label={`${trend.is_hidden ? 'Show' : 'Hide'} ${name}`}
          onClick={() => void onHide()}
        >
          {trend.is_hidden ? 'Show' : 'Hide'}
        </Button>
      </May>
      <May needs={exporting}>
        <Button
          size="small"
          startIcon={<DownloadRounded />}
          disabled={isExporting}
          aria-label={`Export ${name}`}
          onClick={() => void onExport()}
        >
          Export
        </Button>
      </May>
    </Box>
  );
}
