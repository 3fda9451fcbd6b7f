/** What a download job did and why it ended, in plain words. Says only what is certain; the list says how far a running one is. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from '../../../components/notice.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { formatMoment } from '../../../lib/format-date.ts';
import { collecting } from '../../../lib/workspace/needs.ts';
import { CheckButton } from '../check/check-button.tsx';
import { explainStop } from '../download/stop-reason.ts';
import type { CollectorRun } from './collector-run.ts';
import { summarizeProgress, wasInterrupted } from './job-progress.ts';
import { useRunState } from './use-collector-run.ts';
import { explainWaiting, staysUntilAnswered } from './waiting.ts';

interface RunReportProps {
  readonly run: CollectorRun;
  /** Why nothing started when Start was pressed; null: something did. */
  readonly reasonNotStarted: string | null;
  readonly canContinue: boolean;
  readonly onContinue: (remaining: readonly string[]) => void;
}

export function RunReport({ run, reasonNotStarted, canContinue, onContinue }: RunReportProps) {
  const phase = useRunState(run, (state) => state.phase);
  const progress = useRunState(run, (state) => state.progress);
  const waiting = useRunState(run, (state) => state.waiting);
  const isSomethingOff = useRunState(run, (state) => state.isSomethingOff);
  const isAnyStale = useRunState(run, ({ notes }) => [...notes.values()].some(({ code }) => code === 'stale_endpoint'));
  const remaining = progress?.remaining ?? [];
  const isIdle = phase === 'idle';
  const isInterrupted = isIdle && progress !== null && wasInterrupted(progress);

  return (
    <Box sx={{ display: 'grid', gap: 1.25, mt: progress === null && reasonNotStarted === null ? 0 : 2 }}>
      <Box role="status" sx={{ fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums', '&:empty': { display: 'none' } }}>
        {isInterrupted && 'The last download was interrupted. '}
        {isIdle && progress !== null && summarizeProgress(progress, true)}
        {phase === 'stopping' && 'Finishing requests in progress.'}
      </Box>
      <Box aria-live="polite" sx={{ '&:empty': { display: 'none' } }}>
        {waiting !== null && (
          <Notice severity="info">
            <Lines lines={explainWaiting(waiting, formatMoment)} />
            {phase === 'waiting' && staysUntilAnswered(waiting) && (
              <Button size="small" color="inherit" onClick={() => run.tryAgain()} sx={{ mt: 0.5, mx: -0.75 }}>
                Try again
              </Button>
            )}
          </Notice>
        )}
      </Box>
      {reasonNotStarted !== null && <Notice severity="info">{reasonNotStarted}</Notice>}
      {isIdle && progress?.stop != null && progress.stop.reason !== 'user' && (
        <Notice severity="warning">
          <Lines lines={explainStop(progress.stop, Date.now(), formatMoment)} />
        </Notice>
      )}
      {isIdle && progress !== null && (progress.stop?.reason === 'stale_catalogue' || isAnyStale) && <CheckButton />}
      {isSomethingOff && (
        <Notice severity="error">
          <p>Something is off</p>
          <p>The server refused some of LinkedIn’s answers. Their profiles stay in the list.</p>
          <Button size="small" color="inherit" onClick={() => run.dismissSomethingOff()} sx={{ mt: 0.5, mx: -0.75 }}>
            Dismiss
          </Button>
        </Notice>
      )}
      {isIdle && remaining.length > 0 && (
        <May needs={collecting}>
          <Button variant="outlined" disabled={!canContinue} onClick={() => onContinue(remaining)} sx={{ justifySelf: 'start' }}>
            Continue with {remaining.length} left
          </Button>
        </May>
      )}
    </Box>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line) => <p key={line}>{line}</p>);
}
