/** What the tabs of one account tell each other about its download job. */
import { hasOpenJob, onOtherTabsNote } from '../../../lib/open-job-note.ts';

const STOP = 'stop';

export interface TabChannel {
  /** Reaches every other tab; the one with the job stops it. */
  readonly askToStop: () => void;
  readonly close: () => void;
}

export function openTabChannel(accountKey: string, onStop: () => void): TabChannel {
  const channel = new BroadcastChannel(`leadloom-collector-${accountKey}`);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === STOP) onStop();
  };
  return { askToStop: () => channel.postMessage(STOP), close: () => channel.close() };
}

/** Resolves when another tab has a job that is not finished, or the signal is aborted. */
export function whenOpenedElsewhere(accountKey: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unsubscribe();
      resolve();
    };
    const unsubscribe = onOtherTabsNote(accountKey, () => {
      if (hasOpenJob(accountKey)) end();
    });
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}
