import { me } from '@leadloom/shared/contract/accounts';
import { changeRowList } from '@leadloom/shared/contract/my-row-changes';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, on } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { changedMeanwhile, signInToWorkspace } from '../../testing/shared-workspace.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { aUser } from '../../testing/user.ts';

const own: RowList = {
  id: 4,
  name: 'Prospects',
  table: 'companies',
  count: 1,
  note: '',
  updated_at: '2026-03-31T09:00:00.000Z',
  visibility: 'private',
  created_by: 'ada@example.com',
};
const shared: RowList = { ...own, id: 5, name: 'Q1 outreach', visibility: 'workspace', created_by: 'kim@example.com' };

describe('lists of a shared workspace', () => {
  let lists: RowList[];
  let changes: object[];

  beforeAll(() => import('./row-lists.tsx'));
  beforeEach(() => {
    lists = [own, shared];
    changes = [];
    apiServer.use(
      answer(listRowLists, ({ url }) => {
        const data = url.searchParams.get('deleted') === 'true' ? [] : lists;
        return { data: [...data], total: data.length };
      }),
      // Not by `answer`, which cannot say what is kept.
      on('PATCH', '/api/v1/lists/:list_id', async ({ request, params }) => {
        const { based_on: basedOn, ...change } = changeRowList.body.parse(await request.json());
        changes.push({ ...change, based_on: basedOn });
        const kept = lists.find(({ id }) => id === Number(params.list_id)) ?? own;
        if (basedOn !== undefined && basedOn < kept.updated_at) return changedMeanwhile(kept);
        const next = { ...kept, ...change, updated_at: '2026-03-31T09:30:00.000Z' } as RowList;
        lists = lists.map((list) => (list.id === next.id ? next : list));
        return Response.json(next);
      }),
    );
  });

  it('one’s own and those that are shared are apart, and each says whose it is', async () => {
    signInToWorkspace();
    renderApp('/lists');
    const mine = within(await screen.findByRole('region', { name: 'Mine' }));
    expect(mine.getByRole('link', { name: 'Prospects' })).toBeVisible();
    expect(mine.getByText('Private')).toBeVisible();
    const ours = within(screen.getByRole('region', { name: 'Shared' }));
    expect(ours.getByRole('link', { name: 'Q1 outreach' })).toBeVisible();
    expect(ours.getByText('Shared by kim@example.com')).toBeVisible();
  });

  it('a list is shared with everybody, and made private again by its author', async () => {
    signInToWorkspace();
    const { person } = renderApp('/lists');
    await person.click(await screen.findByRole('button', { name: 'Share with everybody in Loom Works: Prospects' }));
    expect(await screen.findByText('“Prospects” is shared with everybody in Loom Works.')).toBeVisible();
    expect(changes).toEqual([{ visibility: 'workspace', based_on: own.updated_at }]);
    await person.click(await screen.findByRole('button', { name: 'Show only to me: Prospects' }));
    expect(await screen.findByText('“Prospects” is private now.')).toBeVisible();
  });

  it('only its author and admins take a list from the others', async () => {
    signInToWorkspace();
    const { person } = renderApp('/lists');
    await screen.findByRole('link', { name: 'Q1 outreach' });
    expect(screen.queryByRole('button', { name: /^Show only to .*: Q1 outreach/ })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Rename Q1 outreach' }));
    expect(await screen.findByRole('dialog', { name: 'Rename the list' })).toBeVisible();
  });

  it('an admin makes a list of somebody else private', async () => {
    signInToWorkspace({ role: 'admin' });
    renderApp('/lists');
    expect(await screen.findByRole('button', { name: 'Show only to its author: Q1 outreach' })).toBeVisible();
  });

  it('both names are shown where somebody else renamed the list meanwhile', async () => {
    signInToWorkspace();
    const { person } = renderApp('/lists');
    await person.click(await screen.findByRole('button', { name: 'Rename Q1 outreach' }));
    const field = within(await screen.findByRole('dialog', { name: 'Rename the list' })).getByLabelText('Name');
    lists = [own, { ...shared, name: 'Spring outreach', updated_at: '2026-03-31T09:10:00.000Z' }];
    await person.clear(field);
    await person.type(field, 'First quarter{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else changed this list' }));
    expect(dialog.getByRole('row', { name: 'Name First quarter Spring outreach' })).toBeVisible();
    expect(lists[1]?.name).toBe('Spring outreach');

    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Somebody else has changed this meanwhile. Nothing was saved.')).toBeVisible();
    expect(field).toHaveValue('First quarter');

    await person.click(screen.getByRole('button', { name: 'Rename' }));
    await person.click(await screen.findByRole('button', { name: 'Save mine anyway' }));
    expect(await screen.findByRole('link', { name: 'First quarter' })).toBeVisible();
    expect(changes.at(-1)).toEqual({ name: 'First quarter', based_on: '2026-03-31T09:10:00.000Z' });
  });

  it('theirs is kept where the person says so', async () => {
    signInToWorkspace();
    const { person } = renderApp('/lists');
    await person.click(await screen.findByRole('button', { name: 'Rename Q1 outreach' }));
    const field = within(await screen.findByRole('dialog', { name: 'Rename the list' })).getByLabelText('Name');
    lists = [own, { ...shared, name: 'Spring outreach', updated_at: '2026-03-31T09:10:00.000Z' }];
    await person.type(field, ' 2{Enter}');
    await person.click(await screen.findByRole('button', { name: 'Keep theirs' }));
    expect(await screen.findByRole('link', { name: 'Spring outreach' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('what somebody else changes appears by itself, and what is being typed stays', async () => {
    fakeTimers();
    const { changed } = signInToWorkspace();
    const { person } = renderApp('/lists');
    await person.click(await screen.findByRole('button', { name: 'Rename Prospects' }));
    const field = within(await screen.findByRole('dialog', { name: 'Rename the list' })).getByLabelText('Name');
    await person.type(field, ' of May');
    await pass(5_000);
    lists = [own, shared, { ...shared, id: 6, name: 'Trade fair' }];
    await pass(5_000);
    expect(screen.queryByText('Trade fair')).toBeNull();
    changed('lists');
    await pass(5_000);
    expect(await screen.findByText('Trade fair')).toBeInTheDocument();
    expect(field).toHaveValue('Prospects of May');
    expect(field).toHaveFocus();
  });

  it('nothing is asked while the page is hidden', async () => {
    fakeTimers();
    const { changed } = signInToWorkspace();
    renderApp('/lists');
    await screen.findByRole('link', { name: 'Q1 outreach' });
    await pass(5_000);
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    lists = [own];
    changed('lists');
    await pass(20_000);
    expect(screen.getByRole('link', { name: 'Q1 outreach' })).toBeVisible();
    hidden.mockRestore();
    await pass(5_000);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Q1 outreach' })).toBeNull());
  });

  it('a personal workspace says nothing of others', async () => {
    signInForTest();
    apiServer.use(answer(me, () => aUser()));
    renderApp('/lists');
    await screen.findByRole('link', { name: 'Prospects' });
    expect(screen.queryByText('Private')).toBeNull();
    expect(screen.queryByText(/^Shared/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull();
  });

  it('a viewer sees the lists, and every change says why it is refused', async () => {
    signInToWorkspace({ role: 'viewer' });
    renderApp('/lists');
    for (const name of ['Rename Q1 outreach', 'Delete Q1 outreach', 'Pin Q1 outreach']) {
      const button = await screen.findByRole('button', { name });
      expect(button).toHaveAttribute('aria-disabled', 'true');
      expect(button).toHaveAccessibleDescription(/role “member”/);
    }
  });
});
