/** What the screen is told while a job waits, or is about to; and the person's word to wait no longer. */
import type { StopNotice } from '../download/stop-reason.ts';
import { isSaidUntilAnswered, type Waiting, waitingAfter } from './waiting.ts';

export interface WaitingNotice {
  /** Said at once, before what is on its way has ended. */
  readonly announce: (reason: StopNotice, now: number) => void;
  readonly onWaiting: (waiting: Waiting | null) => void;
  /** LinkedIn answered something. */
  readonly onProgress: () => void;
  /** Resolves when the person wants no longer to wait, or the signal is aborted. */
  readonly whenHurried: (signal: AbortSignal) => Promise<void>;
  readonly hurry: () => void;
}

interface WaitingState {
  readonly phase: 'running' | 'waiting';
  readonly waiting: Waiting | null;
}

export function createWaitingNotice(
  current: () => Waiting | null,
  change: (state: Partial<WaitingState>) => void,
): WaitingNotice {
  let hurry = (): void => undefined;
  return {
    announce: (reason, now) => {
      const waiting = waitingAfter(reason, 1, now);
      if (waiting !== null && isSaidUntilAnswered(waiting)) change({ waiting });
    },
    onWaiting: (next) => {
      const waiting = current();
      const isStillSaid = waiting !== null && isSaidUntilAnswered(waiting);
      change(next === null ? { phase: 'running', waiting: isStillSaid ? waiting : null } : { phase: 'waiting', waiting: next });
    },
    onProgress: () => {
      if (current() !== null) change({ waiting: null });
    },
    whenHurried: (signal) =>
      new Promise((resolve) => {
        hurry = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    hurry: () => hurry(),
  };
}
