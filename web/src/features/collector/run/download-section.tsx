/** "Download configuration": how many, how many at once, the start, and the result. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormField } from '../../../components/form-field.tsx';
import { logProblem } from '../../../lib/log.ts';
import { latestEntries } from '../api/jobs-cache.ts';
import { INCOMPLETE_CODE } from '../download/entry-outcome.ts';
import {
  chooseEntries,
  clampConcurrency,
  DEFAULT_CONCURRENCY,
  DEFAULT_MAX_DOWNLOADS,
  readCount,
  stillToDo,
} from '../entries/choose-entries.ts';
import { requireRiskAccepted } from '../risk/risk-notice.ts';
import type { CollectorRun } from './collector-run.ts';
import { RunReport } from './run-report.tsx';
import { useRunState } from './use-collector-run.ts';

const NOT_A_NUMBER = 'Enter a whole number of at least 1.';

interface DownloadSectionProps {
  readonly entries: readonly CollectorEntry[];
  readonly selected: ReadonlySet<string>;
  readonly run: CollectorRun;
  readonly isDisabled: boolean;
  /** Why there are no entries yet; null: the list is loaded. */
  readonly missingList: string | null;
}

export function DownloadSection({ entries, selected, run, isDisabled, missingList }: DownloadSectionProps) {
  const [max, setMax] = useState(DEFAULT_MAX_DOWNLOADS);
  const [concurrency, setConcurrency] = useState(DEFAULT_CONCURRENCY);
  const [hasTried, setTried] = useState(false);
  const [notStarted, setNotStarted] = useState<'nothing_left' | 'no_list' | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const queryClient = useQueryClient();
  const phase = useRunState(run, (state) => state.phase);
  const isIdle = phase === 'idle';

  /** @param choose picks entries from the server's current list: another tab may have finished some */
  async function startJob(
    choose: (latest: readonly CollectorEntry[]) => readonly CollectorEntry[],
    count: number,
  ): Promise<void> {
    setChoosing(true);
    const chosen = choose(await latestEntries(queryClient));
    setChoosing(false);
    setNotStarted(chosen.length === 0 ? 'nothing_left' : null);
    if (chosen.length > 0 && (await requireRiskAccepted())) await run.start(chosen, clampConcurrency(count));
  }

  function start(choose: (latest: readonly CollectorEntry[], max: number) => readonly CollectorEntry[]): void {
    setTried(true);
    const maxCount = readCount(max);
    const atOnce = readCount(concurrency);
    if (maxCount === null || atOnce === null) {
      logProblem('The job does not start: both fields of the download configuration must be numbers.', { max, concurrency });
      return;
    }
    if (isChoosing) return;
    if (missingList !== null) setNotStarted('no_list');
    else void startJob((latest) => choose(latest, maxCount), atOnce);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const notes = [...run.store.getState().notes.values()];
    const incomplete = new Set(notes.filter(({ code }) => code === INCOMPLETE_CODE).map(({ entryId }) => entryId));
    start((latest, maxCount) => chooseEntries({ shown: entries, latest, selected, incomplete, max: maxCount }));
  }

  function reasonNotStarted(): string | null {
    if (!isIdle || notStarted === null) return null;
    return notStarted === 'no_list' ? missingList : 'There is nothing left to download.';
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
          hint="Downloads the selected profiles, or else those not downloaded yet."
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
          {isChoosing && <CircularProgress size={20} disableShrink aria-label="Checking the list" />}
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
        reasonNotStarted={reasonNotStarted()}
        canContinue={!isDisabled && entries.length > 0}
        onContinue={(remaining) =>
          start((latest) =>
            stillToDo(
              entries.filter((entry) => remaining.includes(entry.id)),
              latest,
            ),
          )
        }
      />
    </Paper>
  );
}
