/**
 * What a page does about a job that another page started: it takes over what an earlier one left behind, and while
 * another tab works on the job, it shows how far that tab is and takes over when the tab is closed.
 */
import type { Clock } from '../download/clock.ts';
import type { CollectorStorage, JobProgress } from '../storage/collector-storage.ts';
import type { runExclusively } from './run-exclusively.ts';

interface TakeOverDependencies {
  readonly storage: Pick<CollectorStorage, 'readProgress'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly runExclusively: typeof runExclusively;
  readonly isIdle: () => boolean;
  /** Runs while no other tab works on the job. */
  readonly takeOver: () => Promise<void>;
  /** Entries may have been finished by another tab. */
  readonly onTakenOver: () => Promise<void>;
  /** The job of another tab; null: no other tab has one. */
  readonly onElsewhere: (progress: JobProgress | null) => void;
  /** Resolves when another tab starts a job, or the signal is aborted. */
  readonly whenOpenedElsewhere: (signal: AbortSignal) => Promise<void>;
}

/** How often a tab checks again while another tab is downloading. */
const TAKE_OVER_MS = 5_000;

/** false: another tab works on the job. */
export async function takeOverNow({ runExclusively, takeOver, ...dependencies }: TakeOverDependencies): Promise<boolean> {
  const hasTaken = await runExclusively(takeOver, 'download');
  dependencies.onElsewhere(hasTaken ? null : await dependencies.storage.readProgress());
  return hasTaken;
}

/** Until the page is closed. @param isFree no other tab works on a job yet */
export async function watchOtherTabs(dependencies: TakeOverDependencies, closed: AbortSignal, isFree: boolean): Promise<void> {
  const { clock, isIdle, onTakenOver, onElsewhere, whenOpenedElsewhere } = dependencies;
  let mustWait = isFree;
  while (!closed.aborted) {
    if (mustWait) await whenOpenedElsewhere(closed);
    mustWait = false;
    await clock.sleep(TAKE_OVER_MS, closed);
    if (closed.aborted) return;
    // The job is this tab's own by now.
    if (!isIdle()) {
      onElsewhere(null);
      mustWait = true;
    } else if (await takeOverNow(dependencies)) {
      await onTakenOver();
      mustWait = true;
    }
  }
}
