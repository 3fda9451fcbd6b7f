/** Waiting for a moment of the process clock. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves at the moment, and never before it unless the signal is aborted. Node drops the fraction of a timer's
 * milliseconds and may fire up to one millisecond early, so a plain timer returns too early nearly every time.
 * @param moment as `performance.now()` counts
 */
export async function sleepUntil(moment: number, signal?: AbortSignal): Promise<void> {
  const left = moment - performance.now();
  if (left > 0) await sleep(Math.ceil(left) + 1, undefined, { signal }).catch(() => undefined);
}
