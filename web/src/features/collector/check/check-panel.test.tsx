import 'fake-indexeddb/auto';
import { type CheckLine, reportCatalogueCheck } from '@leadloom/shared/contract/catalogue-checks';
import { checkAnswers } from '@leadloom/shared/testing/linkedin-check.fixture';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { type FakeHandlers, failed, installed, succeeded } from '../../../lib/extension-client/fake-extension.ts';
import { answer } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { runExclusively } from '../run/run-exclusively.ts';
import { answersLinkedIn, backend, openCollector, startFixture } from '../testing/collector.fixture.tsx';
import { testEntry } from '../testing/download.fixture.ts';
import { openCheckPanel } from './check-panel-state.ts';
import { checkRun, forgetCheck, startCheck, stopCheck } from './check-run.ts';
import { chooseToTell } from './notify-operator.ts';

const told: CheckLine[] = [];
const reportBody = z.object({ lines: z.array(z.custom<CheckLine>()) });
/** The pauses between requests take no time. */
const clock = {
  now: () => Date.now(),
  sleep: (milliseconds: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (milliseconds < 60_000) setTimeout(resolve, milliseconds >= 4_500 ? 0 : milliseconds);
      signal.addEventListener('abort', () => resolve());
    }),
};

/** The pause after the first answer lasts until the check is given up. */
const patient = {
  now: () => Date.now(),
  sleep: (milliseconds: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (milliseconds < 4_500) setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => resolve());
    }),
};

/** Other work that asks LinkedIn, here or in another tab. Names of companies, which a screen reads at first, have their turn before. */
async function startOtherWork() {
  const work = Promise.withResolvers<void>();
  let isRunning = false;
  let done: Promise<boolean> | undefined;
  await waitFor(async () => {
    done = runExclusively(() => {
      isRunning = true;
      return work.promise;
    });
    await Promise.race([done, waitFor(() => expect(isRunning).toBe(true))]);
    expect(isRunning).toBe(true);
  });
  const end = (): Promise<boolean> | undefined => {
    work.resolve();
    return done;
  };
  onTestFinished(async () => void (await end()));
  return { end };
}

/** Waits take no time. */
const hurried = {
  now: () => Date.now(),
  sleep: (milliseconds: number, signal: AbortSignal) => clock.sleep(Math.max(milliseconds, 4_500), signal),
};

beforeEach(() => {
  startFixture();
  forgetCheck();
  told.length = 0;
  apiServer.use(
    answer(reportCatalogueCheck, ({ body }) => {
      told.push(...reportBody.parse(body).lines);
      return undefined;
    }),
  );
});

/** Only `me` is understood; LinkedIn refuses the profile by its first id. */
const linkedIn = {
  ...answersLinkedIn,
  fetchData: ({ url, requestId }: { url: string; requestId: string }) => {
    backend.fetched.push(url);
    if (url.endsWith('/me')) return succeeded({ body: JSON.stringify(checkAnswers.me.understood), requestId });
    if (url.includes('FullProfileWithEntities-3')) return failed('stale_endpoint');
    if (url.includes('FullProfileWithEntities-2'))
      return succeeded({ body: JSON.stringify(checkAnswers.profile.understood), requestId });
    return succeeded({ body: '{"data":{"*elements":[]},"included":[]}', requestId });
  },
};

async function openPanel(answers: FakeHandlers = linkedIn) {
  const app = await openCollector(answers);
  await app.person.click(screen.getByRole('button', { name: 'Check how LinkedIn answers' }));
  const panel = await screen.findByRole('region', { name: 'How LinkedIn answers' });
  return { ...app, panel: within(panel) };
}

test('the panel says before what a check asks and counts as, and asks nothing until it is pressed', async () => {
  const { panel } = await openPanel();
  expect(await panel.findByText(/That counts as 1 profile, 2 search pages and 2 look-ups\./)).toBeVisible();
  expect(backend.fetched).toEqual([]);
});

test('before the risk is accepted, nothing is asked', async () => {
  backend.riskAcceptedAt = null;
  const { panel, person } = await openPanel();
  await person.click(panel.getByRole('button', { name: 'Check how LinkedIn answers' }));
  const notice = await screen.findByRole('dialog', { name: 'Your LinkedIn account is at your own risk' });
  await person.click(within(notice).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(checkRun.getState().phase).toBe('idle'));
  expect(backend.fetched).toEqual([]);
  expect(told).toEqual([]);
});

test('twelve lines say what was understood, a fallback is a warning, the report is copied, and the operator is told', async () => {
  const copied = vi.fn(async (_text: string) => undefined);
  const { panel, person } = await openPanel();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
  await startCheck(clock);
  const lines = within(await panel.findByRole('list', { name: 'Lines of the check' })).getAllByRole('listitem');
  expect(lines).toHaveLength(12);
  expect(lines[0]).toHaveTextContent(/^Who you areunderstood$/);
  expect(lines[1]).toHaveTextContent('understood, by a fallback');
  expect(lines[1]).toHaveTextContent('the first id, FullProfileWithEntities-3, was refused');
  expect(lines[2]).toHaveTextContent('answers, but differently');
  expect(panel.getByText(/^2 of 12 are understood\. A fallback was needed for: Your profile\.$/)).toBeVisible();
  await person.click(panel.getByRole('button', { name: 'Copy the report' }));
  const report = copied.mock.calls[0]?.[0] ?? '';
  expect(report).toMatch(/^profile\trefused\tcom\..*FullProfileWithEntities-3\t/m);
  expect(report).toMatch(/^profile\tunderstood\tcom\..*FullProfileWithEntities-2\t/m);
  for (const text of ['Tove', 'tove', 'ACoAA', 'Warp']) expect(report).not.toContain(text);
  expect(told.filter(({ endpoint }) => endpoint === 'profile').map(({ state }) => state)).toEqual(['refused', 'understood']);
});

