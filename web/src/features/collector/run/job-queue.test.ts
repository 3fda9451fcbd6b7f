import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { type LinkedInAnswer, testEntry } from '../testing/download.fixture.ts';
import { openPage, type PageOptions } from '../testing/run.fixture.ts';

const spent = { code: 'allowance_spent', retryAfterSeconds: 3600 } as const;
type Page = ReturnType<typeof openPage>;
/** Only the collector knows that LinkedIn shows no contact; so it saves the entry. */
const withoutContact: PageOptions['linkedIn'] = ({ part }) => (part === 'i' ? ({ code: 'forbidden' } as const) : '{}');
const lookedUp = (page: Page) =>
  page.fixture.requests.filter(({ part }) => part === 'p1').map(({ url }) => /member-\d+/.exec(url)?.[0]);

/** LinkedIn answers the first member only when it is released. */
function slowFirst() {
  let release = (): void => undefined;
  const gate = new Promise<LinkedInAnswer>((resolve) => {
    release = () => resolve('{}');
  });
  const linkedIn: PageOptions['linkedIn'] = ({ part, url }) => (part === 'p1' && url.includes('member-1&') ? gate : '{}');
  return { linkedIn, release };
}

test('entries queued while a job runs are downloaded by the same job, each once', async () => {
  const { linkedIn, release } = slowFirst();
  const page = openPage({ linkedIn });
  const job = page.run.download([testEntry(1)], 1);
  await expect.poll(() => lookedUp(page)).toEqual(['member-1']);
  const added = page.run.download([testEntry(1), testEntry(2), testEntry(3)], 1);
  await expect.poll(() => page.state().progress).toMatchObject({ total: 3, downloaded: 0 });
  release();
  await Promise.all([job, added]);
  expect(lookedUp(page)).toEqual(['member-1', 'member-2', 'member-3']);
  expect(page.state().progress).toMatchObject({ total: 3, downloaded: 3, remaining: [], stop: null });
});

test('entries requested while a job saves its last results are downloaded by a job of their own', async () => {
  const saving = Promise.withResolvers<void>();
  const page = openPage({
    linkedIn: withoutContact,
    saveEntries: async (saved) => {
      await saving.promise;
      return { kind: 'ok', value: saved };
    },
  });
  const job = page.run.download([testEntry(1)], 1);
  await expect.poll(() => page.state().progress?.remaining).toEqual([]);
  const requested = page.run.download([testEntry(2)], 1);
  saving.resolve();
  await Promise.all([job, requested]);
  await expect.poll(() => lookedUp(page)).toEqual(['member-1', 'member-2']);
  await expect.poll(() => page.state()).toMatchObject({ phase: 'idle', progress: { downloaded: 1, remaining: [], stop: null } });
});

test('entries requested while a stopped job finishes its request are downloaded by the next job', async () => {
  const { linkedIn, release } = slowFirst();
  const page = openPage({ linkedIn });
  const job = page.run.download([testEntry(1)], 1);
  await expect.poll(() => lookedUp(page)).toEqual(['member-1']);
  page.run.stop();
  await expect.poll(() => page.state().phase).toBe('stopping');
  const requested = page.run.download([testEntry(2)], 1);
  release();
  await Promise.all([job, requested]);
  await expect.poll(() => lookedUp(page)).toEqual(['member-1', 'member-2']);
});

test('entries requested after Stop was pressed during a wait are not left to the job that ends', async () => {
  let isSpent = true;
  const page = openPage({ linkedIn: () => (isSpent ? spent : '{}') });
  const job = page.run.download([testEntry(1)], 1);
  await expect.poll(() => page.state().phase).toBe('waiting');
  page.run.stop();
  isSpent = false;
  await Promise.all([job, page.run.download([testEntry(2)], 1)]);
  await expect.poll(() => page.state().progress).toMatchObject({ total: 1, downloaded: 1, stop: null });
  expect(lookedUp(page).at(-1)).toBe('member-2');
});

test('entries requested while a job waits for its lock are downloaded by that job, whatever job was shown before', async () => {
  const lock = Promise.withResolvers<void>();
  let isFirst = true;
  const page = openPage({
    change: {
      runExclusively: async (action, turn) => {
        if (!isFirst && turn === 'download') await lock.promise;
        await action();
        return true;
      },
    },
  });
  await page.run.download([testEntry(9)], 1);
  isFirst = false;
  const job = page.run.download([testEntry(1)], 1);
  const requested = page.run.download([testEntry(1), testEntry(2)], 1);
  lock.resolve();
  await Promise.all([job, requested]);
  expect(lookedUp(page)).toEqual(['member-9', 'member-1', 'member-2']);
  expect(page.state().progress).toMatchObject({ total: 2, downloaded: 2, remaining: [] });
});

