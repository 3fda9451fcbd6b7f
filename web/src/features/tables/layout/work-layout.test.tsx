import { changePreferences, getPreferences, type PreferencesChange } from '@leadloom/shared/contract/preferences';
import { listSampleRows } from '@leadloom/shared/contract/sample-rows';
import { saveTableLayout } from '@leadloom/shared/contract/table-views';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aView, defaultLayout, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

const OFFER = 'More rows, and what matters first: use the work layout';

beforeAll(loadTableScreens);

describe('the work layout', () => {
  beforeEach(() => signInForTest());

  function servePreferences(layout: 'specified' | 'work', layout_offer: 'open' | 'closed'): readonly PreferencesChange[] {
    const sent: PreferencesChange[] = [];
    apiServer.use(
      answer(getPreferences, () => ({ layout, layout_offer })),
      answer(changePreferences, ({ body }) => {
        sent.push(body);
        return { layout: body.layout ?? layout, layout_offer: body.layout_offer ?? layout_offer };
      }),
    );
    return sent;
  }
  const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : null);
  const fields = () =>
    [...screen.getByRole('grid').querySelectorAll('th[data-field]')].map((header) => header.getAttribute('data-field'));

  it('is offered over the first table one opens, until it is used', async () => {
    serveTable({ name: 'companies' });
    const sent = servePreferences('specified', 'open');
    const { person } = renderApp('/table/companies');
    expect(await screen.findByText(OFFER)).toBeVisible();
    await screen.findByText('Name 1');
    expect(fields().slice(0, 3)).toEqual(['name', 'linkedin_url', 'website']);
    await person.click(screen.getByRole('button', { name: 'Use it' }));
    await waitFor(() => expect(fields().slice(0, 4)).toEqual(['name', 'website', 'verticals', 'employee_count']));
    expect(screen.queryByText(OFFER)).toBeNull();
    expect(sent).toEqual([{ layout: 'work', layout_offer: 'closed' }]);
    expect(screen.getByRole('grid').closest('[data-density]')).toHaveAttribute('data-density', 'compact');
  });

  it('is not offered again once the offer was closed', async () => {
    serveTable({ name: 'companies' });
    const sent = servePreferences('specified', 'open');
    const { person } = renderApp('/table/companies');
    await person.click(await screen.findByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull());
    await waitFor(() => expect(screen.getByRole('region', { name: 'Rows' })).toContainElement(focused()));
    await waitFor(() => expect(sent).toEqual([{ layout_offer: 'closed' }]));
  });

  it('is offered beside the line that says that the rows are invented', async () => {
    serveTable({ name: 'companies', total: 25 });
    servePreferences('specified', 'open');
    apiServer.use(
      answer(listSampleRows, () => ({ tables: ['companies' as const], account: false })),
      answer(tableEndpoints.companies.total, () => ({ total: 25 })),
    );
    renderApp('/table/companies');
    expect(await screen.findByText(/^These rows are invented samples\./)).toBeVisible();
    expect(screen.getByText(OFFER)).toBeVisible();
  });

  it('shows rows of several pages under each other, and profiles as icons with a name', async () => {
    const { lists } = serveTable({ name: 'companies', total: 60 });
    servePreferences('work', 'closed');
    renderApp('/table/companies?page=1&per_page=10');
    await screen.findByText('Name 1');
    expect(await screen.findByText('Name 35')).toBeInTheDocument();
    expect(lists.map(({ searchParams }) => searchParams.get('page'))).toEqual(expect.arrayContaining(['1', '2', '3', '4']));
    const grid = screen.getByRole('grid');
    expect(grid).toHaveAttribute('aria-rowcount', '61');
    expect(within(grid).getByText('Name 35').closest('tr')).toHaveAttribute('aria-rowindex', '36');
    expect(screen.queryByRole('combobox', { name: /^Rows/ })).toBeNull();
  });

  it('has columns and a page size of its own, and leaves those of the other layout as they are', async () => {
    const hidden = { field: 'city', width: null, is_hidden: true, is_pinned: false };
    serveTable({ name: 'companies', layout: { columns: [hidden], per_page: 15 } });
    servePreferences('work', 'closed');
    const sent: unknown[] = [];
    apiServer.use(
      answer(saveTableLayout, ({ body }) => {
        sent.push(body);
        return { ...defaultLayout, columns: body.columns };
      }),
    );
    const { person, location } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    expect(fields()).toContain('city');
    expect(fields()).not.toContain('region');
    await person.click(screen.getByRole('button', { name: 'Density' }));
    await person.click(await screen.findByRole('menuitemradio', { name: '50' }));
    await waitFor(() => expect(location()).toBe('/table/companies?page=1&per_page=50'));
    await waitFor(() => expect(sent).toEqual([{ ...defaultLayout, columns: [hidden], per_page: 15, work_per_page: 50 }]));
  });

  it('a view that was saved in it is not changed by the other layout', async () => {
    const view = aView();
    serveTable({ name: 'companies', total: 60, views: [{ ...view, state: { ...view.state, per_page: 25, columns: [] } }] });
    servePreferences('work', 'closed');
    const { person } = renderApp(`/table/companies?view=${view.id}`);
    expect(await screen.findByRole('tab', { name: view.name, selected: true })).toBeVisible();
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Density' }));
    await person.click(await screen.findByRole('menuitemradio', { name: /^Specified/ }));
    await waitFor(() => expect(fields().slice(0, 3)).toEqual(['name', 'linkedin_url', 'website']));
    expect(screen.getByRole('tab', { name: view.name, selected: true })).toBeVisible();
  });
});
