import { expect, test, vi } from 'vitest';
import { createLaterSaving } from './save-later.ts';

/** Pauses that end when the test says so, or when everything is over. */
function aClock() {
  const waiting: (() => void)[] = [];
  return {
    pauses: () => waiting.length,
    next: () => waiting.shift()?.(),
    sleep: (_: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => resolve());
      }),
  };
}

test('entries are sent again after every pause until the server accepts them, however often the retry is started', async () => {
  const clock = aClock();
  const flush = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  const onSaved = vi.fn().mockResolvedValue(undefined);
  const later = createLaterSaving({ saver: { flush }, clock, onSaved });
  later.start();
  later.start();
  expect(clock.pauses()).toBe(1);
  expect(flush).not.toHaveBeenCalled();
  clock.next();
  await vi.waitFor(() => expect(clock.pauses()).toBe(1));
  expect(onSaved).not.toHaveBeenCalled();
  clock.next();
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(flush).toHaveBeenCalledTimes(2);
  expect(clock.pauses()).toBe(0);
});

test('a stopped retry sends nothing, even if it is started again', async () => {
  const clock = aClock();
  const flush = vi.fn();
  const later = createLaterSaving({ saver: { flush }, clock, onSaved: vi.fn() });
  later.start();
  later.stop();
  later.start();
  await Promise.resolve();
  clock.next();
  await Promise.resolve();
  expect(flush).not.toHaveBeenCalled();
});
