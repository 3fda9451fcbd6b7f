import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeLease } from './tab-lease.ts';

const NAME = 'a-turn';
const LONG = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** As another tab leaves it. */
function leaveNote(silentFor: number, holder = 'another-tab'): void {
  localStorage.setItem(NAME, JSON.stringify({ holder, at: Date.now() - silentFor }));
}

/** Answers once the pauses in between are over. */
async function take() {
  const taking = takeLease(NAME);
  await vi.advanceTimersByTimeAsync(5_000);
  return taking;
}

test('a turn is had by one tab until it gives it back, however long it works', async () => {
  const release = await take();
  await vi.advanceTimersByTimeAsync(LONG);
  expect(await take()).toBeNull();
  release?.();
  const next = await take();
  expect(next).not.toBeNull();
  next?.();
  expect(localStorage.getItem(NAME)).toBeNull();
});

test('of two tabs that take it in the same moment, one has it', async () => {
  const both = Promise.all([takeLease(NAME), takeLease(NAME)]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await both).map((release) => release !== null)).toEqual([false, true]);
});

test('a tab that was heard of just now has it; one that is silent and does not answer is gone', async () => {
  leaveNote(1_000);
  expect(await takeLease(NAME)).toBeNull();
  leaveNote(LONG);
  expect(await take()).not.toBeNull();
});

test('a tab whose timers were held back answers when it is asked, and keeps its turn', async () => {
  const taking = takeLease(NAME);
  await vi.advanceTimersByTimeAsync(200);
  const release = await taking;
  vi.setSystemTime(Date.now() + LONG);
  const asking = takeLease(NAME);
  // Browsers tell every tab but the one that wrote.
  const key = `${NAME}-question`;
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }));
  // Not as far as the next beat.
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await asking).toBeNull();
  release?.();
});

test('a page that is left gives it back, and has it again when it comes back as it was', async () => {
  const release = await take();
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem(NAME)).toBeNull();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(await takeLease(NAME)).toBeNull();
  release?.();
});

test('a tab that was taken for gone does not take the turn back', async () => {
  const release = await take();
  leaveNote(0, 'its-successor');
  await vi.advanceTimersByTimeAsync(5_000);
  window.dispatchEvent(new StorageEvent('storage', { key: `${NAME}-question`, newValue: 'somebody' }));
  release?.();
  expect(localStorage.getItem(NAME)).toContain('its-successor');
});

test.each(['', 'null', '{', '{"holder":1}'])('a note that reads %j is nobody’s', async (note) => {
  localStorage.setItem(NAME, note);
  (await take())?.();
  expect(localStorage.getItem(NAME)).toBeNull();
});

test('a browser that refuses storage lets the work go on', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused');
    },
  });
  const release = await takeLease(NAME);
  vi.unstubAllGlobals();
  expect(release).not.toBeNull();
  expect(complaint).toHaveBeenCalled();
});
