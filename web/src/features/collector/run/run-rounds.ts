/**
 * A job runs in rounds: each takes the pending entries and ends when they are settled or there is a reason to stop. If
 * the reason passes by itself, the job waits and starts another round. What a round fetched is kept, so the next one
 * fetches nothing twice.
 */
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import type { Catalogue } from '@leadloom/shared/linkedin/catalogue';
import type { Clock } from '../download/clock.ts';
import { createRunControl, type RunControl } from '../download/run-control.ts';
import type { DownloadJob } from '../download/run-download.ts';
import type { StopNotice } from '../download/stop-reason.ts';
import { findExtension, watchExtension } from '../status/watch-extension.ts';
import { type Waiting, waitingAfter } from './waiting.ts';

export interface RoundResult {
  /** null: every entry of the round is settled. */
  readonly notice: StopNotice | null;
  /** LinkedIn or the server answered something. */
  readonly hasProgress: boolean;
}

export interface RoundsDependencies {
  readonly clock: Clock;
  /** null: other work holds the lock. */
  readonly runRound: () => Promise<RoundResult | null>;
  /** The person pressed Stop, or the page was left. */
  readonly stopped: AbortSignal;
  readonly onWaiting: (waiting: Waiting | null) => void;
  /** Resolves when the computer is online again, or the signal is aborted. */
  readonly whenOnline: (signal: AbortSignal) => Promise<void>;
  /** Resolves when the person presses “Try again”, or the signal is aborted. */
  readonly whenRetryRequested: (signal: AbortSignal) => Promise<void>;
  /** Epoch milliseconds from which one more profile may be read; null: now; undefined: the extension does not say. */
  readonly readContinuesAt: () => Promise<number | null | undefined>;
}

const TURN_PAUSE_MS = 2_000;
/** A computer that sleeps stops its timers: the clock and the allowance are checked this often. */
const LOOK_MS = 60_000;

/** Resolves to why the job ended; null after its last entry, or when the person stopped it. */
export async function runRounds(dependencies: RoundsDependencies): Promise<StopNotice | null> {
  const { clock, runRound, stopped, onWaiting } = dependencies;
  let fruitless = 0;
  while (!stopped.aborted) {
    const result = await runRound();
    if (result !== null && result.notice === null) return null;
    if (stopped.aborted) return null;
    if (result !== null) fruitless = result.hasProgress ? 1 : fruitless + 1;
    const waiting = waitingFor(result, fruitless, clock.now());
    if (waiting === null) return result?.notice ?? null;
    onWaiting(waiting);
    await wait(waiting, dependencies);
    onWaiting(null);
  }
  return null;
}

function waitingFor(result: RoundResult | null, fruitless: number, now: number): Waiting | null {
  if (result === null) return { reason: 'busy', until: now + TURN_PAUSE_MS };
  return result.notice === null ? null : waitingAfter(result.notice, fruitless, now);
}

async function wait(waiting: Waiting, dependencies: RoundsDependencies): Promise<void> {
  const { clock, stopped, onWaiting, whenOnline, whenRetryRequested, readContinuesAt } = dependencies;
  const over = new AbortController();
  const end = (): void => over.abort();
  stopped.addEventListener('abort', end);
  if (waiting.reason === 'offline' || waiting.reason === 'server_away') void whenOnline(over.signal).then(end);
  void whenRetryRequested(over.signal).then(end);
  let { until } = waiting;
  while (!over.signal.aborted && clock.now() < until) {
    await clock.sleep(Math.min(until - clock.now(), LOOK_MS), over.signal);
    if (waiting.reason !== 'allowance_spent' || over.signal.aborted) continue;
    // An operator may have raised the ceiling, or another tab used the freed allowance.
    const continuesAt = await readContinuesAt();
    if (continuesAt === null) break;
    if (continuesAt !== undefined && continuesAt !== until) {
      until = continuesAt;
      onWaiting({ ...waiting, until });
    }
  }
  stopped.removeEventListener('abort', end);
  over.abort();
}

