import 'fake-indexeddb/auto';
import type { CollectorEntry } from '@leadloom/shared/contract/linkedin';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCandidateMemory } from '../download/candidate-memory.ts';
import { testCatalogue, testEntry } from '../testing/download.fixture.ts';
import type { ListApi, ListResult } from './list-api.ts';
import { type ListStorage, openListStorage } from './list-progress.ts';
import { createListRun, type ListPlan, type ListRun, type ListRunDependencies } from './list-run.ts';
import type { PageAnswer } from './read-page.ts';

const HEARTBEAT_MS = 5_000;
const away = { kind: 'away' } as const;
const urlOf = (number: number): string => testEntry(number).url;

let accounts = 0;
let storage: ListStorage;
/** Pages asked of LinkedIn, saved addresses, and what was left after each page, by this test's runs together. */
let asked: number[] = [];
let saved: string[] = [];
let left: (readonly number[])[] = [];
let runs: ListRun[] = [];

beforeEach(() => {
  accounts += 1;
  asked = [];
  saved = [];
  left = [];
  runs = [];
  storage = openListStorage(`list-${accounts}`);
});

afterEach(() => {
  for (const run of runs) run.close();
});

const saveEntries: ListApi['saveEntries'] = async (entries) => {
  const before = saved.length;
  const listed = entries.map((entry, index): CollectorEntry => {
    const isKnown = saved.includes(entry.url);
    if (!isKnown) saved.push(entry.url);
    return { ...testEntry(0), url: entry.url, id: isKnown ? testEntry(before + index).id : entry.id };
  });
  return { kind: 'ok', value: listed };
};

function createRun(change: Partial<ListRunDependencies> = {}, api: Partial<ListApi> = {}): ListRun {
  const run = createListRun({
    storage,
    api: { saveEntries, saveSearch: async () => away, deleteSearch: async () => away, ...api },
    send: async () => ({ ok: false, error: { code: 'internal' } }),
    // Short waits take no time; a heartbeat's never ends, so that no test depends on how often it beats.
    clock: {
      now: () => 1_000_000,
      sleep: (milliseconds, signal) => (milliseconds === HEARTBEAT_MS ? untilAborted(signal) : Promise.resolve()),
    },
    memory: createCandidateMemory(),
    loadCatalogue: async () => testCatalogue,
    isExtensionThere: async () => true,
    requireRiskAccepted: async () => true,
    runExclusively: async (action) => {
      await action();
      return true;
    },
    onEntries: () => undefined,
    notifyOperator: () => undefined,
    log: () => undefined,
    ...change,
  });
  runs.push(run);
  return run;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}

interface PlanOptions {
  readonly isFresh?: boolean;
  readonly answer?: (page: number) => PageAnswer | Promise<PageAnswer>;
  readonly saveLeft?: (pages: readonly number[]) => Promise<ListResult<unknown>>;
}

/** Three pages of two members each. */
function planOf({ isFresh = false, answer, saveLeft }: PlanOptions = {}): ListPlan {
  const members = (page: number): PageAnswer => ({ kind: 'page', urls: [urlOf(page * 2), urlOf(page * 2 + 1)], hidden: 0 });
  return {
    isFresh,
    open: async () => ({
      kind: 'ok',
      value: {
        id: 'list',
        foundBy: 'search',
        pages: [1, 2, 3],
        readPage: async (page) => {
          asked.push(page);
          return answer?.(page) ?? members(page);
        },
        saveLeft: async (pages) => {
          left.push(pages);
          return saveLeft?.(pages) ?? { kind: 'ok', value: null };
        },
      },
    }),
  };
}

/** A promise that never settles: what a killed page leaves. */
const never = new Promise<never>(() => undefined);

test('pages are read one after the other, and the remaining ones are stored after each', async () => {
  const run = createRun();
  await run.start(planOf());
  expect(asked).toEqual([1, 2, 3]);
  expect(left).toEqual([[2, 3], [3], []]);
  expect(saved.length).toBe(6);
  expect(run.store.getState()).toMatchObject({ phase: 'idle', end: 'last_page', progress: { added: 6, existing: 0 } });
  expect(await storage.list()).toEqual([]);
});

