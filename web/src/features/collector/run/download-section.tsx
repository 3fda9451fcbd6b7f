/** "Download configuration": how many, how many at once, the start, how long it takes, and the result. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { FormEvent } from 'react';
import { FormField } from '../../../components/form-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { useStoreInTurns } from '../../../lib/use-store-in-turns.ts';
import { collecting } from '../../../lib/workspace/needs.ts';
import { allowanceStore } from '../status/ask-extension.ts';
import type { CollectorRun } from './collector-run.ts';
import { estimateJob } from './estimate-job.ts';
import { summarizeProgress } from './job-progress.ts';
import { RunReport } from './run-report.tsx';
import { useRunState } from './use-collector-run.ts';
import type { Download } from './use-download.ts';

const NOT_A_NUMBER = 'Enter a whole number of at least 1.';

interface DownloadSectionProps {
  readonly entries: readonly CollectorEntry[];
  readonly run: CollectorRun;
  readonly isDisabled: boolean;
  readonly download: Download;
}

export function DownloadSection({ entries, run, isDisabled, download }: DownloadSectionProps) {
  const phase = useRunState(run, (state) => state.phase);
  const remaining = useRunState(run, ({ progress }) => progress?.remaining.length ?? 0);
  const isIdle = phase === 'idle';
  const { allowance } = useStoreInTurns(allowanceStore);
  const estimate = allowance === null ? null : estimateJob(isIdle ? download.nextCount : remaining, allowance.profiles);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    download.start();
  }

  return (
    <Paper id="download-config" component="section" variant="outlined" aria-labelledby="download-config-title" sx={{ p: 2 }}>
      <Typography id="download-config-title" variant="h2" sx={{ mb: 1.5 }}>
        Download
      </Typography>
      <Box
        component="form"
        noValidate
        onSubmit={onSubmit}
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <FormField
          label="Max Profiles To Download"
          name="max-downloads"
          value={download.max}
          onChange={download.setMax}
          error={download.isMaxWrong ? NOT_A_NUMBER : null}
          hint="Downloads the selected profiles, or else those not downloaded yet."
        />
        <FormField
          label="Concurrent Downloads"
          name="concurrent-downloads"
          value={download.concurrency}
          onChange={download.setConcurrency}
          error={download.isConcurrencyWrong ? NOT_A_NUMBER : null}
          hint="At most 3 run at once, with pauses of 3 to 9 seconds, to protect your LinkedIn account."
        />
        {estimate !== null && (
          <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {estimate}
          </Typography>
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 0.5 }}>
          <May needs={collecting}>
            <Button type="submit" variant="contained" disabled={isDisabled || !isIdle}>
              Start Job
            </Button>
          </May>
          {download.isChoosing && <CircularProgress size={20} disableShrink aria-label="Checking the list" />}
          {!isIdle && (
            <>
              {phase !== 'waiting' && <CircularProgress size={20} disableShrink aria-label="Downloading profiles" />}
              <Button color="inherit" variant="outlined" onClick={() => run.stop()}>
                Stop
              </Button>
            </>
          )}
        </Box>
      </Box>
      <JobElsewhere run={run} />
      <RunReport
        run={run}
        reasonNotStarted={download.reasonNotStarted}
        canContinue={!isDisabled && entries.length > 0 && !download.isChoosing}
        onContinue={download.continueWith}
      />
    </Paper>
  );
}

/** The job that another tab works on, and its Stop. */
function JobElsewhere({ run }: { readonly run: CollectorRun }) {
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
