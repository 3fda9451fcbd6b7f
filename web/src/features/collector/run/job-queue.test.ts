import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { type LinkedInAnswer, testEntry } from '../testing/download.fixture.ts';
import { openPage, type PageOptions } from '../testing/run.fixture.ts';

const spent = { code: 'allowance_spent', retryAfterSeconds: 3600 } as const;
type Page = ReturnType<typeof openPage>;
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
  const job = page.run.start([testEntry(1)], 1);
  await expect.poll(() => lookedUp(page)).toEqual(['member-1']);
  expect(await page.run.queue([testEntry(1), testEntry(2), testEntry(3)])).toBe(true);
  expect(page.state().progress).toMatchObject({ total: 3, downloaded: 0 });
  release();
  await job;
  expect(lookedUp(page)).toEqual(['member-1', 'member-2', 'member-3']);
  expect(page.state().progress).toMatchObject({ total: 3, downloaded: 3, remaining: [], stop: null });
});

test('an entry taken out of the queue is not requested; the one being downloaded stays', async () => {
  const { linkedIn, release } = slowFirst();
  const page = openPage({ linkedIn });
  const job = page.run.start([testEntry(1), testEntry(2)], 1);
  await expect.poll(() => lookedUp(page)).toEqual(['member-1']);
  await page.run.unqueue(testEntry(1).id);
  await page.run.unqueue(testEntry(2).id);
  release();
  await job;
  expect(lookedUp(page)).toEqual(['member-1']);
  expect(page.state().progress).toMatchObject({ total: 1, downloaded: 1, remaining: [] });
});

test('nothing can be queued without a running job', async () => {
  const page = openPage();
  expect(await page.run.queue([testEntry(1)])).toBe(false);
  expect(page.state().progress).toBeNull();
});

test('all tabs are told of a job until it has ended, also while it waits, and no longer once the person stops it', async () => {
  const noteOpenJob = vi.fn();
  const page = openPage({ linkedIn: () => spent, change: { noteOpenJob } });
  const job = page.run.start([testEntry(1)], 1);
  await expect.poll(() => page.state().phase).toBe('waiting');
  expect(noteOpenJob.mock.calls.every(([isOpen]) => isOpen === true)).toBe(true);
  page.run.stop();
  await job;
  expect(noteOpenJob).toHaveBeenLastCalledWith(false);
});

test('a queue that waits for its allowance survives a reload with what was added to it', async () => {
  const page = openPage({ linkedIn: () => spent });
  void page.run.start([testEntry(1)], 1);
  await expect.poll(() => page.state().phase).toBe('waiting');
  await page.run.queue([testEntry(2)]);
  const after = openPage({ account: page.account });
  await after.run.recover();
  expect(after.state().mayResume).toBe(true);
  await after.run.resume([testEntry(1), testEntry(2), testEntry(3)]);
  expect(lookedUp(after)).toEqual(['member-1', 'member-2']);
});

test('while another tab works on a job this one shows how far it is, can stop it, and takes over when that tab is gone', async () => {
  const account = 'job-elsewhere';
  const other = openPage({ account, linkedIn: () => spent });
  void other.run.start([testEntry(1), testEntry(2)], 1);
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
