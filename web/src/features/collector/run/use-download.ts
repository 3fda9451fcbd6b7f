/** Starts and extends the download job from the screen: which entries it takes, how many at once, and why it did not start. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
import { useRunState } from './use-collector-run.ts';

interface DownloadOptions {
  readonly entries: readonly CollectorEntry[];
  readonly selected: ReadonlySet<string>;
  readonly run: CollectorRun;
  /** Why there are no entries yet; null: the list is loaded. */
  readonly missingList: string | null;
}

/** Picks entries from the server's current list: another tab may have finished some. */
type Choose = (latest: readonly CollectorEntry[]) => readonly CollectorEntry[];

export type Download = ReturnType<typeof useDownload>;

export function useDownload({ entries, selected, run, missingList }: DownloadOptions) {
  const [max, setMax] = useState(DEFAULT_MAX_DOWNLOADS);
  const [concurrency, setConcurrency] = useState(DEFAULT_CONCURRENCY);
  const [hasTried, setTried] = useState(false);
  const [notStarted, setNotStarted] = useState<'nothing_left' | 'no_list' | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const queryClient = useQueryClient();
  const isIdle = useRunState(run, ({ phase }) => phase === 'idle');
  const maxCount = readCount(max);
  const atOnce = readCount(concurrency);

  function incompleteIds(): ReadonlySet<string> {
    const notes = [...run.store.getState().notes.values()];
    return new Set(notes.filter(({ code }) => code === INCOMPLETE_CODE).map(({ entryId }) => entryId));
  }

  async function download(choose: Choose, count: number): Promise<void> {
    setChoosing(true);
    const chosen = choose(await latestEntries(queryClient));
    setChoosing(false);
    setNotStarted(chosen.length === 0 ? 'nothing_left' : null);
    if (chosen.length > 0 && (await requireRiskAccepted())) await run.download(chosen, clampConcurrency(count));
  }

  function request(choose: (latest: readonly CollectorEntry[], max: number) => readonly CollectorEntry[]): void {
    setTried(true);
    if (maxCount === null || atOnce === null) {
      logProblem('The job does not start: both fields of the download configuration must be numbers.', { max, concurrency });
      return;
    }
    if (missingList !== null) setNotStarted('no_list');
    else void download((latest) => choose(latest, maxCount), atOnce);
  }

  return {
    max,
    setMax,
    concurrency,
    setConcurrency,
    isMaxWrong: hasTried && maxCount === null,
    isConcurrencyWrong: hasTried && atOnce === null,
    isChoosing,
    /** How many profiles a start takes now. */
    nextCount: maxCount === null ? 0 : chooseEntries({ ...options(), latest: entries, max: maxCount }).length,
    reasonNotStarted: !isIdle || notStarted === null ? null : notStarted === 'no_list' ? missingList : NOTHING_LEFT,
    /** A second press while the list is read is the same start. */
    start(): void {
      if (!isChoosing) request((latest, max) => chooseEntries({ ...options(), latest, max }));
    },
    /** All selected entries, however many; a running job takes them at its end. */
    downloadSelected: (): void => request((latest) => chooseEntries({ ...options(), latest, max: entries.length })),
    /** What an earlier job left. */
    continueWith(remaining: readonly string[]): void {
      const left = entries.filter(({ id }) => remaining.includes(id));
      if (!isChoosing) request((latest) => stillToDo(left, latest));
    },
  };

  function options() {
    return { shown: entries, selected, incomplete: incompleteIds() };
  }
}

const NOTHING_LEFT = 'There is nothing left to download.';
