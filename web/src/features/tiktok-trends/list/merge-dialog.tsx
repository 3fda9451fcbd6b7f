import type { Trend } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { oldestTrend } from './oldest-trend.ts';
import { trendName } from './trend-name.ts';

interface MergeDialogProps {
  /** Two or more. */
  readonly trends: readonly Trend[];
  readonly onClose: () => void;
  /** @returns why it failed, for people; null where it worked */
  readonly onMerge: () => Promise<string | null>;
}

/** Says which trend lives on, because merging cannot be undone. */
export function MergeDialog({ trends, onClose, onMerge }: MergeDialogProps) {
  const titleId = useId();
  const textId = useId();
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const survivor = oldestTrend(trends);
  const others = trends.filter((trend) => trend !== survivor);
  const videos = trends.reduce((sum, trend) => sum + trend.number_of_videos_in_trend, 0);

  async function merge(): Promise<void> {
    setWorking(true);
    setFailure(null);
    const refusal = await onMerge();
    setWorking(false);
    if (refusal === null) onClose();
    else setFailure(refusal);
  }

  return (
    <Dialog
      open
      onClose={() => !isWorking && onClose()}
      aria-labelledby={titleId}
      aria-describedby={textId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>Merge {formatCount(trends.length)} trends?</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
        {survivor !== null && (
          <Box id={textId} sx={{ '& p': { m: 0 }, '& p + p, & ul + p': { mt: 1 } }}>
            <p>
              <strong>
                <bdi>{trendName(survivor)}</bdi>
              </strong>{' '}
              (ID: {survivor.trend_id}) is the oldest and stays, with all {formatCount(videos)} videos. These become part of it:
            </p>
            <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
              {others.map((trend) => (
                <li key={trend.trend_id}>
                  <bdi>{trendName(trend)}</bdi> (ID: {trend.trend_id})
                </li>
              ))}
            </Box>
            <p>This cannot be undone.</p>
          </Box>
        )}
        {failure !== null && <Notice severity="error">{failure}</Notice>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isWorking} autoFocus>
          Cancel
        </Button>
        <Button variant="contained" disabled={isWorking} onClick={() => void merge()}>
          {isWorking ? 'Merging…' : 'Merge'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
