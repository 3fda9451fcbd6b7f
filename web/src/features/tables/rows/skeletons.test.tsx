import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);
beforeEach(() => signInForTest());

it('while the rows of a page are on their way, there are as many lines as rows are known to come', async () => {
  serveTable({ name: 'companies', total: 12 });
  const { promise, resolve } = Promise.withResolvers<void>();
  apiServer.use(
    http.get('/api/v1/table/companies', async ({ request }) => {
      if (new URL(request.url).searchParams.get('page') === '2') await promise;
    }),
  );
  // Past the end: the server tells how many rows there are, and the last page is asked for.
  const { location } = renderApp('/table/companies?page=9&per_page=10');
  await waitFor(() => expect(location()).toContain('page=2'));
  const lines = () => within(screen.getByRole('grid')).getAllByRole('row').slice(1);
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(screen.queryByText('No results found')).toBeNull();
  resolve();
  await screen.findByText('Name 12');
  expect(lines()).toHaveLength(2);
});
