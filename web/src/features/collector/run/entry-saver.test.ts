import 'fake-indexeddb/auto';
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { expect, test, vi } from 'vitest';
import type { ApiResult } from '../download/download-api.ts';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { testEntry } from '../testing/download.fixture.ts';
import { createEntrySaver, createLaterSaving } from './entry-saver.ts';

type Save = (entries: readonly CollectorEntry[]) => Promise<ApiResult<readonly CollectorEntry[]>>;

function saverWith(account: string, saveEntries: Save) {
  const storage = openCollectorStorage(account);
  const logged: string[] = [];
  return { storage, logged, saver: createEntrySaver({ api: { saveEntries }, storage, log: (what) => void logged.push(what) }) };
}

test('entries that finish during a save are sent together with the next one', async () => {
  const saves: number[] = [];
  const { saver, storage } = saverWith('saver-1', async (entries) => {
    saves.push(entries.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { kind: 'ok', value: entries };
  });
  for (let number = 1; number <= 6; number += 1) await saver.add(testEntry(number));
  expect(await saver.flush()).toBe(true);
  expect(await storage.unsavedEntries.list()).toEqual([]);
  expect(saves.reduce((sum, size) => sum + size, 0)).toBe(6);
  expect(saves.length).toBeLessThan(6);
});

test('entries that the server did not accept are kept for the next page', async () => {
  const { saver } = saverWith('saver-2', async () => ({ kind: 'away' }));
  await saver.add(testEntry(1));
  expect(await saver.flush()).toBe(false);

  const saved: string[] = [];
  const next = saverWith('saver-2', async (entries) => {
    saved.push(...entries.map(({ id }) => id));
    return { kind: 'ok', value: entries };
  });
  expect(await next.saver.flush()).toBe(true);
  expect(saved).toEqual([testEntry(1).id]);
});

test('one refused entry does not affect the others', async () => {
  const saved: string[] = [];
  const { saver, storage, logged } = saverWith('saver-4', async (entries) => {
    if (entries.some(({ id }) => id === testEntry(2).id)) return { kind: 'refused', code: 'PROFILE.URL_INVALID' };
    saved.push(...entries.map(({ id }) => id));
    return { kind: 'ok', value: entries };
  });
  for (const number of [1, 2, 3]) await storage.unsavedEntries.put(testEntry(number).id, testEntry(number));
  expect(await saver.flush()).toBe(true);
  expect(saved).toEqual([testEntry(1).id, testEntry(3).id]);
  expect(logged.length).toBe(1);
  expect(await storage.unsavedEntries.list()).toEqual([]);
});

test('entries that the server refuses permanently are logged and not sent again', async () => {
  let calls = 0;
  const { saver, storage, logged } = saverWith('saver-3', async () => {
    calls += 1;
    return { kind: 'refused', code: 'PROFILE.URL_INVALID' };
  });
  await saver.add(testEntry(1));
  expect(await saver.flush()).toBe(true);
  expect(await saver.flush()).toBe(true);
  expect(calls).toBe(1);
  expect(logged.length).toBe(1);
  expect(await storage.unsavedEntries.list()).toEqual([]);
});

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
