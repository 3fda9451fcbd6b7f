import { me } from '@leadloom/shared/contract/accounts';
import { listAlertMessages } from '@leadloom/shared/contract/alert-messages';
import { endFirstSteps, type FirstSteps, getDashboard, type Work } from '@leadloom/shared/contract/dashboard';
import { listViewNames } from '@leadloom/shared/contract/table-views';
import { listTableVisits } from '@leadloom/shared/contract/table-visits';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { session } from '../../lib/session/session.ts';
import type { ViewName } from '../../lib/use-view-names.ts';
import { noteUsedView } from '../../lib/used-views.ts';
import { answer } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

const noStep: FirstSteps = { table: false, extension: false, name: false, key: false };

/** @returns how often the first steps were ended */
function openDashboard(work: readonly Work[], steps: FirstSteps | null = null) {
  const served = { ended: 0 };
  apiServer.use(
    answer(me, () => aUser()),
    answer(getDashboard, () => ({ work: [...work], first_steps: served.ended === 0 ? steps : null })),
    answer(endFirstSteps, () => {
      served.ended += 1;
      return undefined;
    }),
  );
  return { ...renderApp('/dashboard'), served };
}
const block = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => signInForTest());

it('work that runs or waits is named with its count, and leads to its screen', async () => {
  openDashboard([
    { kind: 'analysis', state: 'running', count: 1, detail: 'Comparing videos 40%' },
    { kind: 'import', state: 'running', count: 1200, detail: 'firms.csv' },
    { kind: 'visits', state: 'waiting', count: 1, detail: null },
    { kind: 'profiles', state: 'waiting', count: 12, detail: null },
  ]);
  const running = await block('Running and waiting');
  await running.findByText(/Comparing videos/);
  expect(running.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Analysis of trends: Comparing videos 40%', '/social-dashboard'],
    ['Import of firms.csv: 1,200 rows read', '/operator/import'],
    ['1 tracked name waits for the first visit', '/social'],
    ['12 profiles are not collected yet', '/linkedin/collector'],
  ]);
});

it('first steps tick themselves off, lead on, and stay away once dismissed', async () => {
  const { person, served } = openDashboard([], { ...noStep, table: true });
  const steps = await block('First steps');
  expect(steps.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
    'Look at a tabledone',
    'Load the extension',
    'Track a name',
    'Create an API key',
  ]);
  expect(steps.getByRole('link', { name: 'Create an API key' })).toHaveAttribute('href', '/keys');
  await person.click(steps.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  await waitFor(() => expect(served.ended).toBe(1));
});

it('first steps that are all done end by themselves', async () => {
  const { served } = openDashboard([], { table: true, extension: true, name: true, key: true });
  await waitFor(() => expect(served.ended).toBe(1));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

it('an account without anything is told so in each block', async () => {
  openDashboard([]);
  expect(await screen.findByText('Nothing runs or waits at the moment.')).toBeVisible();
  expect((await block('Alerts')).getByText('No unread messages.')).toBeVisible();
  expect(await (await block('Views used last')).findByText(/^No views yet/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

it('unread messages of alerts are shown, the newest first, with their number', async () => {
  const message = { id: 3, alert_id: 1, at: '2026-01-05T09:00:00.000Z', count: 2, rows: [], link: '/lists', read: false };
  apiServer.use(
    answer(listAlertMessages, () => ({ data: [{ ...message, title: 'Prospects: 2 added' }], total: 7, page: 1, per_page: 3 })),
  );
  openDashboard([]);
  const alerts = await block('Alerts');
  expect(await alerts.findByText('Prospects: 2 added')).toBeVisible();
  expect(alerts.getByRole('link', { name: '7 unread' })).toHaveAttribute('href', '/alerts');
});

it('the views used last come first, and open their table with them', async () => {
  const names: ViewName[] = [
    { id: 'a', table: 'companies', name: 'Alpha' },
    { id: 'b', table: 'people', name: 'Beta' },
    { id: 'c', table: 'people', name: 'Gamma' },
  ];
  apiServer.use(answer(listViewNames, () => ({ data: names, total: 3 })));
  const account = session.accountKey() ?? '';
  noteUsedView(account, 'people', 'b');
  noteUsedView(account, 'people', 'c');
  openDashboard([]);
  const views = await block('Views used last');
  await views.findByText('Gamma');
  expect(views.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Gamma', '/table/people?view=c'],
    ['Beta', '/table/people?view=b'],
    ['Alpha', '/table/companies?view=a'],
  ]);
});

it('tables and views with new rows are listed with their number, and lead to the new rows', async () => {
  const since = '2026-03-20T08:00:00.000Z';
  const data = [
    { table: 'companies', view_id: null, name: 'Companies', since, new: 38 },
    { table: 'people', view_id: 'v1', name: 'Founders', since, new: 10_000 },
    { table: 'reviews', view_id: null, name: 'G2 Reviews', since, new: 0 },
    { table: 'collected-people', view_id: null, name: 'Collected people', since, new: 2 },
  ] as const;
  apiServer.use(answer(listTableVisits, () => ({ data: [...data], total: data.length })));
  openDashboard([]);
  const news = await block('New since your last visit');
  await news.findByText('38');
  expect(news.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'Companies 38',
    'Founders 10,000 or more',
    'Collected people 2',
  ]);
  expect(news.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/table/companies?updated_after=last-visit',
    '/table/people?view=v1',
    '/linkedin/people?updated_after=last-visit',
  ]);
});

it('the dashboard says so where nothing is new', async () => {
  const visit = { table: 'companies', view_id: null, name: 'Companies', since: '2026-03-20T08:00:00.000Z', new: 0 } as const;
  apiServer.use(answer(listTableVisits, () => ({ data: [visit], total: 1 })));
  openDashboard([]);
  expect(await (await block('New since your last visit')).findByText('Nothing new.')).toBeVisible();
});