test('after a page is killed before its members are saved, they are kept and saved without another request', async () => {
  const dying = createRun({}, { saveEntries: () => never });
  void dying.start(planOf());
  await expect.poll(async () => (await storage.get('list'))?.unsaved.length).toBe(2);

  const next = createRun();
  await next.start(planOf());
  expect(asked).toEqual([1, 2, 3]);
  expect(saved.length).toBe(6);
  expect(next.store.getState().progress).toMatchObject({ added: 6, existing: 0, unsaved: [] });
});

test('members that the server stored before its response was lost count as new once', async () => {
  const first = createRun(
    {},
    {
      saveEntries: async (entries) => {
        await saveEntries(entries);
        return away;
      },
    },
  );
  await first.start(planOf());
  expect(first.store.getState().progress).toMatchObject({ added: 0, stop: { reason: 'server_away' } });

  const interrupted = await storage.get('list');
  const ids = new Map(interrupted?.unsaved.map(({ id, url }) => [url, id]));
  const next = createRun(
    {},
    {
      saveEntries: async (entries) => ({
        kind: 'ok',
        value: entries.map((entry) => ({ ...testEntry(0), url: entry.url, id: ids.get(entry.url) ?? entry.id })),
      }),
    },
  );
  await next.start(planOf());
  expect(next.store.getState().progress).toMatchObject({ added: 6, existing: 0 });
  expect(asked).toEqual([1, 2, 3]);
});

test('a page that is killed after its members were saved is not requested again, and the server gets the remaining pages', async () => {
  const dying = createRun();
  void dying.start(planOf({ saveLeft: (pages) => (pages.length === 2 ? never : Promise.resolve({ kind: 'ok', value: null })) }));
  await expect.poll(async () => (await storage.get('list'))?.unsaved.length === 0 && saved.length).toBe(2);
  left = [];
  await createRun().start(planOf());
  expect(asked).toEqual([1, 2, 3]);
  expect(left).toEqual([[2, 3], [3], []]);
});

test('a finished list that could not be reported to the server costs no request when it is resumed', async () => {
  const first = createRun();
  await first.start(planOf({ saveLeft: async (pages) => (pages.length === 0 ? away : { kind: 'ok', value: null }) }));
  expect(first.store.getState()).toMatchObject({ end: null, progress: { stop: { reason: 'server_away' } } });
  asked = [];
  const next = createRun();
  await next.start(planOf());
  expect(asked).toEqual([]);
  expect(left.at(-1)).toEqual([]);
  expect(next.store.getState().end).toBe('last_page');
  expect(await storage.list()).toEqual([]);
});

test('a list that ended at an empty page costs no request when it is resumed', async () => {
  const empty = (): PageAnswer => ({ kind: 'empty' });
  await createRun().start(planOf({ answer: empty, saveLeft: async () => away }));
  asked = [];
  await createRun().start(planOf({ answer: empty }));
  expect(asked).toEqual([]);
  expect(await storage.list()).toEqual([]);
});

test('one missed answer of the extension does not end a list that starts', async () => {
  let calls = 0;
  const run = createRun({
    isExtensionThere: async () => {
      calls += 1;
      return calls > 1;
    },
  });
  await run.start(planOf());
  expect(run.store.getState().progress?.stop ?? null).toBeNull();
  expect(asked.length).toBeGreaterThan(0);
});

test('while another job is reading nothing is requested, and the run waits a moment for its turn', async () => {
  let turns = 0;
  const refused = createRun({ runExclusively: async () => false });
  await refused.start(planOf());
  expect(refused.store.getState().progress?.stop?.reason).toBe('other_tab');
  expect(asked).toEqual([]);
  expect(await storage.list()).toEqual([]);

  const patient = createRun({
    runExclusively: async (action) => {
      turns += 1;
      if (turns < 3) return false;
      expect(patient.store.getState().isWaiting).toBe(true);
      await action();
      return true;
    },
  });
  await patient.start(planOf());
  expect(patient.store.getState().end).toBe('last_page');
});

test('waiting for the turn can be stopped', async () => {
  const run: ListRun = createRun({
    runExclusively: async () => false,
    clock: {
      now: () => 1_000_000,
      sleep: async () => run.stop(),
    },
  });
  await run.start(planOf());
  expect(run.store.getState()).toMatchObject({ phase: 'idle', isWaiting: false, progress: { stop: { reason: 'user' } } });
  expect(asked).toEqual([]);
});

test('a run reads one list, and a second start changes nothing', async () => {
  const run = createRun();
  await Promise.all([run.start(planOf()), run.start(planOf())]);
  expect(asked).toEqual([1, 2, 3]);
});

