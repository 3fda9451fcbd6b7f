import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeLease } from './tab-lease.ts';

const NAME = 'a-turn';
const LONG = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Leaves the note of another tab. */
function leaveNote(silentFor: number, holder = 'another-tab'): void {
  localStorage.setItem(NAME, JSON.stringify({ holder, at: Date.now() - silentFor }));
}

/** Answers once the pauses in between are over. */
async function take() {
  const taking = takeLease(NAME);
  await vi.advanceTimersByTimeAsync(5_000);
  return taking;
}

test('a tab keeps its lease until it releases it, however long it works', async () => {
  const release = await take();
  await vi.advanceTimersByTimeAsync(LONG);
  expect(await take()).toBeNull();
  release?.();
  const next = await take();
  expect(next).not.toBeNull();
  next?.();
  expect(localStorage.getItem(NAME)).toBeNull();
});

test('of two tabs that claim the lease at the same time, one gets it', async () => {
  const both = Promise.all([takeLease(NAME), takeLease(NAME)]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await both).map((release) => release !== null)).toEqual([false, true]);
});

test('a tab that was active recently keeps the lease, and one that is silent and does not respond loses it', async () => {
  leaveNote(1_000);
  expect(await takeLease(NAME)).toBeNull();
  leaveNote(LONG);
  expect(await take()).not.toBeNull();
});

test('a tab with delayed timers responds when asked, and keeps its lease', async () => {
  const taking = takeLease(NAME);
  await vi.advanceTimersByTimeAsync(200);
  const release = await taking;
  vi.setSystemTime(Date.now() + LONG);
  const asking = takeLease(NAME);
  // Browsers tell every tab but the one that wrote.
  const key = `${NAME}-question`;
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }));
  // The next beat has not come yet.
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await asking).toBeNull();
  release?.();
});

test('leaving a page releases the lease, and returning to it restores it', async () => {
  const release = await take();
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem(NAME)).toBeNull();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(await takeLease(NAME)).toBeNull();
  release?.();
});

test('a tab that was considered gone does not take the lease back', async () => {
  const release = await take();
  leaveNote(0, 'its-successor');
  await vi.advanceTimersByTimeAsync(5_000);
  window.dispatchEvent(new StorageEvent('storage', { key: `${NAME}-question`, newValue: 'somebody' }));
  release?.();
  expect(localStorage.getItem(NAME)).toContain('its-successor');
});

test.each(['', 'null', '{', '{"holder":1}'])('a stored lease of %j belongs to nobody', async (note) => {
  localStorage.setItem(NAME, note);
  (await take())?.();
  expect(localStorage.getItem(NAME)).toBeNull();
});

test('work continues in a browser without storage', async () => {
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
