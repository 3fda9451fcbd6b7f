import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Fakes the timers screens use; requests still take their real, short time. */
export function fakeTimers(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
}

export async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}
