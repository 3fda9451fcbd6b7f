import { me } from '@leadloom/shared/contract/accounts';
import { listProfiles } from '@leadloom/shared/contract/collected-profiles';
import { listRowLists } from '@leadloom/shared/contract/my-rows';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { listMembers, listWorkspaceInvites, listWorkspaces, type Workspace } from '@leadloom/shared/contract/workspaces';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';
import { aPersonalWorkspace, aSharedWorkspace, aUserIn, workIn } from '../../testing/workspaces.ts';

const shared = aSharedWorkspace();
let loaded: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  loaded = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
});

/** Renders a screen in the workspace; null: in the personal one. */
async function renderIn(workspace: Workspace | null, path = '/no/such') {
  signInForTest();
  if (workspace !== null) workIn(workspace);
  apiServer.use(answer(me, () => (workspace === null ? aUser() : aUserIn(workspace))));
  const app = renderApp(path);
  await screen.findByRole('button', { name: 'Logout' });
  return app;
}

const offer = (...others: readonly Workspace[]) =>
  apiServer.use(answer(listWorkspaces, () => ({ data: [aPersonalWorkspace(), ...others], total: others.length + 1 })));

describe('the switcher', () => {
  it('somebody who works alone sees none', async () => {
    const asked: string[] = [];
    apiServer.use(
      answer(listWorkspaces, ({ url }) => {
        asked.push(url.pathname);
        return { data: [aPersonalWorkspace()], total: 1 };
      }),
    );
    await renderIn(null);
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /^Workspace/ })).toBeNull();
  });

  it('who is a member elsewhere sees it in the personal workspace, too', async () => {
    offer(shared);
    const { person } = await renderIn(null);
    await person.click(await screen.findByRole('button', { name: 'Workspace: Personal' }));
    const menu = within(await screen.findByRole('menu', { name: 'Workspaces' }));
    expect(await menu.findByRole('menuitemradio', { name: /^Personal/ })).toHaveAttribute('aria-checked', 'true');
    expect(menu.queryByRole('menuitem', { name: 'Members' })).toBeNull();
  });

  it('another workspace is opened on the same screen, by another load of the page', async () => {
    offer(shared, aSharedWorkspace({ id: 13, name: 'Dye works', members: 1 }));
    apiServer.use(
      answer(listMembers, () => ({ data: [], total: 0 })),
      answer(listWorkspaceInvites, () => ({ data: [], total: 0 })),
    );
    const { person } = await renderIn(shared, '/workspace');
    await person.click(await screen.findByRole('button', { name: 'Workspace: Warp & Weft' }));
    await person.click(await screen.findByRole('menuitemradio', { name: /^Dye works/ }));
    expect(loaded).toHaveBeenCalledExactlyOnceWith('/app/workspace');
    expect(JSON.parse(sessionStorage.getItem('leadloom-workspace') ?? '')).toMatchObject({ workspace: { id: 13 } });
  });

  it('a screen of one thing of this workspace is left for the dashboard', async () => {
    offer(shared);
    const { person } = await renderIn(shared, '/no/such/screen');
    await person.click(await screen.findByRole('button', { name: 'Workspace: Warp & Weft' }));
    await person.click(await screen.findByRole('menuitemradio', { name: /^Personal/ }));
    expect(loaded).toHaveBeenCalledExactlyOnceWith('/app/dashboard');
  });

  it('a list that could not be loaded is asked for again', async () => {
    let isBroken = true;
    apiServer.use(
      answer(listWorkspaces, () => {
        if (isBroken) throw refuse('RATE.LIMITED', 'Too many calls.');
        return { data: [aPersonalWorkspace(), shared], total: 2 };
      }),
    );
    const { person } = await renderIn(shared, '/no/such/screen');
    await person.click(await screen.findByRole('button', { name: 'Workspace: Warp & Weft' }));
    const again = await screen.findByRole('menuitem', { name: 'They could not be loaded. Try again' });
    isBroken = false;
    await person.click(again);
    expect(await screen.findByRole('menuitemradio', { name: /^Personal/ })).toBeVisible();
  });
});

describe('a link that names a workspace', () => {
  it('opens there, and the parameter leaves the address', async () => {
    signInForTest('41');
    const named: (string | null)[] = [];
    apiServer.use(
      answer(me, ({ headers }) => {
        named.push(headers.get('x-workspace'));
        return aUserIn(shared);
      }),
    );
    const { location } = renderApp('/no/such?workspace=12&country=Norway&where=city%20is%20blank');
    expect(await screen.findByRole('button', { name: 'Workspace: Warp & Weft' })).toBeVisible();
    expect(location()).toBe('/no/such?country=Norway&where=city%20is%20blank');
    expect(named).toEqual(['12']);
  });

  it('a reader who is no member is told so, and led to the personal workspace', async () => {
    signInForTest('42');
    apiServer.use(
      answer(me, ({ headers }) => {
        if (headers.get('x-workspace') !== null) throw refuse('WORKSPACE.NOT_FOUND');
        return aUser();
      }),
    );
    renderApp('/no/such?workspace=12');
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/app/dashboard'));
    expect(sessionStorage.getItem('leadloom-workspace-notice')).toMatch(
      /^This workspace does not exist, or you are not a member/,
    );
  });

  it('what is said of the workspace before is shown once', async () => {
    sessionStorage.setItem('leadloom-workspace-notice', 'You left Warp & Weft. This is your personal workspace.');
    await renderIn(null, '/no/such');
    expect(await screen.findByText('You left Warp & Weft. This is your personal workspace.')).toBeVisible();
    expect(sessionStorage.getItem('leadloom-workspace-notice')).toBeNull();
  });
});

describe('the palette', () => {
  beforeEach(() => {
    apiServer.use(
      answer(listRowLists, () => ({ data: [], total: 0 })),
      answer(listProfiles, () => ({ data: [], total: 0, page: 1, per_page: 6, countries: [], tags: [] })),
      answer(tableEndpoints.companies.list, () => {
        throw refuse('AUTH.SUBSCRIPTION_REQUIRED');
      }),
    );
  });

  it('switches, and leads to members and an invitation', async () => {
    offer(shared, aSharedWorkspace({ id: 13, name: 'Dye works' }));
    const { person, location } = await renderIn(shared, '/no/such');
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'switch dye');
    await person.click(await screen.findByRole('option', { name: 'Switch to Dye works' }));
    expect(loaded).toHaveBeenCalledOnce();
    expect(location()).toBe('/no/such');
  });

  it('offers nothing of it to somebody who works alone', async () => {
    const { person } = await renderIn(null, '/no/such');
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'invite somebody');
    expect(await screen.findByText('Nothing found')).toBeVisible();
  });
});
