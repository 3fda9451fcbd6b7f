/** What a list run is doing, its result, and why it ended. */
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { Notice } from '../../../components/notice.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { CheckButton } from '../check/check-button.tsx';
import type { ListProgress } from './list-progress.ts';
import type { ListRunState } from './list-run.ts';
import { explainListStop } from './list-stop.ts';

interface ListReportProps {
  readonly state: ListRunState;
  /** The progress of a list that was cut off, which is shown until this page has read something itself; null: none. */
  readonly interrupted: ListProgress | null;
  /** Whether the person chose the number of pages, so that it is shown. */
  readonly hasLength: boolean;
  readonly endText: string | null;
}

export function ListReport({ state, interrupted, hasLength, endText }: ListReportProps) {
  const { phase, isWaiting, page, lastPage } = state;
  const isRunning = phase !== 'idle';
  const progress = state.progress ?? (isRunning ? null : interrupted);
  // A run that never started has counted nothing.
  const isCounted = progress !== null && progress.id !== '';
  const stop = isRunning ? null : (progress?.stop ?? null);
  const position = page === null ? null : `Page ${formatCount(page)}${hasLength && lastPage !== null ? ` of ${lastPage}` : ''}`;

  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1.25, '&:empty': { display: 'none' } }}>
      {(isRunning || isCounted) && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
          {isRunning && (
            <CircularProgress size={16} disableShrink thickness={5} aria-label="Reading from LinkedIn" sx={{ flex: 'none' }} />
          )}
          <span>
            {isRunning &&
              `${position ?? (isWaiting ? 'Waiting for other LinkedIn work to finish' : 'Starting')}${phase === 'stopping' ? ', the last one…' : '…'} `}
            {!isRunning && stop !== null && isCounted && `Stopped at page ${formatCount(progress.nextPage)}. `}
            {!isRunning &&
              stop === null &&
              state.end === null &&
              isCounted &&
              `Interrupted at page ${formatCount(progress.nextPage)}. `}
            {!isRunning && endText !== null && `${endText} `}
            {isCounted && summarize(progress)}
          </span>
        </Box>
      )}
      {stop !== null && stop.reason !== 'user' && (
        <Notice severity="warning">{explainListStop(stop, Date.now(), formatMoment)}</Notice>
      )}
      {stop?.reason === 'stale_catalogue' && <CheckButton />}
    </Box>
  );
}

/** The result of reading a list, in words. "3 new, 41 already here. 5 hidden members skipped." */
function summarize({ added, existing, hidden, unsaved }: ListProgress): string {
  const sentences = [`${formatCount(added)} new, ${formatCount(existing)} already here.`];
  if (hidden > 0) sentences.push(`${formatCount(hidden)} hidden ${hidden === 1 ? 'member' : 'members'} skipped.`);
  if (unsaved.length > 0) sentences.push(`${formatCount(unsaved.length)} not saved yet.`);
  return sentences.join(' ');
}
