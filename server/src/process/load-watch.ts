/**
 * How busy this process is, for long work that leaves room to short work. It is the share of the time since the
 * last look, at least `windowMilliseconds`, in which the process computed.
 */
import { performance } from 'node:perf_hooks';

export type LoadWatch = () => number;

/** @returns from 0 to 1; 0 until one window is over */
export function createLoadWatch(windowMilliseconds: number): LoadWatch {
  let since = performance.eventLoopUtilization();
  let startedAt = performance.now();
  let share = 0;
  return () => {
    const now = performance.now();
    if (now - startedAt < windowMilliseconds) return share;
    const current = performance.eventLoopUtilization();
    share = performance.eventLoopUtilization(current, since).utilization;
    since = current;
    startedAt = now;
    return share;
  };
}
