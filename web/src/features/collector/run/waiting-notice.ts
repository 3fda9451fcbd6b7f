/** What the screen shows while a job waits or is about to, and the person's “Try again”. */
import type { StopNotice } from '../download/stop-reason.ts';
import { staysUntilAnswered, type Waiting, waitingAfter } from './waiting.ts';

export interface WaitingNotice {
  /** Shown immediately, before requests in flight have ended. */
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
