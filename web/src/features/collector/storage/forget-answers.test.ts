import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { hasOpenJob, noteOpenJob } from '../../../lib/open-job-note.ts';
import { countUnsaved, forgetAnswers, forgetOthers } from '../../../lib/stored-answers/forget-answers.ts';
import { storedAnswersOwner } from '../../../lib/stored-answers/stored-note.ts';
import { emptyRecord } from '../download/raw-record.ts';
import { testEntry } from '../testing/download.fixture.ts';
import { openCollectorStorage } from './collector-storage.ts';

const recordOf = (id: string) => ({ ...emptyRecord(id, testEntry(1).url, Date.now()), p1: '{"name":"Maren"}' });
const company = { companyId: '7', triedAt: 1 };

it('all that an account keeps is deleted when it signs out, and nothing of another account', async () => {
  const [own, other] = [openCollectorStorage('own'), openCollectorStorage('other')];
  for (const storage of [own, other]) {
    await storage.records.put(recordOf('entry-1'));
    await storage.records.put(recordOf(testEntry(1).id));
    await storage.unsavedEntries.put(testEntry(1).id, testEntry(1));
    await storage.triedCompanies.put('7', company);
  }
  noteOpenJob('own', true);
  // One person counts once, whatever of them is kept.
  expect(await countUnsaved('own')).toBe(2);
  await forgetAnswers('own');
  expect(await countUnsaved('own')).toBe(0);
  expect(hasOpenJob('own')).toBe(false);
  expect(await own.records.list()).toEqual([]);
  expect(await own.triedCompanies.list()).toEqual([]);
  expect(await countUnsaved('other')).toBe(2);
  expect(await other.triedCompanies.list()).toEqual([company]);
});

it('work that was still under way keeps nothing after the sign-out, until the account signs in again', async () => {
  const before = openCollectorStorage('late');
  await forgetAnswers('late');
  await before.records.put(recordOf('entry-2'));
  expect(await countUnsaved('late')).toBe(0);
  const after = openCollectorStorage('late');
  expect(storedAnswersOwner()).toBe('late');
  await after.records.put(recordOf('entry-2'));
  expect(await countUnsaved('late')).toBe(1);
});

it('what was collected in a shared workspace goes with the account, too', async () => {
  const shared = openCollectorStorage('sharing/42');
  expect(storedAnswersOwner()).toBe('sharing');
  await shared.records.put(recordOf('entry-1'));
  expect(await countUnsaved('sharing')).toBe(1);
  await forgetOthers('sharing');
  expect(await countUnsaved('sharing')).toBe(1);
  await forgetAnswers('sharing');
  expect(await countUnsaved('sharing')).toBe(0);
  await shared.records.put(recordOf('entry-2'));
  expect(await countUnsaved('sharing')).toBe(0);
});

it('another account that signs in leaves only what is not saved yet', async () => {
  const ranOut = openCollectorStorage('ran-out');
  await ranOut.records.put(recordOf('entry-3'));
  await ranOut.triedCompanies.put('7', company);
  await forgetOthers('next');
  expect(storedAnswersOwner()).toBeNull();
  expect(await countUnsaved('ran-out')).toBe(1);
  expect(await ranOut.triedCompanies.list()).toEqual([]);
});
