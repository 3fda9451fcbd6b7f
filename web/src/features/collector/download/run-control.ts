/** The stop control of one job: the first reason to stop counts, later ones are ignored. */
import type { StopNotice } from './stop-reason.ts';

export interface RunControl {
  /** No new request may start once this is set. */
  readonly notice: () => StopNotice | null;
  /** Ends waits; requests in flight may still finish. */
  readonly stopSignal: AbortSignal;
  /** Aborts requests in flight: they will not be answered any more. */
  readonly abandonSignal: AbortSignal;
  readonly stop: (notice: StopNotice) => void;
  readonly abandon: (notice: StopNotice) => void;
}

export function createRunControl(): RunControl {
  let notice: StopNotice | null = null;
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const stop = (next: StopNotice): void => {
    notice ??= next;
    stopping.abort();
  };
  return {
    notice: () => notice,
    stopSignal: stopping.signal,
    abandonSignal: abandoning.signal,
    stop,
    abandon: (next) => {
      stop(next);
      abandoning.abort();
    },
  };
}
