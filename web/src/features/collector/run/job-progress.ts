/** How far a job is, and whether it was interrupted. */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { formatCount } from '../../../lib/format-count.ts';
import type { EntryOutcome } from '../download/entry-outcome.ts';
import type { JobProgress } from '../storage/collector-storage.ts';
import { isPassing } from './waiting.ts';

export function freshProgress(entries: readonly CollectorEntry[], concurrency: number): JobProgress {
  const remaining = entries.map(({ id }) => id);
  return { total: entries.length, downloaded: 0, notFound: 0, failed: 0, remaining, hasEnded: false, stop: null, concurrency };
}

/** The same job resumed: entries no longer in the list are dropped. */
export function resumedProgress(progress: JobProgress, entries: readonly CollectorEntry[]): JobProgress {
  const gone = progress.remaining.length - entries.length;
  const remaining = entries.map(({ id }) => id);
  return { ...progress, total: progress.total - gone, remaining, hasEnded: false, stop: null };
}

/** The progress with more entries at the end of the job. */
export function queuedProgress(progress: JobProgress, entries: readonly CollectorEntry[]): JobProgress {
  const remaining = [...progress.remaining, ...entries.map(({ id }) => id)];
  return { ...progress, total: progress.total + entries.length, remaining };
}

/** The progress without an entry that has no outcome yet. */
export function unqueuedProgress(progress: JobProgress, entryId: string): JobProgress {
  const remaining = progress.remaining.filter((other) => other !== entryId);
  return { ...progress, total: progress.total - (progress.remaining.length - remaining.length), remaining };
}

const counters = { ok: 'downloaded', not_found: 'notFound', failed: 'failed' } as const;

export function countOutcome(progress: JobProgress, { kind, entry }: EntryOutcome): JobProgress {
  if (kind === 'returned' || !progress.remaining.includes(entry.id)) return progress;
  const counter = counters[kind];
  return {
    ...progress,
    [counter]: progress[counter] + 1,
    remaining: progress.remaining.filter((entryId) => entryId !== entry.id),
  };
}

/** Whether something else than its last entry, the person or LinkedIn ended the job: it resumes by itself as soon as it can. */
export function isCutOff({ remaining, hasEnded, stop }: JobProgress): boolean {
  if (remaining.length === 0) return false;
  if (stop === null) return !hasEnded;
  return stop.reason === 'extension_gone' || isPassing(stop.reason);
}

/** Whether it ended before its last entry. One that was cut off after it has nothing left to do. */
export function wasInterrupted({ remaining, hasEnded }: JobProgress): boolean {
  return !hasEnded && remaining.length > 0;
}

/** "3 of 10 downloaded…", and the other outcomes. */
export function summarizeProgress({ total, downloaded, notFound, failed }: JobProgress, hasEnded: boolean): string {
  const parts = [`${formatCount(downloaded)} of ${formatCount(total)} downloaded`];
  if (notFound > 0) parts.push(`${formatCount(notFound)} not found`);
  if (failed > 0) parts.push(`${formatCount(failed)} could not be read`);
  return `${parts.join(', ')}${hasEnded ? '.' : '…'}`;
}
