import { me } from '@leadloom/shared/contract/accounts';
import { listPinnedCharts, type PinnedChart } from '@leadloom/shared/contract/table-views';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

beforeEach(() => signInForTest());

const pinned: PinnedChart[] = [
  {
    id: 'view-1',
    table: 'companies',
    name: 'Nordic',
    filters: { country: ['Norway'] },
    chart: { by: ['region'], measure: 'count' },
  },
  { id: 'view-2', table: 'people', name: 'Broken', filters: {}, chart: { by: ['country'], measure: 'count' } },
  { id: 'view-3', table: 'people', name: 'Old', filters: {}, chart: { by: ['colour'], measure: 'count' } },
  {
    id: 'view-4',
    table: 'people',
    name: 'New ones',
    filters: { updated_after: 'last-visit' },
    chart: { by: ['country'], measure: 'count' },
  },
];

it('pinned charts are small on the dashboard, each leads to its view, and a failed one fails alone', async () => {
  const asked: string[] = [];
  let isFailing = true;
  apiServer.use(
    answer(me, () => aUser()),
    answer(listPinnedCharts, () => ({ data: pinned, total: pinned.length })),
    answer(tableEndpoints.companies.summary, ({ url }) => {
      asked.push(url.search);
      return { data: [{ by: ['Europe'], value: 1200 }], total: 1200, other: 0 };
    }),
    answer(tableEndpoints.people.summary, () => {
      if (isFailing) throw refuse('LIST.TOO_SLOW', 'This takes too long. Narrow the filters.');
      return { data: [], total: 0, other: 0 };
    }),
  );
  const { person } = renderApp('/dashboard');
  const charts = within(await screen.findByRole('region', { name: 'Charts' }));
  expect(await charts.findByText('Companies by region · 1,200 rows')).toBeVisible();
  expect(asked).toEqual(['?country=Norway&by=region&measure=count']);
  expect(charts.getByRole('link', { name: 'Nordic' })).toHaveAttribute('href', '/table/companies?view=view-1');
  expect(await charts.findByText('This takes too long. Narrow the filters.')).toBeVisible();
  expect(charts.getByText('This chart is not available any more.')).toBeVisible();
  expect(charts.getByText('Open it to see what changed since your last visit.')).toBeVisible();
  isFailing = false;
  await person.click(charts.getByRole('button', { name: 'Try again' }));
  expect(await charts.findByText('No rows match')).toBeVisible();
});
