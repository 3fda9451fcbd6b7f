/** Saved views. Long because every case begins with the same server of views and layouts, which is defined here. */
import {
  createTableView,
  deleteTableView,
  getTableLayout,
  getTableView,
  listTableViews,
  saveTableLayout,
  type TableView,
  updateTableView,
} from '@leadloom/shared/contract/table-views';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { openFilter } from '../../../testing/open-filter.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { aView, defaultLayout, filtersIn, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);

const opened = '/table/companies?country=Norway,Sweden&page=1&per_page=15&sort=name&order=asc&view=view-1';

function findOpenTab(name: string | RegExp): Promise<HTMLElement> {
  return screen.findByRole('tab', { name, selected: true });
}

async function chooseFromMenu(person: UserEvent, item: string): Promise<void> {
  await person.click(screen.getByRole('button', { name: 'Views' }));
  await person.click(await screen.findByRole('menuitem', { name: item }));
}

describe('saved views', () => {
  beforeEach(() => signInForTest());

  it('views open with their filters, order and size', async () => {
    const { lists } = serveTable({ name: 'companies', views: [aView()] });
    const { person, location } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await chooseFromMenu(person, 'Nordic textiles');
    await waitFor(() => expect(location()).toBe(opened));
    expect(await screen.findByText('Name 15')).toBeVisible();
    expect(filtersIn(lists.at(-2))).toEqual({ country: ['Norway', 'Sweden'], sort: ['name'], order: ['asc'] });
    expect(await findOpenTab('Nordic textiles')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Alert me' })).toHaveAttribute('href', '/alerts?watch=view%3Aview-1');
  });

  it('the default view is applied if the address is empty', async () => {
    const { lists } = serveTable({ name: 'companies', views: [aView({ is_default: true })] });
    const { location } = renderApp('/table/companies');
    await screen.findByText('Name 15');
    expect(location()).toBe(opened);
    expect(lists.every((url) => url.searchParams.get('per_page') === '15')).toBe(true);
  });

  it('a view is pinned to the sidebar in the menu of views', async () => {
    serveTable({ name: 'companies', views: [aView()] });
    const bodies: object[] = [];
    apiServer.use(
      answer(getTableView, () => aView()),
      answer(updateTableView, ({ body }) => {
        bodies.push(body);
        return aView(body);
      }),
    );
    const { person } = renderApp(opened);
    await findOpenTab('Nordic textiles');
    await chooseFromMenu(person, 'Pin to the sidebar');
    expect(await screen.findByText('“Nordic textiles” was pinned to the sidebar.')).toBeVisible();
    const { name, state, is_default } = aView();
    expect(bodies).toEqual([{ name, state, is_default, is_pinned: true }]);
  });

  it('an address with its own state is not changed by the default view', async () => {
    serveTable({ name: 'companies', views: [aView({ is_default: true })] });
    const { location } = renderApp('/table/companies?page=2');
    await screen.findByText('Name 11');
    expect(location()).toBe('/table/companies?page=2');
  });

  it('the current state is saved under a name, and a taken name is reported', async () => {
    serveTable({ name: 'companies' });
    const bodies: unknown[] = [];
    apiServer.use(
      answer(createTableView, ({ body }) => {
        bodies.push(body);
        if (bodies.length === 1) throw refuse('VIEW.NAME_TAKEN');
        return aView({ ...body, id: 'view-2' });
      }),
    );
    const { person, location } = renderApp('/table/companies?search_query=loom&page=1&per_page=15&sort=revenue&order=desc');
    await screen.findByText('Name 1');
    await chooseFromMenu(person, 'Save current as…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Save current view' }));
    await person.type(dialog.getByLabelText('Name'), 'Looms{Enter}');
    expect(await dialog.findByText('You already have a view with this name.')).toBeVisible();
    await person.type(dialog.getByLabelText('Name'), ' 2{Enter}');
    await waitFor(() => expect(location()).toContain('view=view-2'));
    expect(bodies.at(-1)).toEqual({
      table: 'companies',
      name: 'Looms 2',
      is_default: false,
      state: { filters: { search_query: 'loom' }, columns: [], sort: 'revenue', order: 'desc', per_page: 15 },
    });
    expect(await findOpenTab('Looms 2')).toBeVisible();
  });

  it('views can be updated, renamed, made the default and deleted', async () => {
    serveTable({ name: 'companies', views: [aView()] });
    let kept: TableView = aView();
    const deleted: unknown[] = [];
    apiServer.use(
      answer(getTableView, () => kept),
      answer(updateTableView, ({ body }) => {
        kept = { ...kept, ...body };
        return kept;
      }),
      answer(deleteTableView, ({ params }) => {
        deleted.push(params.view_id);
        return undefined;
      }),
    );
    const { person, location } = renderApp('/table/companies?view=view-1');
    await screen.findByText('Name 15');
    await openFilter(person, 'With contact info');
    await person.click(await screen.findByRole('checkbox', { name: 'With contact info' }));
    await person.keyboard('{Escape}');
    await findOpenTab('Nordic textiles (changed)');
    await chooseFromMenu(person, 'Update “Nordic textiles”');
    await findOpenTab('Nordic textiles');
    expect(kept.state.filters).toEqual({ country: ['Norway', 'Sweden'], with_contact_info: true });

    await chooseFromMenu(person, 'Rename…');
    const name = within(await screen.findByRole('dialog', { name: 'Rename view' })).getByLabelText('Name');
    await person.clear(name);
    await person.type(name, 'Northern looms{Enter}');
    await findOpenTab('Northern looms');

    await chooseFromMenu(person, 'Use as default');
    expect(await screen.findByText('This table now opens with “Northern looms”.')).toBeVisible();
    expect(kept.is_default).toBe(true);
    await chooseFromMenu(person, 'Stop using as default');
    await waitFor(() => expect(kept.is_default).toBe(false));

    await chooseFromMenu(person, 'Delete…');
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await findOpenTab('All')).toBeVisible();
    expect(deleted).toEqual(['view-1']);
    await waitFor(() => expect(location()).not.toContain('view='));
    expect(location()).toContain('country=Norway,Sweden');
  });

  it('a change keeps what another tab has changed in the view', async () => {
    serveTable({ name: 'companies', views: [aView()] });
    const newer = { filters: { country: ['Finland'] }, columns: [], sort: null, order: null, per_page: 10 };
    let kept = aView({ state: newer });
    apiServer.use(
      answer(getTableView, () => kept),
      answer(updateTableView, ({ body }) => {
        kept = { ...kept, ...body };
        return kept;
      }),
    );
    const { person } = renderApp('/table/companies?view=view-1');
    await screen.findByText('Name 15');
    await chooseFromMenu(person, 'Use as default');
    expect(await screen.findByText('This table now opens with “Nordic textiles”.')).toBeVisible();
    expect(kept).toMatchObject({ state: newer, name: 'Nordic textiles', is_default: true });

    kept = { ...kept, is_default: false };
    await chooseFromMenu(person, 'Rename…');
    const name = within(await screen.findByRole('dialog', { name: 'Rename view' })).getByLabelText('Name');
    await person.type(name, ' 2{Enter}');
    await findOpenTab(/^Nordic textiles 2/);
    expect(kept).toMatchObject({ state: newer, name: 'Nordic textiles 2', is_default: false });
  });

  it('the menu does not claim that there are no views while they load or after a failure', async () => {
    const logged = expectLogged('The views of a table could not be loaded.');
    serveTable({ name: 'companies' });
    const release = Promise.withResolvers<void>();
    let asked = 0;
    apiServer.use(
      answer(listTableViews, async () => {
        asked += 1;
        if (asked > 1) return { data: [aView()] };
        await release.promise;
        throw refuse('SERVER.INTERNAL');
      }),
    );
    const { person } = renderApp('/table/companies?page=1');
    await screen.findByText('Name 1');
    await person.click(screen.getByRole('button', { name: 'Views' }));
    expect(await screen.findByRole('menuitem', { name: 'Loading…' })).toBeVisible();
    release.resolve();
    expect(await screen.findByRole('menuitem', { name: 'The views could not be loaded.' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'You have no views for this table yet.' })).toBeNull();
    await person.click(screen.getByRole('menuitem', { name: 'Try again' }));
    expect(await screen.findByRole('menuitem', { name: 'Nordic textiles' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Try again' })).toBeNull();
    expect(await logged()).toHaveLength(1);
  });

  it('a shared view opens read-only, and a copy can be saved', async () => {
    serveTable({ name: 'companies' });
    apiServer.use(answer(getTableView, () => aView({ is_own: false })));
    const { person, location } = renderApp('/table/companies?view=view-1');
    await screen.findByText('Name 15');
    expect(location()).toBe(opened);
    expect(await findOpenTab('Nordic textiles')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Views' }));
    expect(await screen.findByRole('menuitem', { name: 'Save a copy…' })).toBeVisible();
    for (const item of ['Rename…', 'Delete…', 'Use as default'])
      expect(screen.queryByRole('menuitem', { name: item })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: /^Update/ })).toBeNull();
  });

  it('a deleted view is reported, and the table is shown', async () => {
    serveTable({ name: 'companies' });
    apiServer.use(
      answer(getTableView, () => {
        throw refuse('VIEW.NOT_FOUND');
      }),
    );
    const { location } = renderApp('/table/companies?view=gone');
    expect(await screen.findByRole('alert')).toHaveTextContent('This view does not exist.');
    expect(await screen.findByText('Name 1')).toBeVisible();
    expect(location()).toBe('/table/companies?page=1&per_page=10');
  });

  it('a view is shared by a link', async () => {
    serveTable({ name: 'companies', views: [aView()] });
    const { person } = renderApp('/table/companies?view=view-1');
    await screen.findByText('Name 15');
    await chooseFromMenu(person, 'Copy link…');
    expect(await screen.findByText(/\/table\/companies\?view=view-1$/)).toBeVisible();
  });

  it('views work for reviews, whose address is not read otherwise', async () => {
    const { lists } = serveTable({ name: 'reviews' });
    const state = { filters: { rating: ['4-5'] }, columns: [], sort: null, order: null, per_page: 10 };
    apiServer.use(answer(getTableView, () => aView({ table: 'reviews', state, is_own: false })));
    renderApp('/table/reviews?view=view-1&search_query=ignored');
    await screen.findByText('Review title 1');
    expect(filtersIn(lists.at(-1))).toEqual({ rating: ['4-5'] });
  });
});

