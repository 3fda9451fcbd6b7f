import 'fake-indexeddb/auto';
import { set } from 'idb-keyval';
import { afterEach, expect, test, vi } from 'vitest';
import { createStrictStore } from '../../../lib/stored-answers/collector-database.ts';
import { emptyRecord, RECORD_LIFETIME_MS } from '../download/raw-record.ts';
import { freshProgress } from '../run/job-progress.ts';
import { testEntry } from '../testing/download.fixture.ts';
import { openCollectorStorage } from './collector-storage.ts';

afterEach(() => vi.unstubAllGlobals());

test('values stored by one page are found by the next', async () => {
  const record = { ...emptyRecord('entry-1', testEntry(1).url, 5), p1: '{}', p2: null };
  const before = openCollectorStorage('account-1');
  await before.records.put(record);
  await before.unsavedEntries.put(testEntry(1).id, testEntry(1));
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
  expect(await after.unsavedEntries.list()).toEqual([testEntry(1)]);
  expect(await after.readProgress()).toEqual(progress);
});

test('another account finds none of the stored values', async () => {
  const other = openCollectorStorage('account-2');
  expect(await other.records.list()).toEqual([]);
  expect(await other.unsavedEntries.list()).toEqual([]);
  expect(await other.readProgress()).toBeNull();
});

test('what was collected in one workspace is not found in another, and tabs of both know of the job', async () => {
  const [own, shared] = [openCollectorStorage('account-5'), openCollectorStorage('account-5/42')];
  const record = { ...emptyRecord('entry-1', testEntry(1).url, 5), p1: '{}' };
  await shared.records.put(record);
  await shared.unsavedEntries.put(testEntry(1).id, testEntry(1));
  const progress = { ...freshProgress([testEntry(1)], 2), downloaded: 0 };
  await shared.writeProgress(progress);
  expect(await own.records.list()).toEqual([]);
  expect(await own.unsavedEntries.list()).toEqual([]);
  expect(await own.readProgress()).toBeNull();
  expect(await own.readAnyProgress()).toMatchObject(progress);
  expect(await openCollectorStorage('account-5/42').records.list()).toEqual([record]);
  expect(await openCollectorStorage('account-5/42').readProgress()).toEqual(progress);
  // The list of entries is the account's: what is deleted from it is kept for no workspace.
  await own.forgetEntries(['entry-1', testEntry(1).id]);
  expect(await openCollectorStorage('account-5/42').records.list()).toEqual([]);
  expect(await openCollectorStorage('account-5/42').unsavedEntries.list()).toEqual([]);
});

test('deleting entries removes their stored values, and answers older than a day are removed too', async () => {
  const storage = openCollectorStorage('account-3');
  await storage.records.put(emptyRecord('old', testEntry(1).url, 0));
  await storage.records.put(emptyRecord('new', testEntry(2).url, RECORD_LIFETIME_MS));
  await storage.records.put(emptyRecord('deleted', testEntry(3).url, RECORD_LIFETIME_MS));
  await storage.forgetEntries(['deleted']);
  await storage.forgetStale(RECORD_LIFETIME_MS);
  expect((await openCollectorStorage('account-3').records.list()).map(({ entryId }) => entryId)).toEqual(['new']);
});

test('a browser without storage keeps the values in memory', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('refused');
    },
  });
  vi.resetModules();
  const { openCollectorStorage: openFresh } = await import('./collector-storage.ts');
  const storage = openFresh('account-4');
  await storage.records.put(emptyRecord('entry-1', testEntry(1).url, 1));
  expect((await storage.records.list()).map(({ entryId }) => entryId)).toEqual(['entry-1']);
  await storage.forgetEntries(['entry-1']);
  expect(await storage.records.list()).toEqual([]);
  expect(complaint).toHaveBeenCalled();
});

test('answers kept by an earlier version under another name are not lost', async () => {
  const store = createStrictStore('leadloom-collector', 'kept');
  const { entryId, ...answers } = emptyRecord(testEntry(1).id, testEntry(1).url, 1_000);
  await set(['earlier', 'record', entryId], { ...answers, rowId: entryId, p1: '{}' }, store);
  await set(['earlier', 'note', entryId], { rowId: entryId, code: 'forbidden' }, store);
  const storage = openCollectorStorage('earlier');
  expect(await storage.records.list()).toEqual([{ ...answers, entryId, p1: '{}' }]);
  expect(await storage.entryNotes.list()).toEqual([{ entryId, code: 'forbidden' }]);
});
