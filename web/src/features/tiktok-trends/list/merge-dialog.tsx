import type { Trend } from '@leadloom/shared/contract/trends';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
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

/** Names the trend that is kept, because merging cannot be undone. */
export function MergeDialog({ trends, onClose, onMerge }: MergeDialogProps) {
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
    <ConfirmDialog
      title={`Merge ${formatCount(trends.length)} trends?`}
      text={
        survivor !== null && (
          <Box sx={{ '& p': { m: 0 }, '& p + p, & ul + p': { mt: 1 } }}>
            <p>
              <strong>
                <bdi>{trendName(survivor)}</bdi>
              </strong>{' '}
              (ID: {survivor.trend_id}) is the oldest and is kept, with all {formatCount(videos)} videos. These are merged into
              it:
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
        )
      }
      confirmLabel={isWorking ? 'Merging…' : 'Merge'}
      isWorking={isWorking}
      failure={failure}
      onConfirm={() => void merge()}
      onClose={onClose}
    />
  );
}
