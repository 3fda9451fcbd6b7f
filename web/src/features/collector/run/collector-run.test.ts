import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openCollectorStorage } from '../storage/collector-storage.ts';
import { type LinkedInRequest, parsedProfile, testCatalogue, testEntry } from '../testing/download.fixture.ts';
import { openPage } from '../testing/run.fixture.ts';

const entries = (count: number) => Array.from({ length: count }, (_, index) => testEntry(index + 1));
/** Only the collector knows that LinkedIn shows no contact; so it saves the entry. */
const withoutContact = ({ part }: LinkedInRequest) => (part === 'i' ? ({ code: 'forbidden' } as const) : '{}');
const lookups = (page: ReturnType<typeof openPage>) => page.fixture.requests.filter(({ part }) => part === 'p1').length;

test('a job counts and shows the result of each entry, and saves only what the server does not know', async () => {
  const page = openPage({
    linkedIn: ({ part, url }) => (part === 'p1' && url.includes('member-2&') ? { code: 'not_found' } : '{}'),
  });
  await page.run.download(entries(4), 2);
  expect(page.state()).toMatchObject({
    phase: 'idle',
    progress: { total: 4, downloaded: 3, notFound: 1, failed: 0, remaining: [], hasEnded: true, stop: null },
  });
  expect(page.shown.map(({ status }) => status).sort()).toEqual(['not_found', 'ok', 'ok', 'ok']);
  expect(page.saved).toEqual([{ ...testEntry(2), collected: true, status: 'not_found' }]);
});

test('the operator is told once a job which ids were answered and which were stale, and nothing about anybody', async () => {
  const told: unknown[] = [];
  const page = openPage({
    linkedIn: ({ url }) => (url.includes('FullProfileWithEntities-3') ? { code: 'stale_endpoint', status: 410 } : '{}'),
    change: { notifyOperator: (lines) => void told.push(...lines.map((line) => JSON.stringify(line))) },
  });
  await page.run.download(entries(3), 1);
  const [stale, working] = testCatalogue.profile.map(({ decorationId }) => decorationId);
  expect(told).toContain(JSON.stringify({ endpoint: 'profile', state: 'refused', candidate: stale, status: 410 }));
  expect(told).toContain(JSON.stringify({ endpoint: 'profile', state: 'understood', candidate: working }));
  expect(new Set(told).size).toBe(told.length);
  expect(told.join()).not.toContain('member-');
  const before = told.length;
  await page.run.download(entries(1), 1);
  expect(told.slice(before).join()).not.toContain('refused');
});

test('entries that the running job has already are not downloaded twice', async () => {
  const page = openPage();
  const first = page.run.download(entries(3), 2);
  await page.run.download(entries(3), 2);
  await first;
  expect(lookups(page)).toBe(3);
});

test('stopping leaves the remaining entries for a continuation, which requests nothing twice', async () => {
  const page = openPage({
    linkedIn: ({ part, url }) => {
      if (part === 'p1' && url.includes('member-2&')) page.run.stop();
      return '{}';
    },
  });
  await page.run.download(entries(5), 1);
  const { progress } = page.state();
  expect(progress?.stop?.reason).toBe('user');
  expect(progress?.remaining).toEqual(
    entries(5)
      .slice(1)
      .map(({ id }) => id),
  );
  await page.run.download(
    entries(5).filter(({ id }) => progress?.remaining.includes(id)),
    1,
  );
  expect(page.state().progress).toMatchObject({ total: 4, downloaded: 4, remaining: [] });
  expect(new Set(page.fixture.requests.map(({ url }) => url)).size).toBe(page.fixture.requests.length);
});

test('after a reload, fetched answers are posted first, the rest can be continued, and nothing is fetched twice', async () => {
  const before = openPage({
    concurrency: 1,
    linkedIn: ({ url }) => (url.includes('member-3&') ? new Promise(() => undefined) : '{}'),
    parseProfile: async ({ url }) =>
      url.endsWith('member-2') ? new Promise(() => undefined) : { kind: 'ok', value: parsedProfile(url) },
  });
  void before.run.download(entries(4), 1);
  await expect.poll(() => lookups(before)).toBe(3);
  await expect.poll(() => before.fixture.profilePosts.length).toBe(2);
  await expect.poll(() => before.state().progress?.downloaded).toBe(1);

  const after = openPage({ account: before.account });
  await after.run.recover();
  expect(after.fixture.requests).toEqual([]);
  expect(after.fixture.profilePosts.map(({ url }) => url)).toEqual([testEntry(2).url]);
  expect(after.shown.map(({ id }) => id)).toEqual([testEntry(2).id]);
  expect(after.state().progress).toMatchObject({
    total: 4,
    downloaded: 2,
    hasEnded: false,
    remaining: [testEntry(3).id, testEntry(4).id],
  });

  await after.run.download([testEntry(3), testEntry(4)], 2);
  expect(after.fixture.requests.every(({ url }) => /member-[34]&/.test(url))).toBe(true);
  expect(after.state().progress).toMatchObject({ downloaded: 2, remaining: [], hasEnded: true });
});

test('entries that the server could not save are kept, reported, and saved by the next page', async () => {
  const before = openPage({ linkedIn: withoutContact, saveEntries: async () => ({ kind: 'away' }) });
  await before.run.download(entries(2), 2);
  expect(before.state().progress).toMatchObject({ downloaded: 2, stop: { reason: 'server_away' } });

  const after = openPage({ account: before.account });
  await after.run.recover();
  expect(after.saved.map(({ id, status }) => [id, status])).toEqual(entries(2).map(({ id }) => [id, 'ok']));
  expect(after.fixture.requests).toEqual([]);
});

