/** Writes how far an analysis is, the latest word only and not too often, and never holds the analysis up. */
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE = 400;

interface Progress {
  readonly report: (status: string) => void;
  /** Resolves once nothing is being written; what was not written by then never is. */
  settle(): Promise<void>;
}

/** @param write may fail: the next word makes up for it */
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
