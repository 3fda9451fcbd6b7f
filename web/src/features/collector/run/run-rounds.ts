/**
 * A job runs in rounds: each takes the pending entries and ends when they are settled or there is a reason to stop. If
 * the reason passes by itself, the job waits and starts another round. What a round fetched is kept, so the next one
 * fetches nothing twice.
 */
import type { Clock } from '../download/clock.ts';
import type { StopNotice } from '../download/stop-reason.ts';
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