test('entries that the server could not save are saved when it is back, and the message disappears', async () => {
  let isAway = true;
  const pauses: (() => void)[] = [];
  const page = openPage({
    linkedIn: withoutContact,
    saveEntries: async (saved) => (isAway ? { kind: 'away' } : { kind: 'ok', value: saved }),
    change: {
      clock: {
        now: () => 1_000_000,
        sleep: (_, signal) =>
          new Promise((resolve) => {
            pauses.push(resolve);
            signal.addEventListener('abort', () => resolve());
          }),
      },
    },
  });
  await page.run.download(entries(2), 2);
  expect(page.state().progress?.stop?.reason).toBe('server_away');
  isAway = false;
  for (const resolve of pauses.splice(0)) resolve();
  await expect.poll(() => page.saved.length).toBe(2);
  await expect.poll(() => page.state().progress?.stop).toBeNull();
});

test('recovering happens once per page', async () => {
  const page = openPage();
  await Promise.all([page.run.recover(), page.run.recover()]);
  expect(page.saved).toEqual([]);
  expect(page.run.recover()).toBe(page.run.recover());
});

test('a parse call without a 200 is reported once, and the job continues', async () => {
  const page = openPage({
    parseProfile: async ({ url }) =>
      url.endsWith('member-1') ? { kind: 'refused', code: 'PARSE.UNREADABLE' } : { kind: 'ok', value: parsedProfile(url) },
  });
  await page.run.download(entries(3), 1);
  expect(page.state()).toMatchObject({ isSomethingOff: true, progress: { downloaded: 2, failed: 1, remaining: [] } });
  page.run.dismissSomethingOff();
  expect(page.state().isSomethingOff).toBe(false);
});

test('without the extension nothing starts', async () => {
  const page = openPage({ change: { isExtensionThere: async () => false } });
  await page.run.download(entries(2), 2);
  expect(page.fixture.requests).toEqual([]);
  expect(page.state()).toMatchObject({ phase: 'idle', progress: { stop: { reason: 'extension_gone' }, downloaded: 0 } });
});

test('one missed answer of the extension, as from a worker that was just started, does not end a job that starts', async () => {
  let asked = 0;
  const page = openPage({
    change: {
      isExtensionThere: async () => {
        asked += 1;
        return asked > 1;
      },
    },
  });
  await page.run.download(entries(1), 1);
  expect(page.state().progress).toMatchObject({ downloaded: 1, stop: null });
});

test('an extension that disappears ends the job without waiting for its answers', async () => {
  let beats = 0;
  const page = openPage({
    change: {
      clock: { now: () => 1_000_000, sleep: async () => undefined },
      isExtensionThere: async () => {
        beats += 1;
        return beats === 1;
      },
      send: (_url, _plain, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ ok: false, error: { code: 'timeout' } }))),
    },
  });
  await page.run.download(entries(4), 3);
  expect(page.state().progress).toMatchObject({ stop: { reason: 'extension_gone' }, downloaded: 0, hasEnded: true });
  expect(page.state().progress?.remaining.length).toBe(4);
});

test('while another tab downloads, this one starts nothing and does not change that job’s record', async () => {
  const account = 'two-tabs';
  const other = openPage({ account, linkedIn: () => new Promise(() => undefined) });
  void other.run.download(entries(3), 1);
  await expect.poll(() => lookups(other)).toBe(1);

  const page = openPage({ account, change: { runExclusively: async () => false } });
  await page.run.download([testEntry(9)], 1);
  expect(page.state().progress?.stop?.reason).toBe('other_tab');
  expect((await openCollectorStorage(account).readProgress())?.total).toBe(3);
});

test('a catalogue that cannot be loaded keeps the job waiting before LinkedIn is asked', async () => {
  const page = openPage({ change: { loadCatalogue: () => Promise.reject(new Error('away')) } });
  const job = page.run.download(entries(2), 2);
  await expect.poll(() => page.state().waiting?.reason).toBe('server_away');
  expect(page.fixture.requests).toEqual([]);
  page.run.stop();
  await job;
  expect(page.state().progress?.stop?.reason).toBe('user');
});

test('an entry deleted during a job is neither fetched nor saved again', async () => {
  const page = openPage({
    linkedIn: async (request) => {
      if (request.part === 'i' && request.url.includes('member-1&')) await page.run.forget([testEntry(1).id, testEntry(2).id]);
      return withoutContact(request);
    },
  });
  await page.run.download(entries(3), 1);
  expect(page.saved.map(({ id }) => id)).toEqual([testEntry(3).id]);
  expect(page.fixture.requests.some(({ url }) => url.includes('member-2&'))).toBe(false);
});

test('an entry that was set aside is skipped, and done by the next job once it is restored', async () => {
  const page = openPage({
    parseProfile: async ({ url }) => {
      page.run.setAside([testEntry(1).id, testEntry(2).id]);
      return { kind: 'ok', value: parsedProfile(url) };
    },
  });
  await page.run.download(entries(2), 1);
  expect([page.shown, page.saved]).toEqual([[], []]);
  expect(page.fixture.requests.some(({ url }) => url.includes('member-2&'))).toBe(false);
  page.run.bringBack([testEntry(2).id]);
  await page.run.download([testEntry(2)], 1);
  expect(page.fixture.requests.some(({ url }) => url.includes('member-2&'))).toBe(true);
});
