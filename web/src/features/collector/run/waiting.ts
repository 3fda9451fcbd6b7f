/**
 * What a job waits for by itself, and how long. A job waits only for causes that pass without the member: a pause, a check
 * or a sign-out by LinkedIn ends the job, and a person starts it again.
 */
import { type StopNotice, type StopReason, UNREACHED } from '../download/stop-reason.ts';

/** `busy`: an import, a search or a check is running. */
export type WaitReason = 'busy' | keyof typeof patience;

export interface Waiting {
  readonly reason: WaitReason;
  /** Epoch milliseconds of the next attempt. */
  readonly until: number;
}

/** How many rounds in a row may bring nothing before the job gives up. */
const patience = {
  allowance_spent: Number.POSITIVE_INFINITY,
  rate_limited: 10,
  offline: 60,
  server_away: 60,
  timeout: 8,
  internal: 8,
} as const satisfies Partial<Record<StopReason, number>>;

/** The pauses after the first fruitless round, the second, and so on; the last one repeats. */
const GROWING_PAUSES_MS = [2_000, 5_000, 10_000, 20_000, 30_000, 60_000] as const;
const LONGEST_PAUSE_MS = 60_000;
/** The extension says when to continue; otherwise the next attempt is this far away. */
const DEFAULT_PAUSE_MS = { allowance_spent: 15 * 60_000, rate_limited: 30_000 } as const;

/** @param fruitless rounds in a row, this one included, without an answer of LinkedIn */
export function waitingAfter(notice: StopNotice, fruitless: number, now: number): Waiting | null {
  const { reason, continueAt } = notice;
  if (!isPassing(reason) || fruitless > patience[reason]) return null;
  if (reason === 'allowance_spent' || reason === 'rate_limited')
    return { reason, until: Math.max(continueAt ?? now + DEFAULT_PAUSE_MS[reason], now + 1_000) };
  return { reason, until: now + (GROWING_PAUSES_MS[Math.max(0, fruitless - 1)] ?? LONGEST_PAUSE_MS) };
}

export function isPassing(reason: StopReason): reason is keyof typeof patience {
  return Object.hasOwn(patience, reason);
}

const explanations: Record<WaitReason, string> = {
  busy: 'Waiting for the running import, search or check to end.',
  allowance_spent: 'Today’s allowance is used up.',
  rate_limited: 'The extension is holding requests back to protect your LinkedIn account.',
  offline: UNREACHED,
  server_away: 'The Leadloom server is not answering. What was downloaded is kept in this browser.',
  timeout: 'LinkedIn did not answer in time, or its answer was cut off.',
  internal: 'The extension was interrupted.',
};

/** Whether it stays shown while the job retries, until an answer arrives. */
export function staysUntilAnswered({ reason }: Waiting): boolean {
  return reason !== 'busy' && reason !== 'allowance_spent' && reason !== 'rate_limited';
}

/** Explains in lines why a job waits. @param format turns epoch milliseconds into the reader's local time */
export function explainWaiting({ reason, until }: Waiting, format: (epoch: number) => string): readonly string[] {
  if (reason === 'busy') return [explanations.busy];
  if (reason !== 'allowance_spent') return [explanations[reason], 'The job retries automatically.'];
  return [`Waiting until ${format(until)}. ${explanations[reason]}`];
}

/** When a queue that waits for its allowance continues. @param format turns epoch milliseconds into the reader's local time */
export function explainQueue({ until }: Waiting, now: number, format: (epoch: number) => string): string {
  const isToday = new Date(until).toDateString() === new Date(now).toDateString();
  return `Goes on ${isToday ? `at ${format(until)}` : 'tomorrow'} while a tab of Leadloom is open`;
}

/** What the screen shows while a job waits or is about to, and the person's “Try again”. */
interface WaitingNotice {
  /** Shows the reason immediately, before requests in flight have ended. */
  readonly announce: (reason: StopNotice, now: number) => void;
  readonly onWaiting: (waiting: Waiting | null) => void;
  /** LinkedIn answered something. */
  readonly onProgress: () => void;
  /** Resolves when the person presses “Try again”, or the signal is aborted. */
  readonly whenRetryRequested: (signal: AbortSignal) => Promise<void>;
  readonly retryNow: () => void;
}

interface WaitingState {
  readonly phase: 'running' | 'waiting';
  readonly waiting: Waiting | null;
}

export function createWaitingNotice(
  current: () => Waiting | null,
  change: (state: Partial<WaitingState>) => void,
): WaitingNotice {
  let retryNow = (): void => undefined;
  return {
    announce: (reason, now) => {
      const waiting = waitingAfter(reason, 1, now);
      if (waiting !== null && staysUntilAnswered(waiting)) change({ waiting });
    },
    onWaiting: (next) => {
      const waiting = current();
      const stays = waiting !== null && staysUntilAnswered(waiting);
      change(next === null ? { phase: 'running', waiting: stays ? waiting : null } : { phase: 'waiting', waiting: next });
    },
    onProgress: () => {
      if (current() !== null) change({ waiting: null });
    },
    whenRetryRequested: (signal) =>
      new Promise((resolve) => {
        retryNow = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    retryNow: () => retryNow(),
  };
}
