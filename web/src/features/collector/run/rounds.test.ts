import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type LinkedInAnswer, parsedProfile, testEntry } from '../testing/download.fixture.ts';
import { openPage, type PageOptions } from '../testing/run.fixture.ts';

const entries = (count: number) => Array.from({ length: count }, (_, index) => testEntry(index + 1));
const spent = { code: 'allowance_spent', retryAfterSeconds: 3600 } as const;
type Page = ReturnType<typeof openPage>;
const repeated = (page: Page) => page.fixture.requests.length - new Set(page.fixture.requests.map(({ url }) => url)).size;

/** Time moves only by what is slept, and only when the test lets it. */
function openTimedPage(options: PageOptions = {}) {
  const start = 1_000_000;
  let now = start;
  let isFrozen = true;
  const sleepers: (() => void)[] = [];
  const sleep = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
      if (isFrozen) sleepers.push(resolve);
      else setTimeout(resolve);
    });
    if (!signal.aborted) now += milliseconds;
  };
  const page = openPage({ ...options, change: { clock: { now: () => now, sleep }, ...options.change } });
  return {
    ...page,
    passed: () => now - start,
    thaw: () => {
      isFrozen = false;
      for (const resolve of sleepers.splice(0)) resolve();
    },
  };
}

test('when the allowance is used up, started members are finished, the time is shown, and the job continues by itself', async () => {
  let isSpent = true;
  let lookups = 0;
  const page = openTimedPage({
    linkedIn: ({ part }) => {
      if (part !== 'p1') return '{}';
      lookups += 1;
      return isSpent && lookups > 2 ? spent : '{}';
    },
  });
  const job = page.run.download(entries(4), 2);
  await expect.poll(() => page.state().phase).toBe('waiting');
  expect(page.state().waiting).toEqual({ reason: 'allowance_spent', until: 1_000_000 + 3_600_000 });
  expect(page.state().progress).toMatchObject({ downloaded: 2, stop: null, hasEnded: false });
  isSpent = false;
  page.thaw();
  await job;
  expect(page.passed()).toBeGreaterThanOrEqual(3_600_000);
  expect(page.state()).toMatchObject({ phase: 'idle', waiting: null, progress: { downloaded: 4, total: 4, stop: null } });
});

test('a raised limit ends the waiting', async () => {
  let isSpent = true;
  const page = openTimedPage({
    linkedIn: () => (isSpent ? spent : '{}'),
    change: {
      readContinuesAt: async () => {
        isSpent = false;
        return null;
      },
    },
  });
  const job = page.run.download(entries(2), 1);
  await expect.poll(() => page.state().phase).toBe('waiting');
  page.thaw();
  await job;
  expect(page.passed()).toBeLessThan(3_600_000);
  expect(page.state().progress?.downloaded).toBe(2);
});

test('a waiting job can be stopped, and does not continue after a reload', async () => {
  const page = openTimedPage({ linkedIn: () => spent });
  const job = page.run.download(entries(2), 1);
  await expect.poll(() => page.state().phase).toBe('waiting');
  page.run.stop();
  await job;
  expect(page.state()).toMatchObject({ phase: 'idle', progress: { stop: { reason: 'user' } } });
  const after = openPage({ account: page.account });
  await after.run.recover();
  expect(after.state().mayResume).toBe(false);
});

test('a short time offline is waited for with growing pauses, and nothing answered is requested again', async () => {
  let offline = 3;
  const page = openTimedPage({
    linkedIn: ({ part }) => {
      if (part !== 'i' || offline === 0) return '{}';
      offline -= 1;
      return { code: 'offline' };
    },
  });
  page.thaw();
  await page.run.download(entries(3), 1);
  expect(page.state().progress).toMatchObject({ downloaded: 3, stop: null });
  expect(repeated(page)).toBe(3);
  expect(page.passed()).toBeGreaterThanOrEqual(2_000 + 2_000 + 5_000);
});

test('going online ends the pause at once', async () => {
  let isOffline = true;
  let comeOnline = (): void => undefined;
  const page = openTimedPage({
    linkedIn: () => (isOffline ? { code: 'offline' } : '{}'),
    change: {
      whenOnline: () =>
        new Promise((resolve) => {
          comeOnline = resolve;
        }),
    },
  });
  const job = page.run.download(entries(2), 1);
  await expect.poll(() => page.state().waiting?.reason).toBe('offline');
  isOffline = false;
  comeOnline();
  await job;
  expect(page.state().progress?.downloaded).toBe(2);
  expect(page.passed()).toBe(0);
});

test('an unreachable LinkedIn is reported as soon as it is known, while other profiles are still being stored', async () => {
  const storing = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  const page = openTimedPage({
    linkedIn: async ({ url }) => {
      if (!url.includes('member-2&')) return '{}';
      await storing.promise;
      return { code: 'offline' };
    },
    parseProfile: async ({ url }) => {
      storing.resolve();
      await stored.promise;
      return { kind: 'ok', value: parsedProfile(url) };
    },
  });
  const job = page.run.download(entries(2), 2);
  await expect.poll(() => page.state().waiting?.reason).toBe('offline');
  expect(page.state().phase).toBe('running');
  stored.resolve();
  await expect.poll(() => page.state().phase).toBe('waiting');
  page.run.stop();
  await job;
  expect(page.state().waiting).toBeNull();
});

