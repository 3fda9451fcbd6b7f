import 'fake-indexeddb/auto';
import { type CheckLine, reportCatalogueCheck } from '@leadloom/shared/contract/catalogue-checks';
import { checkAnswers } from '@leadloom/shared/testing/linkedin-check.fixture';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { failed, succeeded } from '../../../lib/extension-client/fake-extension.ts';
import { answer } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { answersLinkedIn, backend, openCollector, startFixture } from '../testing/collector.fixture.tsx';
import { openCheckPanel } from './check-panel-state.ts';
import { checkRun, forgetCheck, startCheck } from './check-run.ts';
import { chooseToTell } from './tell-operator.ts';

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

/** Only `me` is understood; the profile is refused by its first id. */
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

async function openPanel() {
  const app = await openCollector(linkedIn);
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

test('the panel takes the focus when it is asked for again, as by a job that found stale ids', async () => {
  const { panel } = await openPanel();
  openCheckPanel();
  await waitFor(() => expect(panel.getByRole('heading', { name: 'How LinkedIn answers' })).toHaveFocus());
});

test('another account finds nothing of a check that it ended by signing in', async () => {
  const { panel } = await openPanel();
  expect(await panel.findByText(/That counts as/)).toBeVisible();
  // The pause after the first answer lasts until the check is given up.
  const slow = {
    now: () => Date.now(),
    sleep: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (milliseconds < 4_500) setTimeout(resolve, milliseconds);
        signal.addEventListener('abort', () => resolve());
      }),
  };
  const check = startCheck(slow);
  await waitFor(() => expect(checkRun.getState().lines.has('me')).toBe(true), { timeout: 10_000 });
  forgetCheck();
  await check;
  expect(checkRun.getState()).toMatchObject({ phase: 'idle', version: null, end: null });
  expect([...checkRun.getState().lines.keys()]).toEqual([]);
  expect(told).toEqual([]);
});
