/**
 * Returns memory to the system while the server is idle. V8 keeps the memory that a start or a burst of requests needed, and
 * returns it only when the system is short of memory. A full collection returns it; that takes some hundred milliseconds, so
 * it runs only when nothing else does.
 */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const INTERVAL_MILLISECONDS = 5_000;
/** The share of an interval in which anything ran. */
const AT_REST = 0.02;
/** A collection is not worth its time for less. */
const WORTH_BYTES = 32 * 1024 * 1024;

export interface MemoryParts {
  /** How busy the process was since the last call, from 0 to 1. */
  readonly utilization: () => number;
  /** Bytes the process has in memory. */
  readonly resident: () => number;
  readonly collect: () => void;
}

/** Checks every five seconds, without keeping the process alive. @returns a function that stops it */
export function startTrimming(parts: MemoryParts = ownMemory()): () => void {
  const trim = createTrimmer(parts);
  const timer = setInterval(trim, INTERVAL_MILLISECONDS);
  timer.unref();
  return () => clearInterval(timer);
}

/** @returns one check: collects when idle, if much was added since the last time */
export function createTrimmer({ utilization, resident, collect }: MemoryParts): () => void {
  let atRest = 0;
  return () => {
    if (utilization() > AT_REST || resident() < atRest + WORTH_BYTES) return;
    collect();
    atRest = resident();
  };
}

/** The memory of this process. */
export function ownMemory(): MemoryParts {
  let since = performance.eventLoopUtilization();
  return {
    // The utilization since the last check.
    utilization: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, since);
      since = now;
      return utilization;
    },
    resident: () => process.memoryUsage.rss(),
    collect: () => {
      // Node exposes the collector only by a flag, which applies to contexts created after it.
      setFlagsFromString('--expose-gc');
      const gc: unknown = runInNewContext('gc');
      setFlagsFromString('--no-expose-gc');
      if (typeof gc === 'function') gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    },
  };
}
