import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { ALL_RETRIES_MS } from './faults.ts';

/** Fakes the timers screens use; requests still take their real, short time. */
export function fakeTimers(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

export async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

const STEPS = 8;
/** Of the event loop, from a request to what the screen makes of its answer. */
const TURNS_OF_A_REQUEST = 10;
/** Not faked later. */
const realTimeout = globalThis.setTimeout;

/** Passes the time in which a screen asks again by itself, with a pause for each of its requests. */
export async function passRetries(): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    await pass(ALL_RETRIES_MS / STEPS);
    await act(async () => {
      for (let turn = 0; turn < TURNS_OF_A_REQUEST; turn += 1) await new Promise((resolve) => realTimeout(resolve));
    });
  }
}
