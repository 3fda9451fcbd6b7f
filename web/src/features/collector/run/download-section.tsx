/** "Download configuration": how many, how many at once, the start, and what came of it. */
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
import { INCOMPLETE_CODE } from '../download/run-download.ts';
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
  /** Why there are no entries yet; null: the list is there. */
  readonly missingList: string | null;
}

export function DownloadSection({ entries, selected, run, isDisabled, missingList }: DownloadSectionProps) {
  const [max, setMax] = useState(DEFAULT_MAX_DOWNLOADS);
  const [concurrency, setConcurrency] = useState(DEFAULT_CONCURRENCY);
  const [hasTried, setTried] = useState(false);
  const [notBegun, setNotBegun] = useState<'nothing_left' | 'no_list' | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const queryClient = useQueryClient();
  const phase = useRunState(run, (state) => state.phase);
  const isIdle = phase === 'idle';

  /** @param choose what to take of the list as the server has it by now: another tab may have done some of it */
  async function begin(choose: (latest: readonly CollectorEntry[]) => readonly CollectorEntry[], count: number): Promise<void> {
    setChoosing(true);
    const chosen = choose(await latestEntries(queryClient));
    setChoosing(false);
    setNotBegun(chosen.length === 0 ? 'nothing_left' : null);
    if (chosen.length > 0 && (await requireRiskAccepted())) await run.start(chosen, clampConcurrency(count));
  }

  function start(choose: (latest: readonly CollectorEntry[], max: number) => readonly CollectorEntry[]): void {
    setTried(true);
    const most = readCount(max);
    const atOnce = readCount(concurrency);
    if (most === null || atOnce === null) {
      logProblem('The job does not start: both fields of the download configuration must be numbers.', { max, concurrency });
      return;
    }
    if (isChoosing) return;
    if (missingList !== null) setNotBegun('no_list');
    else void begin((latest) => choose(latest, most), atOnce);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const notes = [...run.store.getState().notes.values()];
    const incomplete = new Set(notes.filter(({ code }) => code === INCOMPLETE_CODE).map(({ entryId }) => entryId));
    start((latest, most) => chooseEntries({ shown: entries, latest, selected, incomplete, max: most }));
  }

  function reasonNotBegun(): string | null {
    if (!isIdle || notBegun === null) return null;
    return notBegun === 'no_list' ? missingList : 'There is nothing left to download.';
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
          {isChoosing && <CircularProgress size={20} disableShrink aria-label="Looking at the list" />}
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
        reasonNotBegun={reasonNotBegun()}
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
