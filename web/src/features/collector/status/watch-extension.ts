/** Whether the extension still answers: before work starts, and during it, because requests can wait minutes for their slot. */
import type { Clock } from '../download/clock.ts';

const HEARTBEAT_MS = 5_000;
/** One missed beat may be a computer that slept. */
const MISSES_ALLOWED = 1;

/** Before work starts, one missed answer ends nothing either: it may be a worker that was just started. */
export async function findExtension(isThere: () => Promise<boolean>): Promise<boolean> {
  return (await isThere()) || isThere();
}

export async function watchExtension(
  isThere: () => Promise<boolean>,
  clock: Pick<Clock, 'sleep'>,
  over: AbortSignal,
  onGone: () => void,
): Promise<void> {
  let misses = 0;
  while (misses <= MISSES_ALLOWED) {
    await clock.sleep(HEARTBEAT_MS, over);
    if (over.aborted) return;
    misses = (await isThere()) ? 0 : misses + 1;
  }
  if (!over.aborted) onGone();
}
