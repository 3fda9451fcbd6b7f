/** How far the matching is: Stop while it runs, and the way on where it did not come to its end. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from '../../components/notice.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { formatLines } from './match-words.ts';
import type { MatchRun } from './use-match-run.ts';

interface MatchingProgressProps {
  readonly run: MatchRun;
  readonly onStop: () => void;
  readonly onContinue: () => void;
  /** Goes back to the list itself, which is kept. */
  readonly onBack: () => void;
}

export function MatchingProgress({ run: { state, done, lines, failure }, onStop, onContinue, onBack }: MatchingProgressProps) {
  const progress = `${formatCount(done)} of ${formatLines(lines.length)} checked`;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {state !== 'done' && <ProgressBar label="Matching" value={done} max={lines.length} />}
      {failure !== null && <Notice severity="error">{failure.message} What was found until then is kept.</Notice>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box aria-live="polite" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', mr: 1 }}>
          {state === 'running' ? `${progress}…` : progress}
        </Box>
        {state === 'running' && (
          <Button size="small" variant="outlined" onClick={onStop}>
            Stop
          </Button>
        )}
        {state === 'stopped' && (
          <Button size="small" variant="contained" onClick={onContinue}>
            {failure === null ? 'Continue' : 'Try again'}
          </Button>
        )}
        {state !== 'running' && (
          <Button size="small" onClick={onBack}>
            Change the list
          </Button>
        )}
      </Box>
    </Box>
  );
}