test('without acceptance, extension or catalogue nothing is requested from LinkedIn', async () => {
  const declined = createRun({ requireRiskAccepted: async () => false });
  await declined.start(planOf());
  expect(declined.store.getState().progress).toBeNull();
  const alone = createRun({ isExtensionThere: async () => false });
  await alone.start(planOf());
  expect(alone.store.getState().progress?.stop?.reason).toBe('extension_gone');
  const unserved = createRun({ loadCatalogue: () => Promise.reject(new Error('away')) });
  await unserved.start(planOf());
  expect(unserved.store.getState().progress?.stop?.reason).toBe('server_away');
  expect(asked).toEqual([]);
});

test('a stale candidate is replaced by the next, which is then tried first', async () => {
  const { search } = testCatalogue;
  const [known] = search;
  const old = { kind: 'graphql', queryId: `voyagerSearchDashClusters.${'0'.repeat(32)}` } as const;
  const candidates: string[] = [];
  const run = createRun({ loadCatalogue: async () => ({ ...testCatalogue, search: [old, ...search] }) });
  await run.start({
    isFresh: true,
    open: async () => ({
      kind: 'ok',
      value: {
        id: 'list',
        foundBy: 'search',
        pages: [1, 2],
        saveLeft: async () => ({ kind: 'ok', value: null }),
        readPage: async (page, reader, catalogue) => {
          await reader.readBy('search', catalogue.search, async (candidate) => {
            candidates.push(candidate === old ? 'old' : candidate === known ? 'known' : 'other');
            return candidate === old ? { ok: false, error: { code: 'stale_endpoint' } } : { ok: true, body: '' };
          });
          return { kind: 'page', urls: [urlOf(page)], hidden: 0 };
        },
      },
    }),
  });
  expect(candidates).toEqual(['old', 'known', 'known']);
});

test('an extension that disappears ends the wait for its answer, and the next run requests the page', async () => {
  let isThere = true;
  const beats = createRun({
    clock: { now: () => 1_000_000, sleep: (_, signal) => (signal.aborted ? never : Promise.resolve()) },
    isExtensionThere: async () => isThere,
  });
  const answerNever: ListPlan = {
    isFresh: true,
    open: async () => ({
      kind: 'ok',
      value: {
        id: 'list',
        foundBy: 'search',
        pages: [1],
        saveLeft: async () => ({ kind: 'ok', value: null }),
        readPage: async (_, reader, catalogue) => {
          isThere = false;
          const answer = await reader.readBy('connections', catalogue.connections, async (_candidate, signal) => {
            await untilAborted(signal);
            return { ok: false, error: { code: 'timeout' } };
          });
          return answer.kind === 'stopped' ? answer : { kind: 'empty' };
        },
      },
    }),
  };
  await beats.start(answerNever);
  expect(beats.store.getState().progress?.stop?.reason).toBe('extension_gone');
  await createRun().start(planOf());
  expect(asked).toEqual([1, 2, 3]);
});

test('the unsaved members of a discarded list are saved first, and kept if that fails', async () => {
  const first = createRun({}, { saveEntries: async () => away });
  await first.start(planOf());
  expect(await first.forget('list')).toBe(false);
  expect((await storage.get('list'))?.unsaved.length).toBe(2);
  expect(await createRun().forget('list')).toBe(true);
  expect(saved.length).toBe(2);
  expect(await storage.list()).toEqual([]);
});

test('a run continues where another tab’s has stopped, and says so first', async () => {
  const openRun = () => createRun({ storage: openListStorage(`list-${accounts}`) });
  const [here, there] = [openRun(), openRun()];
  const stopAt = (run: ListRun, last: number): ListPlan =>
    planOf({
      answer: (page) => {
        if (page === last) run.stop();
        return { kind: 'page', urls: [urlOf(page)], hidden: 0 };
      },
    });
  await here.load();
  await here.start(stopAt(here, 1));
  await there.start(stopAt(there, 2));
  expect(here.store.getState().interrupted.get('list')?.nextPage).toBe(2);
  await here.load();
  expect(here.store.getState().interrupted.get('list')?.nextPage).toBe(3);
  await here.start(planOf());
  expect(asked).toEqual([1, 2, 3]);
  await there.load();
  expect(there.store.getState().interrupted.size).toBe(0);
});