/**
 * The stop control of one round, also triggered by the person's Stop.
 * @param stopped the person pressed Stop, or the page was left @param onStop called once, with the reason
 */
export function createBrake(stopped: AbortSignal, onStop: (reason: StopNotice) => void): RunControl {
  const control = createRunControl();
  const stop = (): void => control.stop({ reason: 'user', continueAt: null });
  stopped.addEventListener('abort', stop);
  if (stopped.aborted) stop();
  control.stopSignal.addEventListener('abort', () => {
    stopped.removeEventListener('abort', stop);
    const reason = control.notice();
    if (reason !== null) onStop(reason);
  });
  return control;
}

/**
 * One round of a job: the extension and the catalogue first, then the entries, with its own stop control. What downloads
 * them is loaded with the first round, because most visits of the screen start no job.
 */
interface RoundDependencies extends Omit<DownloadJob, 'entries' | 'catalogue' | 'control' | 'canReadSections'> {
  readonly loadCatalogue: () => Promise<Catalogue>;
  readonly isExtensionThere: () => Promise<boolean>;
  /** Whether the extension that answered last can read sections. */
  readonly canReadSections: () => boolean;
  /** A stop control that the person's Stop triggers as well. */
  readonly createControl: () => RunControl;
  /** Entries without an outcome yet. */
  readonly remainingEntries: () => readonly CollectorEntry[];
  /** LinkedIn answered something. */
  readonly onProgress: () => void;
  readonly log: (what: string, details?: unknown) => void;
}

export async function runRound(dependencies: RoundDependencies): Promise<RoundResult> {
  const { runDownload } = await import('../download/run-download.ts');
  const control = dependencies.createControl();
  let hasProgress = false;
  const entriesBefore = dependencies.remainingEntries();
  const catalogue = await loadCatalogue(dependencies, control);
  // The check hands over a changed catalogue before any request uses it.
  if (catalogue !== null && !(await findExtension(dependencies.isExtensionThere)))
    control.stop({ reason: 'extension_gone', continueAt: null });
  if (catalogue === null || control.notice() !== null) return { notice: control.notice(), hasProgress };

  async function download(entries: readonly CollectorEntry[], control: RunControl, catalogue: Catalogue): Promise<void> {
    const over = new AbortController();
    const onGone = (): void => control.abandon({ reason: 'extension_gone', continueAt: null });
    void watchExtension(dependencies.isExtensionThere, dependencies.clock, over.signal, onGone);
    const send: DownloadJob['send'] = async (...request) => {
      const result = await dependencies.send(...request);
      if (result.ok) {
        hasProgress = true;
        dependencies.onProgress();
      }
      return result;
    };
    await runDownload({
      ...dependencies,
      canReadSections: dependencies.canReadSections(),
      entries,
      control,
      catalogue,
      send,
    }).finally(() => over.abort());
  }

  await download(entriesBefore, control, catalogue);
  let notice = control.notice();
  if (notice?.reason === 'allowance_spent') {
    // Profiles already started cost nothing more, so they are finished before the wait.
    const started = await startedEntries(dependencies);
    const finishing = dependencies.createControl();
    if (started.length > 0) await download(started, finishing, catalogue);
    if (finishing.notice() !== null) notice = finishing.notice();
  }
  return { notice, hasProgress: hasProgress || dependencies.remainingEntries().length < entriesBefore.length };
}

async function loadCatalogue({ loadCatalogue, log }: RoundDependencies, control: RunControl): Promise<Catalogue | null> {
  try {
    return await loadCatalogue();
  } catch (cause) {
    log('The endpoint catalogue could not be loaded.', cause);
    control.stop({ reason: 'server_away', continueAt: null });
    return null;
  }
}

async function startedEntries({ records, remainingEntries }: RoundDependencies): Promise<readonly CollectorEntry[]> {
  const started = new Set((await records.list()).filter(({ p1 }) => typeof p1 === 'string').map(({ entryId }) => entryId));
  return remainingEntries().filter(({ id }) => started.has(id));
}
