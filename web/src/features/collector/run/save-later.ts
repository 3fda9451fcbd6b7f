/** Entries the server did not take are sent again by and by, for as long as the page lives: whoever leaves it open need not reload it. */
import type { Clock } from '../download/clock.ts';
import type { EntrySaver } from './entry-saver.ts';

/** Often enough for a person, seldom enough for a server that is coming back. */
const PAUSE_MS = 30_000;

interface LaterDependencies {
  readonly saver: Pick<EntrySaver, 'flush'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly onSaved: () => Promise<void>;
}

export interface LaterSaving {
  /** Does nothing while it is at it already. */
  readonly begin: () => void;
  readonly end: () => void;
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
    begin: () => {
      if (isRetrying) return;
      isRetrying = true;
      void saveLater().finally(() => {
        isRetrying = false;
      });
    },
    end: () => over.abort(),
  };
}
