import 'fake-indexeddb/auto';
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { expect, test } from 'vitest';
import type { ApiResult } from '../download/download-api.ts';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { testRow } from '../testing/download.fixture.ts';
import { createRowSaver } from './row-saver.ts';

type Save = (rows: readonly CollectorEntry[]) => Promise<ApiResult<readonly CollectorEntry[]>>;

function saverWith(account: string, saveRows: Save) {
  const storage = openCollectorStorage(account);
  const logged: string[] = [];
  return { storage, logged, saver: createRowSaver({ api: { saveRows }, storage, log: (what) => void logged.push(what) }) };
}

test('rows that finish while a save is under way go together with the next one', async () => {
  const saves: number[] = [];
  const { saver, storage } = saverWith('saver-1', async (rows) => {
    saves.push(rows.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { kind: 'ok', value: rows };
  });
  for (let number = 1; number <= 6; number += 1) await saver.add(testRow(number));
  expect(await saver.flush()).toBe(true);
  expect(await storage.unsavedRows.list()).toEqual([]);
  expect(saves.reduce((sum, size) => sum + size, 0)).toBe(6);
  expect(saves.length).toBeLessThan(6);
});

test('rows the server did not take are still there for the next page', async () => {
  const { saver } = saverWith('saver-2', async () => ({ kind: 'away' }));
  await saver.add(testRow(1));
  expect(await saver.flush()).toBe(false);

  const saved: string[] = [];
  const next = saverWith('saver-2', async (rows) => {
    saved.push(...rows.map(({ id }) => id));
    return { kind: 'ok', value: rows };
  });
  expect(await next.saver.flush()).toBe(true);
  expect(saved).toEqual([testRow(1).id]);
});

test('one row the server refuses does not take the others with it', async () => {
  const saved: string[] = [];
  const { saver, storage, logged } = saverWith('saver-4', async (rows) => {
    if (rows.some(({ id }) => id === testRow(2).id)) return { kind: 'refused', code: 'PROFILE.URL_INVALID' };
    saved.push(...rows.map(({ id }) => id));
    return { kind: 'ok', value: rows };
  });
  for (const number of [1, 2, 3]) await storage.unsavedRows.put(testRow(number).id, testRow(number));
  expect(await saver.flush()).toBe(true);
  expect(saved).toEqual([testRow(1).id, testRow(3).id]);
  expect(logged.length).toBe(1);
  expect(await storage.unsavedRows.list()).toEqual([]);
});

test('rows the server refuses for good are logged and not sent for ever', async () => {
  let calls = 0;
  const { saver, storage, logged } = saverWith('saver-3', async () => {
    calls += 1;
    return { kind: 'refused', code: 'PROFILE.URL_INVALID' };
  });
  await saver.add(testRow(1));
  expect(await saver.flush()).toBe(true);
  expect(await saver.flush()).toBe(true);
  expect(calls).toBe(1);
  expect(logged.length).toBe(1);
  expect(await storage.unsavedRows.list()).toEqual([]);
});
