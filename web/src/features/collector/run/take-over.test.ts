import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { COMPLETE_RECORD_LIFETIME_MS, emptyRecord, RECORD_LIFETIME_MS } from '../download/raw-record.ts';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { testEntry } from '../testing/download.fixture.ts';
import { openPage } from '../testing/run.fixture.ts';
import { freshProgress } from './job-progress.ts';

/** The fixture's own clock. */
const NOW = 1_000_000;
const complete = { p1: '{}', p2: '{}', i: null };

async function keep(account: string, age: number, parts: object): Promise<void> {
  const { records } = openCollectorStorage(account);
  await records.put({ ...emptyRecord(testEntry(1).id, testEntry(1).url, NOW - age), ...parts });
}

const kept = (account: string) => openCollectorStorage(account).records.list();

test('complete answers that waited over a weekend are posted, and nothing is requested from LinkedIn', async () => {
  await keep('waited', 3 * RECORD_LIFETIME_MS, complete);
  const page = openPage({ account: 'waited' });
  await page.run.recover();
  expect(page.saved).toMatchObject([{ id: testEntry(1).id, status: 'ok' }]);
  expect(page.fixture.requests).toEqual([]);
  expect(await kept('waited')).toEqual([]);
});

test('answers and the job of one workspace wait for it, and are not taken over in another', async () => {
  const open: boolean[] = [];
  const change = { noteOpenJob: (isOpen: boolean) => void open.push(isOpen) };
  await keep('member/42', 0, complete);
  await openCollectorStorage('member/42').writeProgress(freshProgress([testEntry(1), testEntry(2)], 1));
  const personal = openPage({ account: 'member', change });
  await personal.run.recover();
  expect(personal.fixture.profilePosts).toEqual([]);
  expect(personal.saved).toEqual([]);
  expect(personal.state()).toMatchObject({ progress: null, mayResume: false, isTakenOver: true });
  // Other screens know that there is something to continue.
  expect(open).toEqual([true]);
  expect(await kept('member/42')).toHaveLength(1);
  const shared = openPage({ account: 'member/42' });
  await shared.run.recover();
  expect(shared.saved).toMatchObject([{ id: testEntry(1).id, status: 'ok' }]);
  expect(shared.state().mayResume).toBe(true);
  expect(await kept('member/42')).toEqual([]);
});

test('answers are kept if the server is unavailable again', async () => {
  await keep('away', 3 * RECORD_LIFETIME_MS, complete);
  const page = openPage({ account: 'away', parseProfile: async () => ({ kind: 'away' }) });
  await page.run.recover();
  expect((await kept('away')).length).toBe(1);
});

test.each([
  ['a part of the answers a day old', RECORD_LIFETIME_MS, { p1: '{}' }],
  ['complete answers as old as the server keeps any', COMPLETE_RECORD_LIFETIME_MS, complete],
])('%s are dropped without being posted', async (what, age, parts) => {
  await keep(what, age, parts);
  const page = openPage({ account: what });
  await page.run.recover();
  expect(page.fixture.profilePosts).toEqual([]);
  expect(await kept(what)).toEqual([]);
});
