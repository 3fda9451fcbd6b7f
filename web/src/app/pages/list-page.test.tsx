import { me } from '@leadloom/shared/contract/accounts';
import { changeRowList } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filtersIn, loadPeopleScreen, servePeople } from '../../features/people/testing/people.fixture.ts';
import { loadTableScreens, serveTable } from '../../features/tables/testing/tables.fixture.ts';
import { answer, refuse } from '../../testing/api.ts';
import { openFilter } from '../../testing/open-filter.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

const at = '2026-03-31T09:00:00.000Z';

describe('the page of a list', () => {
  let lists: RowList[];

  beforeAll(async () => {
    await loadTableScreens();
    await loadPeopleScreen();
    await import('./list-page.tsx');
  });
  beforeEach(() => {
    signInForTest();
    lists = [{ id: 4, name: 'Prospects', table: 'companies', count: 25, note: '', updated_at: at }];
    apiServer.use(
      answer(me, () => aUser()),
      answer(listRowLists, () => ({ data: [...lists], total: lists.length })),
      answer(changeRowList, ({ body }) => {
        lists = lists.map(({ name, note, ...list }) => ({ ...list, name: body.name ?? name, note: body.note ?? note }));
        const [list] = lists;
        if (list === undefined) throw refuse('ROW_LIST.NOT_FOUND');
        return list;
      }),
    );
  });

  it('the page of a list shows its rows alone, and its name and note are changed in their place', async () => {
    const { lists: asked } = serveTable({ name: 'companies' });
    const { person, location } = renderApp('/lists/4?country=Norway');
    await screen.findByText('Name 1');
    expect(screen.getByRole('heading', { level: 1, name: 'Prospects' })).toBeVisible();
    expect(document.title).toBe('Prospects · Leadloom');
    expect(screen.getByText(/^25 rows in/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Alert me' })).toHaveAttribute('href', '/alerts?watch=list%3A4');
    expect(new Set(asked.map(({ searchParams }) => searchParams.get('list')))).toEqual(new Set(['4']));
    expect(screen.queryByRole('button', { name: /^List/ })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Clear Country' }));
    await waitFor(() => expect(location()).toBe('/lists/4?page=1&per_page=10'));
    expect(asked.at(-1)?.searchParams.get('list')).toBe('4');

    await person.click(screen.getByRole('button', { name: 'Rename the list' }));
    await person.clear(screen.getByLabelText('Name of the list'));
    await person.keyboard('Customers{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rename the list' })).toHaveFocus());
    await person.click(screen.getByRole('button', { name: 'Add a note' }));
    await person.keyboard('For the spring{Control>}{Enter}{/Control}');
    expect(await screen.findByText('For the spring')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Change the note' }));
    await person.keyboard(' and the autumn{Escape}');
    expect(await screen.findByText('For the spring')).toBeVisible();
    expect(lists).toMatchObject([{ name: 'Customers', note: 'For the spring' }]);
  });

  it('a refused name stays in its field with the reason', async () => {
    serveTable({ name: 'companies' });
    apiServer.use(
      answer(changeRowList, () => {
        throw refuse('ROW_LIST.NAME_TAKEN');
      }),
    );
    const { person } = renderApp('/lists/4');
    await person.click(await screen.findByRole('button', { name: 'Rename the list' }));
    await person.keyboard(' 2{Enter}');
    expect(await screen.findByText('You already have a list with this name.')).toBeVisible();
    expect(screen.getByLabelText('Name of the list')).toHaveValue('Prospects 2');
    await person.keyboard('{Escape}');
    expect(screen.getByRole('heading', { level: 1, name: 'Prospects' })).toBeVisible();
  });

  it('an unknown list says where deleted ones are', async () => {
    renderApp('/lists/77');
    expect(await screen.findByRole('heading', { level: 1, name: 'List not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Lists' })).toHaveAttribute('href', '/lists');
  });

  it('the page of a list of collected people shows those on it alone, and says if there is nobody', async () => {
    lists = [{ id: 7, name: 'To call', table: 'collected-people', count: 1, note: '', updated_at: at }];
    const { lists: asked } = servePeople();
    const { person, location } = renderApp('/lists/7');
    expect(await screen.findByText('Nobody is on this list yet.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'To call' })).toBeVisible();
    expect(asked.map((one) => filtersIn(one))).toEqual([{ list: '7' }]);
    await openFilter(person, 'With email');
    await person.click(await screen.findByRole('checkbox', { name: 'With email' }));
    await waitFor(() => expect(location()).toBe('/lists/7?with_email=true'));
    expect(await screen.findByText('Nobody matches these filters.')).toBeVisible();
    expect(filtersIn(asked.at(-1))).toEqual({ list: '7', with_email: 'true' });
    await person.keyboard('{Escape}');
    await person.click(await screen.findByRole('button', { name: 'Show everyone' }));
    await waitFor(() => expect(location()).toBe('/lists/7'));
  });
});
