/** The state of the analysis, and the button to cancel it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Notice } from '../../../components/notice.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { collecting } from '../../../lib/workspace/needs.ts';
import type { Analysis } from './use-analysis.ts';

const LinearProgress = lazyPart(async () => (await import('@mui/material/LinearProgress')).default);

export function AnalysisStatus({ analysis }: { readonly analysis: Analysis }) {
  const { message, failure, isRunning, isCancelling, checkAgain, cancel } = analysis;
  return (
    <Box aria-live="polite" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
      {failure !== null && <Notice severity="error">{failure}</Notice>}
      {message !== null && (
        <Notice severity={message.severity}>
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.5rem 1rem', justifyContent: 'space-between' }}
          >
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
              <div>{message.text}</div>
              {message.more != null && <Box sx={{ color: 'text.secondary' }}>{message.more}</Box>}
            </Box>
            {isRunning && (
              <May needs={collecting}>
                <Button size="small" color="inherit" variant="outlined" disabled={isCancelling} onClick={() => void cancel()}>
                  {isCancelling ? 'Cancelling…' : 'Cancel Analysis'}
                </Button>
              </May>
            )}
            {checkAgain !== null && (
              <Button size="small" color="inherit" variant="outlined" onClick={checkAgain}>
                Check again
              </Button>
            )}
          </Box>
          {isRunning && <LinearProgress aria-label="Analysis" sx={{ mt: 1, height: 2, borderRadius: 1 }} />}
        </Notice>
      )}
    </Box>
  );
}
