/** Entries the server did not accept are sent again from time to time while the page is open, so no reload is needed. */
import type { Clock } from '../download/clock.ts';
import type { EntrySaver } from './entry-saver.ts';

/** Short enough for a person, long enough for a server that is restarting. */
const PAUSE_MS = 30_000;

interface LaterDependencies {
  readonly saver: Pick<EntrySaver, 'flush'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly onSaved: () => Promise<void>;
}

export interface LaterSaving {
  /** Does nothing while it is already running. */
  readonly start: () => void;
  readonly stop: () => void;
}

export function createLaterSaving({ saver, clock, onSaved }: LaterDependencies): LaterSaving {
  const over = new AbortController();
  let isRetrying = false;

  async function saveLater(): Promise<void> {
    do {
      await clock.sleep(PAUSE_MS, over.signal);
      if (over.signal.aborted) return;
    } while (!(await saver.flush()));
    await onSaved();
  }

  return {
    start: () => {
      if (isRetrying) return;
      isRetrying = true;
      void saveLater().finally(() => {
        isRetrying = false;
      });
    },
    stop: () => over.abort(),
  };
}
