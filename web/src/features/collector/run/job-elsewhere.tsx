/** The job that another tab works on, and its Stop. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from '../../../components/notice.tsx';
import type { CollectorRun } from './collector-run.ts';
import { summarizeProgress } from './job-progress.ts';
import { useRunState } from './use-collector-run.ts';

export function JobElsewhere({ run }: { readonly run: CollectorRun }) {
  const elsewhere = useRunState(run, (state) => state.elsewhere);
  return (
    <Box aria-live="polite" sx={{ mt: 2, '&:empty': { display: 'none' } }}>
      {elsewhere !== null && (
        <Notice severity="info">
          <p>Another tab of Leadloom is downloading: {summarizeProgress(elsewhere, false)}</p>
          <Button size="small" color="inherit" onClick={() => run.stop()} sx={{ mt: 0.5, mx: -0.75 }}>
            Stop
          </Button>
        </Notice>
      )}
    </Box>
  );
}