test('who unticked it tells the operator nothing, and is asked no more after a reload', async () => {
  const { panel, person } = await openPanel();
  const tick = panel.getByRole('checkbox', { name: 'Tell the operator' });
  expect(tick).toBeChecked();
  await person.click(tick);
  expect(tick).not.toBeChecked();
  await startCheck(clock);
  expect(checkRun.getState().lines.size).toBe(12);
  expect(told).toEqual([]);
  chooseToTell(true);
  await startCheck(clock);
  await waitFor(() => expect(told.length).toBeGreaterThan(2));
});

test('a check says that it waits for other LinkedIn work, and starts when that has ended', async () => {
  const { panel } = await openPanel();
  const work = await startOtherWork();
  const check = startCheck(patient);
  expect(await panel.findByText('Waiting for other LinkedIn work to finish…')).toBeVisible();
  expect(backend.fetched).toEqual([]);
  await work.end();
  await waitFor(() => expect(checkRun.getState().lines.has('me')).toBe(true), { timeout: 10_000 });
  expect(panel.queryByText(/^Waiting for/)).toBeNull();
  stopCheck();
  await check;
});

test('a check that waits can be stopped, and one that waited in vain says why; neither asks or tells anything', async () => {
  const { panel, person } = await openPanel();
  const work = await startOtherWork();
  const stopped = startCheck(patient);
  await panel.findByText(/^Waiting for/);
  await person.click(panel.getByRole('button', { name: 'Stop' }));
  await stopped;
  expect(await panel.findByText('You stopped the check.')).toBeVisible();
  await startCheck(hurried);
  expect(await panel.findByText(/^Other LinkedIn work is running, here or in another tab\./)).toBeVisible();
  expect(panel.queryByText(/^Waiting for/)).toBeNull();
  expect([backend.fetched, told]).toEqual([[], []]);
  await work.end();
});

test('a check that is forgotten while it finds other work running says nothing more', async () => {
  const work = await startOtherWork();
  const unsubscribe = checkRun.subscribe(({ phase, lines }, before) => {
    if (phase === 'running' && lines !== before.lines) queueMicrotask(forgetCheck);
  });
  onTestFinished(unsubscribe);
  await startCheck(patient);
  expect(checkRun.getState()).toMatchObject({ phase: 'idle', isWaiting: false });
  await work.end();
});

test('two presses that start a check at once start one', async () => {
  await openPanel();
  await Promise.all([startCheck(clock), startCheck(clock)]);
  expect(backend.fetched.filter((url) => url.endsWith('/me'))).toHaveLength(1);
});

test('a job that is started while a check runs waits for it, and says so', async () => {
  backend.list = [testEntry(1)];
  const { person } = await openPanel();
  const check = startCheck(patient);
  await waitFor(() => expect(checkRun.getState().lines.has('me')).toBe(true), { timeout: 10_000 });
  const before = backend.fetched.length;
  await person.click(screen.getByRole('button', { name: 'Start Job' }));
  expect(await screen.findByText('Waiting for the running import, search or check to end.')).toBeVisible();
  expect(backend.fetched).toHaveLength(before);
  stopCheck();
  await check;
  await waitFor(() => expect(backend.fetched.some((url) => url.includes('member-1'))).toBe(true), { timeout: 10_000 });
});

test('a check counts no sections, and asks for none, where the extension is of an earlier version', async () => {
  const { panel } = await openPanel({ ...linkedIn, checkExtension: () => succeeded({ ...installed().data, version: '0.1.0' }) });
  await startCheck(clock);
  expect(await panel.findByText('This version of the extension cannot ask for it. Renew the extension.')).toBeVisible();
  expect(backend.fetched.some((url) => url.includes('q=viewee'))).toBe(false);
});

test('the panel takes the focus when it is asked for again, as by a job that found stale ids', async () => {
  const { panel } = await openPanel();
  openCheckPanel();
  await waitFor(() => expect(panel.getByRole('heading', { name: 'How LinkedIn answers' })).toHaveFocus());
});

test('another account finds nothing of a check that it ended by signing in', async () => {
  const { panel } = await openPanel();
  expect(await panel.findByText(/That counts as/)).toBeVisible();
  const check = startCheck(patient);
  await waitFor(() => expect(checkRun.getState().lines.has('me')).toBe(true), { timeout: 10_000 });
  forgetCheck();
  await check;
  expect(checkRun.getState()).toMatchObject({ phase: 'idle', version: null, end: null });
  expect([...checkRun.getState().lines.keys()]).toEqual([]);
  expect(told).toEqual([]);
});
