import { changeTableView, createTableView, listTableViews, type TableView } from '@leadloom/shared/contract/table-views';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, on } from '../../../testing/api.ts';
import { openFilter } from '../../../testing/open-filter.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { changedMeanwhile, signInToWorkspace } from '../../../testing/shared-workspace.ts';
import { fakeTimers, pass } from '../../../testing/timers.ts';
import { aView, loadTableScreens, serveTable } from '../testing/tables.fixture.ts';

beforeAll(loadTableScreens);

const shared = aView({ visibility: 'workspace', created_by: 'kim@example.com' });
const own = aView({ id: 'view-2', name: 'My looms', visibility: 'private', created_by: 'ada@example.com' });
const later = '2026-03-01T09:30:00.000Z';

async function openMenu(person: UserEvent) {
  await person.click(screen.getByRole('button', { name: 'Views' }));
  return within(await screen.findByRole('menu', { name: 'Views' }));
}

async function chooseFromMenu(person: UserEvent, item: string): Promise<void> {
  await person.click((await openMenu(person)).getByRole('menuitem', { name: item }));
}

describe('views of a shared workspace', () => {
  let views: TableView[];
  let changes: object[];

  beforeEach(() => {
    views = [shared, own];
    changes = [];
  });

  function serve(role: 'member' | 'viewer' = 'member') {
    const workspace = signInToWorkspace({ role });
    serveTable({ name: 'companies', user: workspace.user });
    apiServer.use(
      answer(listTableViews, () => ({ data: [...views] })),
      on('PATCH', '/api/v1/table-views/:view_id', async ({ request, params }) => {
        const { based_on: basedOn, ...change } = changeTableView.body.parse(await request.json());
        changes.push({ ...change, based_on: basedOn });
        const kept = views.find(({ id }) => id === params.view_id) ?? own;
        if (basedOn !== undefined && basedOn < kept.updated_at) return changedMeanwhile(kept);
        const next = { ...kept, ...change, updated_at: '2026-03-01T10:00:00.000Z' } as TableView;
        views = views.map((view) => (view.id === next.id ? next : view));
        return Response.json(next);
      }),
    );
    return workspace;
  }

  it('one’s own and those that are shared are apart in the menu, and each says whose it is', async () => {
    serve();
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    const menu = await openMenu(person);
    expect(menu.getByText('Mine')).toBeVisible();
    expect(menu.getByText('Shared')).toBeVisible();
    expect(menu.getByRole('menuitem', { name: /My looms\s*Private/ })).toBeVisible();
    expect(menu.getByRole('menuitem', { name: /Nordic textiles\s*Shared by kim@example.com/ })).toBeVisible();
  });

  it('a new view is private at first, and can be made for everybody', async () => {
    serve();
    const bodies: { readonly visibility?: string | undefined }[] = [];
    apiServer.use(
      answer(createTableView, ({ body }) => {
        bodies.push(body);
        return aView({ ...body, id: `view-${bodies.length + 2}`, created_by: 'ada@example.com' });
      }),
    );
    const { person } = renderApp('/table/companies');
    await screen.findByText('Name 1');
    for (const name of ['Looms', 'Our looms']) {
      await chooseFromMenu(person, 'Save current as…');
      const dialog = within(await screen.findByRole('dialog', { name: 'Save current view' }));
      await person.type(dialog.getByLabelText('Name'), name);
      if (name === 'Our looms') await person.click(dialog.getByRole('radio', { name: 'Everybody in Loom Works' }));
      await person.click(dialog.getByRole('button', { name: 'Save' }));
      await screen.findByRole('tab', { name, selected: true });
    }
    expect(bodies.map(({ visibility }) => visibility)).toEqual(['private', 'workspace']);
  });

  it('a screen without changes follows what somebody else saves', async () => {
    fakeTimers();
    const { changed } = serve();
    const { location } = renderApp('/table/companies?view=view-1');
    await screen.findByText('Name 15');
    await pass(5_000);
    views = [{ ...shared, state: { ...shared.state, filters: { country: ['Japan'] } }, updated_at: later }, own];
    changed('views');
    await pass(5_000);
    await waitFor(() => expect(location()).toContain('country=Japan'));
    expect(await screen.findByRole('tab', { name: 'Nordic textiles', selected: true })).toBeVisible();
  });

  it('a screen with changes stays as it is, and an update shows both versions', async () => {
    fakeTimers();
    const { changed } = serve();
    const { person, location } = renderApp('/table/companies?view=view-1');
    await screen.findByText('Name 15');
    await openFilter(person, 'With contact info');
    await person.click(await screen.findByRole('checkbox', { name: 'With contact info' }));
    await person.keyboard('{Escape}');
    await screen.findByRole('tab', { name: 'Nordic textiles (changed)', selected: true });
    await pass(5_000);
    views = [{ ...shared, state: { ...shared.state, filters: { country: ['Japan'] } }, updated_at: later }, own];
    changed('views');
    await pass(10_000);
    expect(location()).toContain('with_contact_info');
    expect(location()).toContain('country=Norway');

    await chooseFromMenu(person, 'Update “Nordic textiles”');
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else changed this view' }));
    const filters = dialog.getByRole('row', { name: /^Filters/ });
    expect(within(filters).getByText(/Norway/)).toBeVisible();
    expect(within(filters).getByText(/Japan/)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Keep theirs' }));
    await waitFor(() => expect(location()).toContain('country=Japan'));
    expect(changes).toEqual([expect.objectContaining({ based_on: shared.updated_at })]);
    expect(views[0]?.state.filters).toEqual({ country: ['Japan'] });
  });

  it('a view is renamed over what somebody else saved only once both were shown', async () => {
    serve();
    const { person } = renderApp('/table/companies?view=view-1');
    await screen.findByText('Name 15');
    await chooseFromMenu(person, 'Rename…');
    const field = within(await screen.findByRole('dialog', { name: 'Rename view' })).getByLabelText('Name');
    views = [{ ...shared, name: 'Textiles of the north', updated_at: later }, own];
    await person.type(field, ' 2{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else changed this view' }));
    expect(dialog.getByRole('row', { name: 'Name Nordic textiles 2 Textiles of the north' })).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Save mine anyway' }));
    expect(await screen.findByRole('tab', { name: 'Nordic textiles 2', selected: true })).toBeVisible();
    expect(changes.at(-1)).toEqual({ name: 'Nordic textiles 2', based_on: later });
  });

  it('a viewer opens views, and changes of them say why they are refused', async () => {
    serve('viewer');
    const { person } = renderApp('/table/companies?view=view-1');
    await screen.findByText('Name 15');
    const menu = await openMenu(person);
    for (const name of ['Save current as…', 'Rename…', 'Delete…']) {
      const item = menu.getByRole('menuitem', { name });
      expect(item).toHaveAttribute('aria-disabled', 'true');
      expect(item).toHaveAccessibleDescription(/role “member”/);
    }
    expect(screen.getByRole('button', { name: 'Export', hidden: true })).toHaveAttribute('aria-disabled', 'true');
  });
});