describe('views as tabs', () => {
  beforeEach(() => signInForTest());

  const sevenViews = Array.from({ length: 7 }, (_, index) => aView({ id: `view-${index}`, name: `View ${index}` }));
  const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent);

  it('the default view is the first tab, five others used last follow, and the menu has all', async () => {
    const views = [...sevenViews, aView({ id: 'default', name: 'Zenith', is_default: true })];
    serveTable({ name: 'companies', views });
    const { person, location } = renderApp('/table/companies?page=1');
    await screen.findByText('Name 1');
    await waitFor(() => expect(tabs()).toEqual(['All', 'Zenith', 'View 0', 'View 1', 'View 2', 'View 3', 'View 4']));
    await person.click(screen.getByRole('button', { name: 'Views' }));
    await person.click(await screen.findByRole('menuitem', { name: 'View 6' }));
    expect(await findOpenTab('View 6')).toBeVisible();
    expect(tabs()).toEqual(['All', 'Zenith', 'View 0', 'View 1', 'View 2', 'View 3', 'View 6']);
    await person.click(screen.getByRole('tab', { name: 'All' }));
    expect(await findOpenTab('All')).toBeVisible();
    expect(tabs()).toContain('View 6');
    expect(location()).toBe('/table/companies?page=1&per_page=15');
  });

  it('the arrow keys move between the tabs, and Enter opens one', async () => {
    serveTable({ name: 'companies', views: [aView()] });
    const { person, location } = renderApp('/table/companies?page=1');
    (await screen.findByRole('tab', { name: 'Nordic textiles' })).focus();
    await person.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'All' })).toHaveFocus();
    await person.keyboard('{ArrowLeft}{Enter}');
    expect(await findOpenTab('Nordic textiles')).toHaveFocus();
    expect(location()).toBe(opened);
  });
});

