import { me, resendVerification, type User } from '@leadloom/shared/contract/accounts';
import { listAlertMessages } from '@leadloom/shared/contract/alert-messages';
import { endFirstSteps, type FirstSteps, getDashboard, type Work } from '@leadloom/shared/contract/dashboard';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { ViewName } from '@leadloom/shared/contract/table-views';
import { listViewNames } from '@leadloom/shared/contract/table-views';
import { listTableVisits } from '@leadloom/shared/contract/table-visits';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { session } from '../../lib/session/session.ts';
import { noteUsedView } from '../../lib/used-views.ts';
import { answer } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

const noStep: FirstSteps = { table: false, extension: false, name: false, key: false };

/** @returns how often the first steps were ended */
function openDashboard(
  work: readonly Work[],
  steps: FirstSteps | null = null,
  user: Partial<User> = {},
  more: Partial<EndpointResult<typeof getDashboard>> = {},
) {
  const served = { ended: 0 };
  apiServer.use(
    answer(me, () => aUser(user)),
    answer(getDashboard, () => ({ work: [...work], first_steps: served.ended === 0 ? steps : null, ...more })),
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

it('first steps stay away when an answer that was asked for before they ended comes after', async () => {
  let asked = 0;
  const late = Promise.withResolvers<void>();
  const { person, served } = openDashboard([], { ...noStep, table: true });
  const steps = await block('First steps');
  apiServer.use(
    answer(getDashboard, async () => {
      asked += 1;
      await late.promise;
      return { work: [], first_steps: { ...noStep, table: true } };
    }),
  );
  act(() => window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(asked).toBe(1));
  await person.click(steps.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(served.ended).toBe(1));
  late.resolve();
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

it('boxes with nothing in them are not shown', async () => {
  const visit = { table: 'companies', view_id: null, name: 'Companies', since: '2026-03-20T08:00:00.000Z', new: 0 } as const;
  let asked = 0;
  apiServer.use(
    answer(listTableVisits, () => {
      asked += 1;
      return { data: [visit], total: 1 };
    }),
  );
  openDashboard([]);
  await block('Data and collectors');
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby'))).toHaveLength(2);
  for (const name of ['First steps', 'New since your last visit', 'Running and waiting', 'Alerts', 'Views used last'])
    expect(screen.queryByRole('region', { name })).toBeNull();
});

it('first steps begin with the email where it is not confirmed, with another mail, and do not end before', async () => {
  const { person, served } = openDashboard([], { table: true, extension: true, name: true, key: true }, { verified: false });
  apiServer.use(answer(resendVerification, () => ({ msg: 'A new link is on its way.' })));
  const steps = await block('First steps');
  expect(steps.getAllByRole('listitem')[0]).toHaveTextContent(/^Confirm your email/);
  expect(steps.getByText('Check your inbox and spam folder for a verification link to activate your trial.')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Resend verification email' })).toHaveLength(1);
  await person.click(steps.getByRole('button', { name: 'Resend verification email' }));
  expect(await steps.findByText('A new link is on its way.')).toBeVisible();
  expect(served.ended).toBe(0);
});

it('an operator without a second factor is told what opens the console, and nobody else is', async () => {
  const sentence = 'You run this server. Turn on a second factor to open the console.';
  openDashboard([]);
  await block('Data and collectors');
  expect(document.body).not.toHaveTextContent(sentence);
  cleanup();
  openDashboard([], null, {}, { console: 'needs_second_factor' });
  const link = await screen.findByRole('link', { name: 'Turn on a second factor' });
  expect(link).toHaveAttribute('href', '/account');
  expect(link.parentElement).toHaveTextContent(sentence);
});

it('cards of tables say how many rows they have and how many are new, and each number leads to its rows', async () => {
  const since = '2026-03-20T08:00:00.000Z';
  const data = [
    { table: 'companies', view_id: 'v1', name: 'Nordic', since, new: 7 },
    { table: 'companies', view_id: null, name: 'Companies', since, new: 12 },
    { table: 'investors', view_id: null, name: 'Investors', since, new: 0 },
    { table: 'reviews', view_id: null, name: 'G2 Reviews', since, new: 10_000 },
  ] as const;
  apiServer.use(answer(listTableVisits, () => ({ data: [...data], total: data.length })));
  openDashboard(
    [],
    null,
    {},
    {
      tables: [
        { table: 'companies', rows: 5285 },
        { table: 'investors', rows: 300 },
        { table: 'shopify', rows: 0 },
        { table: 'reviews', rows: 20_000 },
      ],
    },
  );
  const cards = await block('Data and collectors');
  await cards.findByText('12 new');
  const textOf = (title: string) => cards.getByRole('link', { name: title }).closest('li')?.textContent;
  expect(textOf('Companies')).toMatch(/5,285 · 12 new$/);
  expect(textOf('Investors')).toMatch(/300$/);
  expect(textOf('Shopify Stores')).toMatch(/No rows yet$/);
  expect(textOf('G2 Reviews')).toMatch(/20,000 · 10,000 or more new$/);
  // The account may not read it now.
  expect(textOf('People')).toMatch(/ways to reach them$/);
  expect(cards.getByRole('link', { name: '5,285 rows of Companies' })).toHaveAttribute('href', '/table/companies');
  expect(cards.getByRole('link', { name: '12 new rows of Companies' })).toHaveAttribute(
    'href',
    '/table/companies?updated_after=last-visit',
  );
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
  expect(news.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    // The name and the number lead to the same rows.
    ['/table/companies?updated_after=last-visit', '/table/people?view=v1', '/linkedin/people?updated_after=last-visit'].flatMap(
      (path) => [path, path],
    ),
  );
  expect(news.getByRole('link', { name: '38 new rows of Companies' })).toBeVisible();
});
