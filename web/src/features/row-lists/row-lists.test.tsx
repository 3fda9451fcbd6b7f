import { me } from '@leadloom/shared/contract/accounts';
import { changeRowList, deleteRowList, restoreRowList } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

const at = '2026-03-31T09:00:00.000Z';

describe('the lists of an account', () => {
  let lists: RowList[];
  let deleted: RowList[];

  beforeAll(() => import('./row-lists.tsx'));
  beforeEach(() => {
    signInForTest();
    lists = [{ id: 4, name: 'Prospects', table: 'companies', count: 1, note: '', updated_at: at }];
    deleted = [];
    apiServer.use(
      answer(me, () => aUser()),
      answer(listRowLists, ({ url }) => {
        const data = url.searchParams.get('deleted') === 'true' ? deleted : lists;
        return { data: [...data], total: data.length };
      }),
      answer(changeRowList, ({ params, body }) => {
        const { name, is_pinned: isPinned } = body;
        const change = { ...(name !== undefined && { name }), ...(isPinned !== undefined && { is_pinned: isPinned }) };
        lists = lists.map((list) => (list.id === Number(params.list_id) ? { ...list, ...change } : list));
        const [list] = lists;
        if (list === undefined) throw refuse('ROW_LIST.NOT_FOUND');
        return list;
      }),
      answer(deleteRowList, ({ url }) => {
        if (url.searchParams.get('deleted') === 'true') deleted = [];
        else [lists, deleted] = [[], lists.map((list) => ({ ...list, deleted_at: at }))];
        return undefined;
      }),
      answer(restoreRowList, () => {
        const [list] = deleted;
        if (list === undefined) throw refuse('ROW_LIST.NOT_FOUND');
        const { deleted_at, ...restored } = { ...list, name: `${list.name} (2)` };
        [lists, deleted] = [[restored], []];
        return restored;
      }),
    );
  });

  it('each list is shown below its table, and leads to its page', async () => {
    renderApp('/lists');
    const section = within(await screen.findByRole('region', { name: 'Companies' }));
    expect(section.getByRole('link', { name: 'Prospects' })).toHaveAttribute('href', '/lists/4');
    expect(section.getByText('1 row')).toBeVisible();
    const alert = section.getByRole('link', { name: 'Alert me of changes in Prospects' });
    expect(alert).toHaveAttribute('href', '/alerts?watch=list%3A4');
    expect(screen.queryByText(/Deleted lists/)).toBeNull();
  });

  it('a list is renamed, and deleted after one question', async () => {
    const { person } = renderApp('/lists');
    await person.click(await screen.findByRole('button', { name: 'Rename Prospects' }));
    const field = screen.getByLabelText('Name');
    await person.clear(field);
    await person.type(field, 'Customers{Enter}');
    await person.click(await screen.findByRole('button', { name: 'Delete Customers' }));
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getByText(/No lists yet/)).toBeVisible());
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Customers (2)' })).toBeVisible();
    expect(screen.getByText('Customers was restored as Customers (2), because another list has its name.')).toBeVisible();
  });

  it('a deleted list is folded away with the day on which it is gone, and is restored or deleted for good', async () => {
    deleted = [{ id: 5, name: 'Old leads', table: 'companies', count: 1_200, note: '', updated_at: at, deleted_at: at }];
    const { person } = renderApp('/lists');
    await person.click(await screen.findByText('Deleted lists (1)'));
    expect(screen.getByText('1,200 rows in Companies. Gone on Apr 30, 2026.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Delete for good: Old leads' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Old leads for good?' }));
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await person.click(screen.getByRole('button', { name: 'Restore Old leads' }));
    expect(await screen.findByRole('link', { name: 'Old leads (2)' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/Deleted lists/)).toBeNull());
  });
});