describe("the account's own layout", () => {
  beforeEach(() => signInForTest());

  const hidden = (field: string) => ({ field, width: null, is_hidden: true, is_pinned: false });

  async function hideCountry(person: UserEvent): Promise<void> {
    await person.click(screen.getByRole('button', { name: /^Columns/ }));
    await person.click(await screen.findByRole('checkbox', { name: 'Country' }));
    await person.keyboard('{Escape}');
  }

  it('the column layout is loaded from the server', async () => {
    serveTable({ name: 'companies' });
    apiServer.use(answer(getTableLayout, () => ({ ...defaultLayout, columns: [hidden('country')] })));
    renderApp('/table/companies');
    await screen.findByText('Name 1');
    expect(screen.queryByRole('columnheader', { name: /^Country/ })).toBeNull();
  });

  it('an address without a size means ten rows until the account chooses another size in the pager', async () => {
    const { lists } = serveTable({ name: 'companies', layout: { per_page: 25 } });
    const sent: unknown[] = [];
    apiServer.use(
      answer(saveTableLayout, ({ body }) => {
        sent.push(body.per_page);
        return { ...defaultLayout, columns: body.columns };
      }),
    );
    const { person, location } = renderApp('/table/companies');
    await screen.findByText('Name 25');
    expect(lists[0]?.search).toBe('?page=1&per_page=25');
    const sizes = screen.getByRole('combobox', { name: /^Rows/ });
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['10', '15', '25', '50', '100']);
    await person.selectOptions(sizes, '50');
    await waitFor(() => expect(location()).toBe('/table/companies?page=1&per_page=50'));
    await waitFor(() => expect(sent).toEqual([50]));
  });

  it('the density is shown as it was saved, and a choice is kept with the layout', async () => {
    serveTable({ name: 'companies', layout: { density: 'compact', columns: [hidden('country')] } });
    const sent: unknown[] = [];
    apiServer.use(
      answer(saveTableLayout, ({ body }) => {
        sent.push(body);
        return { ...defaultLayout, columns: body.columns };
      }),
    );
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    const frame = screen.getByRole('grid').closest('[data-density]');
    expect(frame).toHaveAttribute('data-density', 'compact');
    await person.click(screen.getByRole('button', { name: 'Density' }));
    expect(screen.getByRole('menuitemradio', { name: 'Compact' })).toBeChecked();
    await person.click(screen.getByRole('menuitemradio', { name: 'Comfortable' }));
    expect(frame).toHaveAttribute('data-density', 'comfortable');
    await waitFor(() => expect(sent).toEqual([{ ...defaultLayout, columns: [hidden('country')] }]));
  });

  it('changes of the layout are sent once after a pause', async () => {
    serveTable({ name: 'companies' });
    const sent: unknown[] = [];
    apiServer.use(
      answer(saveTableLayout, ({ body }) => {
        sent.push(body.columns.filter(({ is_hidden }) => is_hidden).map(({ field }) => field));
        return { ...defaultLayout, columns: body.columns };
      }),
    );
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await hideCountry(person);
    expect(screen.queryByRole('columnheader', { name: /^Country/ })).toBeNull();
    await waitFor(() => expect(sent).toEqual([['country']]));
    await waitFor(() => expect(localStorage.getItem('leadloom-unsaved-columns-companies')).toBeNull());
  });

  it('changes of the layout are kept while the server is unavailable, and sent when the connection is back', async () => {
    serveTable({ name: 'companies' });
    let isAway = true;
    const sent: unknown[] = [];
    apiServer.use(
      http.put('/api/v1/table-layouts/companies', async ({ request }) => {
        if (isAway) return HttpResponse.error();
        const body = await request.json();
        sent.push(body);
        return HttpResponse.json(body);
      }),
    );
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    await hideCountry(person);
    await waitFor(() => expect(localStorage.getItem('leadloom-unsaved-columns-companies')).toContain('"is_hidden":true'));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    isAway = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(localStorage.getItem('leadloom-unsaved-columns-companies')).toBeNull());
  });
});
