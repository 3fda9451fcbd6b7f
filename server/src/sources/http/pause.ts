/** Waiting before a network is asked again. */
import { setTimeout as wait } from 'node:timers/promises';
import { SourceError } from '../source-error.ts';

/** @throws whatever the signal is aborted with */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

export const sleepFor: Sleep = (milliseconds, signal) => wait(milliseconds, undefined, { signal });

/** @throws {SourceError} when the signal aborts the wait */
export async function pauseFor(milliseconds: number, sleep: Sleep, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, signal);
  } catch (cause) {
    throw new SourceError('failed', 'cancelled while waiting to send a request', { isOfNetwork: false, cause });
  }
}
