import { me } from '@leadloom/shared/contract/accounts';
import { changeRowList, deleteRowList } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

const at = '2026-03-31T09:00:00.000Z';

describe('the lists of an account', () => {
  let lists: RowList[];

  beforeAll(() => import('./row-lists.tsx'));
  beforeEach(() => {
    signInForTest();
    lists = [{ id: 4, name: 'Prospects', table: 'companies', count: 1, updated_at: at }];
    apiServer.use(
      answer(me, () => aUser()),
      answer(listRowLists, () => ({ data: [...lists], total: lists.length })),
      answer(changeRowList, ({ params, body }) => {
        const { name, is_pinned: isPinned } = body;
        const change = { ...(name !== undefined && { name }), ...(isPinned !== undefined && { is_pinned: isPinned }) };
        lists = lists.map((list) => (list.id === Number(params.list_id) ? { ...list, ...change } : list));
        return { id: 4, name: 'Prospects', table: 'companies' as const, count: 1, updated_at: at, ...change };
      }),
      answer(deleteRowList, () => {
        lists = [];
        return undefined;
      }),
    );
  });

  it('each list is shown below its table, and opens it filtered', async () => {
    renderApp('/lists');
    const section = within(await screen.findByRole('region', { name: 'Companies' }));
    expect(section.getByRole('link', { name: 'Prospects' })).toHaveAttribute('href', '/table/companies?list=4');
    expect(section.getByText('1 row')).toBeVisible();
    const alert = section.getByRole('link', { name: 'Alert me of changes in Prospects' });
    expect(alert).toHaveAttribute('href', '/alerts?watch=list%3A4');
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
  });
});