test('the message stays while the job retries, until a request succeeds', async () => {
  let answer: LinkedInAnswer | Promise<LinkedInAnswer> = { code: 'offline' };
  let send = (_: LinkedInAnswer): void => undefined;
  const page = openTimedPage({ linkedIn: () => answer });
  const job = page.run.download(entries(1), 1);
  await expect.poll(() => page.state().phase).toBe('waiting');
  answer = new Promise((resolve) => {
    send = resolve;
  });
  page.run.tryAgain();
  await expect.poll(() => page.state().phase).toBe('running');
  expect(page.state().waiting?.reason).toBe('offline');
  expect(page.passed()).toBe(0);
  answer = '{}';
  send('{}');
  await job;
  expect(page.state()).toMatchObject({ waiting: null, progress: { downloaded: 1, stop: null } });
});

test('a lasting outage stops the job, and a reload continues it', async () => {
  const page = openTimedPage({ linkedIn: () => ({ code: 'offline' }) });
  page.thaw();
  await page.run.download(entries(1), 1);
  expect(page.state().progress?.stop?.reason).toBe('offline');
  const after = openPage({ account: page.account });
  await after.run.recover();
  expect(after.state().mayResume).toBe(true);
});

test.each(['throttled', 'challenged', 'signed_out', 'redirected'] as const)(
  '%s ends the job at once, and neither time nor a reload starts it again',
  async (code) => {
    const page = openTimedPage({ linkedIn: ({ part }) => (part === 'p2' ? { code } : '{}') });
    page.thaw();
    await page.run.download(entries(3), 1);
    expect(page.state()).toMatchObject({ phase: 'idle', mayResume: false, progress: { stop: { reason: code } } });
    const after = openPage({ account: page.account });
    await after.run.recover();
    expect(after.state().mayResume).toBe(false);
    await after.run.resume(entries(3));
    expect(after.fixture.requests).toEqual([]);
  },
);

test('an interrupted job continues after a reload where it stopped, with its counts and its pace', async () => {
  const before = openPage({ linkedIn: ({ url }) => (url.includes('member-3&') ? new Promise(() => undefined) : '{}') });
  void before.run.download(entries(5), 1);
  await expect.poll(() => before.state().progress?.downloaded).toBe(2);

  const after = openPage({ account: before.account });
  await after.run.recover();
  expect(after.state().mayResume).toBe(true);
  // One of its entries was deleted on another device.
  await after.run.resume(entries(4));
  expect(after.state().progress).toMatchObject({ total: 4, downloaded: 4, remaining: [], concurrency: 1, hasEnded: true });
  expect(after.fixture.requests.some(({ url }) => /member-[12]&/.test(url))).toBe(false);
});

test('a job waits for a running search', async () => {
  let isBusy = true;
  const page = openTimedPage({
    change: {
      runExclusively: async (action, turn) => {
        if (isBusy && turn !== 'download') return false;
        await action();
        return true;
      },
    },
  });
  const job = page.run.download(entries(1), 1);
  await expect.poll(() => page.state().waiting?.reason).toBe('busy');
  expect(page.fixture.requests).toEqual([]);
  isBusy = false;
  page.thaw();
  await job;
  expect(page.state().progress?.downloaded).toBe(1);
});

test('another tab takes over the job when its tab is closed', async () => {
  const before = openPage({ linkedIn: () => new Promise(() => undefined) });
  void before.run.download(entries(2), 1);
  await expect.poll(() => before.fixture.requests.length).toBe(1);
  let isClosed = false;
  let isTakenOver = false;
  const beside = openTimedPage({
    account: before.account,
    change: {
      runExclusively: async (action) => {
        if (isClosed) await action();
        return isClosed;
      },
      onTakenOver: async () => {
        isTakenOver = true;
      },
    },
  });
  await beside.run.recover();
  expect(beside.state().mayResume).toBe(false);
  isClosed = true;
  beside.thaw();
  await expect.poll(() => isTakenOver).toBe(true);
  expect(beside.state().mayResume).toBe(true);
});

test('five refusals in a row stop the job, and their entries stay pending', async () => {
  const page = openPage({ linkedIn: () => ({ code: 'forbidden' }) });
  await page.run.download(entries(7), 1);
  expect(page.state().progress).toMatchObject({ notFound: 0, stop: { reason: 'repeated_failures' } });
  expect(page.state().progress?.remaining.length).toBe(7);
  expect(page.saved).toEqual([]);
  expect([...page.state().notes.keys()].sort()).toEqual(entries(5).map(({ id }) => id));
});

test('a refusal is certain once another member could be read, and a page killed before that does not request it again', async () => {
  const before = openPage({
    linkedIn: ({ url }) => (url.includes('member-1&') ? { code: 'forbidden' } : new Promise(() => undefined)),
  });
  void before.run.download(entries(2), 1);
  await expect.poll(() => before.fixture.requests.length).toBe(2);
  expect(before.saved).toEqual([]);

  const after = openPage({ account: before.account });
  await after.run.recover();
  await after.run.resume(entries(2));
  expect(after.fixture.requests.some(({ url }) => url.includes('member-1&'))).toBe(false);
  expect(after.shown.map(({ status }) => status).sort()).toEqual(['not_found', 'ok']);
  expect(after.saved.map(({ status }) => status)).toEqual(['not_found']);
  expect(after.state().notes.get(testEntry(1).id)?.code).toBe('forbidden');
});
