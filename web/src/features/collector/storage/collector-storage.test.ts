import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { emptyRecord, RECORD_LIFETIME_MS } from '../download/raw-record.ts';
import { testRow } from '../testing/download.fixture.ts';
import { openCollectorStorage } from './collector-storage.ts';

afterEach(() => vi.unstubAllGlobals());

test('what one page kept, the next one finds', async () => {
  const record = { ...emptyRecord('row-1', testRow(1).url, 5), p1: '{}', p2: null };
  const before = openCollectorStorage('account-1');
  await before.records.put(record);
  await before.unsavedRows.put(testRow(1).id, testRow(1));
  const progress = {
    total: 3,
    downloaded: 1,
    notFound: 0,
    failed: 0,
    remaining: ['b'],
    hasEnded: false,
    stop: null,
    concurrency: 2,
  };
  await before.writeProgress(progress);

  const after = openCollectorStorage('account-1');
  expect(await after.records.list()).toEqual([record]);
  expect(await after.unsavedRows.list()).toEqual([testRow(1)]);
  expect(await after.readProgress()).toEqual(progress);
});

test('another account finds nothing of it', async () => {
  const other = openCollectorStorage('account-2');
  expect(await other.records.list()).toEqual([]);
  expect(await other.unsavedRows.list()).toEqual([]);
  expect(await other.readProgress()).toBeNull();
});

test('deleted rows leave nothing behind, and answers older than a day go too', async () => {
  const storage = openCollectorStorage('account-3');
  await storage.records.put(emptyRecord('old', testRow(1).url, 0));
  await storage.records.put(emptyRecord('new', testRow(2).url, RECORD_LIFETIME_MS));
  await storage.records.put(emptyRecord('deleted', testRow(3).url, RECORD_LIFETIME_MS));
  await storage.forgetRows(['deleted']);
  await storage.forgetStale(RECORD_LIFETIME_MS);
  expect((await openCollectorStorage('account-3').records.list()).map(({ rowId }) => rowId)).toEqual(['new']);
});

test('a browser without storage costs nothing but memory', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('refused');
    },
  });
  vi.resetModules();
  const { openCollectorStorage: openFresh } = await import('./collector-storage.ts');
  const storage = openFresh('account-4');
  await storage.records.put(emptyRecord('row-1', testRow(1).url, 1));
  expect((await storage.records.list()).map(({ rowId }) => rowId)).toEqual(['row-1']);
  await storage.forgetRows(['row-1']);
  expect(await storage.records.list()).toEqual([]);
  expect(complaint).toHaveBeenCalled();
});
