import { me } from '@leadloom/shared/contract/accounts';
import { getTableLayout } from '@leadloom/shared/contract/table-views';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';
import { aRow, defaultLayout, loadTableScreens, serveTable } from './testing/tables.fixture.ts';

const unverified = { verified: false, is_trial: null, trial_ends_on: null };
const gated = tableNames.filter((name) => tableByName(name).isGated);
const firstCell = (name: TableName, id: number) => `${tableByName(name).columns[0]?.headerName} ${id}`;

beforeAll(loadTableScreens);

describe('a table screen', () => {
  beforeEach(() => signInForTest());

  it.each(tableNames)('a screen greets and shows rows under its title: %s', async (name) => {
    serveTable({ name });
    renderApp(`/table/${name}`);
    expect(await screen.findByText('Welcome back, ada@example.com!')).toBeVisible();
    const { title, columns } = tableByName(name);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(document.title).toBe(`${title} · Leadloom`);
    await waitFor(() => expect(screen.getByRole('grid', { name: title })).toHaveTextContent(firstCell(name, 1)));
    const onScreen = columns.filter((column) => column.isStoredOnly !== true);
    expect(screen.getAllByRole('columnheader').length).toBeGreaterThanOrEqual(onScreen.length);
  });

  it('a page without a total is shown at once, and its total once it is counted', async () => {
    serveTable({ name: 'companies' });
    const release = Promise.withResolvers<void>();
    apiServer.use(
      http.get('/api/v1/table/companies', async () =>
        HttpResponse.json({ data: [aRow('companies', 1)], total: null, page: 1, per_page: 10 }),
      ),
      answer(tableEndpoints.companies.total, () => release.promise.then(() => ({ total: 4321 }))),
    );
    renderApp('/table/companies');
    await waitFor(() => expect(screen.getByRole('grid', { name: 'Companies' })).toHaveTextContent(firstCell('companies', 1)));
    expect(screen.queryByText(/4,?321/)).toBeNull();
    release.resolve();
    expect((await screen.findAllByText(/4,?321/)).length).toBeGreaterThan(0);
  });

  it('the screen shows that rows are loading while its columns are not known', async () => {
    serveTable({ name: 'companies' });
    const release = Promise.withResolvers<void>();
    apiServer.use(answer(getTableLayout, () => release.promise.then(() => defaultLayout)));
    renderApp('/table/companies');
    expect(await screen.findByRole('progressbar', { name: 'Loading rows' })).toBeVisible();
    release.resolve();
    expect(await screen.findByRole('grid', { name: 'Companies' })).toBeVisible();
  });

  it.each(['investors', 'companies', 'people'] as const)(
    'the screen shows that it is loading while the account loads: %s',
    async (name) => {
      serveTable({ name });
      const release = Promise.withResolvers<void>();
      apiServer.use(answer(me, () => release.promise.then(() => aUser())));
      renderApp(`/table/${name}`);
      expect(await screen.findByText('Loading...')).toBeVisible();
      expect(screen.queryByText(/Welcome back/)).toBeNull();
      release.resolve();
      expect(await screen.findByText('Welcome back, ada@example.com!')).toBeVisible();
      expect(screen.queryByText('Loading...')).toBeNull();
    },
  );

  it.each(['shopify', 'reddit-posts', 'tiktok-videos'] as const)('the greeting waits for the email: %s', async (name) => {
    serveTable({ name });
    const release = Promise.withResolvers<void>();
    apiServer.use(answer(me, () => release.promise.then(() => aUser())));
    renderApp(`/table/${name}`);
    expect(await screen.findByRole('heading', { level: 1, name: tableByName(name).title })).toBeVisible();
    expect(screen.queryByText('Loading...')).toBeNull();
    expect(screen.queryByText(/Welcome back/)).toBeNull();
    release.resolve();
    expect(await screen.findByText('Welcome back, ada@example.com!')).toBeVisible();
  });

  it.each(gated)('unverified people are sent to their inbox, and no rows are requested: %s', async (name) => {
    const { lists } = serveTable({ name, user: unverified });
    renderApp(`/table/${name}`);
    expect(await screen.findByText('Please verify your email to access this page.')).toBeVisible();
    expect(screen.getByText('Check your inbox and follow the verification link.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resend verification email' })).toBeVisible();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(lists).toEqual([]);
  });

  it('reviews are shown to unverified people', async () => {
    serveTable({ name: 'reviews', user: unverified });
    renderApp('/table/reviews');
    expect(await screen.findByText('Review title 1')).toBeVisible();
    expect(screen.queryByText('Please verify your email to access this page.')).toBeNull();
  });

  it('a failed load of the account can be retried', async () => {
    serveTable({ name: 'companies' });
    apiServer.use(
      http.get('/api/v1/me', () => HttpResponse.json({ msg: 'Please wait a minute.' }, { status: 429 }), { once: true }),
    );
    const { person } = renderApp('/table/companies');
    expect(await screen.findByText('Please wait a minute.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Name 1')).toBeVisible();
  });

  it('a screen shows nothing of the previous table', async () => {
    serveTable({ name: 'companies' });
    serveTable({ name: 'people' });
    const { person, location } = renderApp('/table/companies?search_query=loom&page=1');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: /menu|navigation/i }));
    await person.click(await screen.findByRole('link', { name: 'People' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'People' })).toBeVisible();
    expect(location()).toBe('/table/people');
    expect(screen.getByRole('button', { name: 'Search' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Search:/ })).toBeNull();
  });
});
