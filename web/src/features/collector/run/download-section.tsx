/** "Download configuration": how many, how many at once, the start, and what came of it. */
import type { CollectorRow } from '@leadloom/shared/contract/linkedin';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { FormField } from '../../../components/form-field.tsx';
import { logProblem } from '../../../lib/log.ts';
import { requireRiskAccepted } from '../risk/risk-notice.ts';
import { chooseRows, clampConcurrency, DEFAULT_CONCURRENCY, DEFAULT_MAX_DOWNLOADS, readCount } from '../rows/choose-rows.ts';
import type { CollectorRun } from './collector-run.ts';
import { RunReport } from './run-report.tsx';
import { useRunState } from './use-collector-run.ts';

const NOT_A_NUMBER = 'Enter a whole number of at least 1.';

interface DownloadSectionProps {
  readonly rows: readonly CollectorRow[];
  readonly selected: ReadonlySet<string>;
  readonly run: CollectorRun;
  readonly isDisabled: boolean;
}

export function DownloadSection({ rows, selected, run, isDisabled }: DownloadSectionProps) {
  const [max, setMax] = useState(DEFAULT_MAX_DOWNLOADS);
  const [concurrency, setConcurrency] = useState(DEFAULT_CONCURRENCY);
  const [hasTried, setTried] = useState(false);
  const [isNothingLeft, setNothingLeft] = useState(false);
  const phase = useRunState(run, (state) => state.phase);
  const isIdle = phase === 'idle';

  async function begin(chosen: readonly CollectorRow[], count: number): Promise<void> {
    if (chosen.length > 0 && (await requireRiskAccepted())) await run.start(chosen, clampConcurrency(count));
  }

  function start(pick: (count: number) => readonly CollectorRow[]): void {
    setTried(true);
    const counts = [readCount(max), readCount(concurrency)] as const;
    if (counts[0] === null || counts[1] === null) {
      logProblem('The job does not start: both fields of the download configuration must be numbers.', { max, concurrency });
      return;
    }
    const chosen = pick(counts[0]);
    setNothingLeft(chosen.length === 0);
    void begin(chosen, counts[1]);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    start((count) => chooseRows(rows, selected, count));
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
          value={max}
          onChange={setMax}
          error={hasTried && readCount(max) === null ? NOT_A_NUMBER : null}
          hint="Takes the selected profiles, or else the ones not downloaded yet."
        />
        <FormField
          label="Concurrent Downloads"
          name="concurrent-downloads"
          value={concurrency}
          onChange={setConcurrency}
          error={hasTried && readCount(concurrency) === null ? NOT_A_NUMBER : null}
          hint="At most 3 run at once, with pauses of 3 to 9 seconds, to protect your LinkedIn account."
        />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 0.5 }}>
          <Button type="submit" variant="contained" disabled={isDisabled || !isIdle}>
            Start Job
          </Button>
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
      <RunReport
        run={run}
        isNothingLeft={isNothingLeft && isIdle}
        canContinue={!isDisabled && rows.length > 0}
        onContinue={(remaining) => start(() => rows.filter((row) => remaining.includes(row.id)))}
      />
    </Paper>
  );
}
