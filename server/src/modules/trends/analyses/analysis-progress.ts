/** Writes the progress of an analysis: only the latest status, not too often, and without delaying the analysis. */
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE = 400;

interface Progress {
  readonly report: (status: string) => void;
  /** Resolves once no write is running. A status that was not written by then is dropped. */
  settle(): Promise<void>;
}

/** @param write may fail; the next status replaces the lost one */
export function createProgress(write: (status: string) => Promise<void>): Progress {
  const settled = new AbortController();
  let latest: string | null = null;
  let writing: Promise<void> | null = null;

  async function writeLatest(): Promise<void> {
    while (latest !== null && !settled.signal.aborted) {
      const status = latest;
      latest = null;
      await write(status).catch(() => undefined);
      await sleep(PAUSE, undefined, { signal: settled.signal }).catch(() => undefined);
    }
    writing = null;
  }

  return {
    report: (status) => {
      latest = status;
      writing ??= writeLatest();
    },
    settle: async () => {
      settled.abort();
      await writing;
    },
  };
}