test('two requests at once are one job, which downloads each entry once', async () => {
  const page = openPage();
  await Promise.all([page.run.download([testEntry(1), testEntry(2)], 1), page.run.download([testEntry(2), testEntry(3)], 1)]);
  await expect.poll(() => page.state().phase).toBe('idle');
  expect(lookedUp(page)).toEqual(['member-1', 'member-2', 'member-3']);
});

test('a job that is started while this page looks for an earlier one waits for that, and does not take it for another tab', async () => {
  const account = 'look-first';
  await openCollectorStorage(account).unsavedEntries.put(testEntry(5).id, testEntry(5));
  const saving = Promise.withResolvers<void>();
  let isHeld = false;
  const page = openPage({
    account,
    saveEntries: async (saved) => {
      await saving.promise;
      return { kind: 'ok', value: saved };
    },
    change: {
      runExclusively: async (action, turn) => {
        if (turn !== 'download') return action().then(() => true);
        if (isHeld) return false;
        isHeld = true;
        await action().finally(() => {
          isHeld = false;
        });
        return true;
      },
    },
  });
  const recovery = page.run.recover();
  const job = page.run.download([testEntry(1)], 1);
  saving.resolve();
  await Promise.all([recovery, job]);
  expect(lookedUp(page)).toEqual(['member-1']);
  expect(page.state()).toMatchObject({ phase: 'idle', mayResume: false, progress: { downloaded: 1, stop: null } });
  page.run.close();
});

test('an entry taken out of the queue is not requested; the one being downloaded stays', async () => {
  const { linkedIn, release } = slowFirst();
  const page = openPage({ linkedIn });
  const job = page.run.download([testEntry(1), testEntry(2)], 1);
  await expect.poll(() => lookedUp(page)).toEqual(['member-1']);
  await page.run.unqueue(testEntry(1).id);
  await page.run.unqueue(testEntry(2).id);
  release();
  await job;
  expect(lookedUp(page)).toEqual(['member-1']);
  expect(page.state().progress).toMatchObject({ total: 1, downloaded: 1, remaining: [] });
});

test('all tabs are told of a job until it has ended, also while it waits, and no longer once the person stops it', async () => {
  const noteOpenJob = vi.fn();
  const page = openPage({ linkedIn: () => spent, change: { noteOpenJob } });
  const job = page.run.download([testEntry(1)], 1);
  await expect.poll(() => page.state().phase).toBe('waiting');
  expect(noteOpenJob.mock.calls.every(([isOpen]) => isOpen === true)).toBe(true);
  page.run.stop();
  await job;
  expect(noteOpenJob).toHaveBeenLastCalledWith(false);
});

test('a queue that waits for its allowance survives a reload with what was added to it', async () => {
  const page = openPage({ linkedIn: () => spent });
  void page.run.download([testEntry(1)], 1);
  await expect.poll(() => page.state().phase).toBe('waiting');
  void page.run.download([testEntry(2)], 1);
  await expect.poll(() => page.state().progress?.total).toBe(2);
  const after = openPage({ account: page.account });
  await after.run.recover();
  expect(after.state().mayResume).toBe(true);
  await after.run.resume([testEntry(1), testEntry(2), testEntry(3)]);
  expect(lookedUp(after)).toEqual(['member-1', 'member-2']);
});

test('while another tab works on a job this one shows how far it is, can stop it, and takes over when that tab is gone', async () => {
  const account = 'job-elsewhere';
  const other = openPage({ account, linkedIn: () => spent });
  void other.run.download([testEntry(1), testEntry(2)], 1);
  await expect.poll(() => other.state().phase).toBe('waiting');
  const waits: (() => void)[] = [];
  let isOtherThere = true;
  const stopElsewhere = vi.fn();
  const page = openPage({
    account,
    change: {
      clock: { now: () => 1_000_000, sleep: () => new Promise((resolve) => waits.push(resolve)) },
      runExclusively: async (action) => {
        if (isOtherThere) return false;
        await action();
        return true;
      },
      stopElsewhere,
    },
  });
  await page.run.recover();
  expect(page.state()).toMatchObject({ elsewhere: { total: 2, downloaded: 0 }, progress: null, mayResume: false });
  page.run.stop();
  expect(stopElsewhere).toHaveBeenCalledTimes(1);

  await openCollectorStorage(account).writeProgress({ ...(other.state().progress ?? never()), downloaded: 1 });
  waits.shift()?.();
  await expect.poll(() => page.state().elsewhere?.downloaded).toBe(1);
  isOtherThere = false;
  waits.shift()?.();
  await expect.poll(() => page.state()).toMatchObject({ elsewhere: null, mayResume: true });
  page.run.close();
});

function never(): never {
  throw new Error('the other tab has no job');
}
