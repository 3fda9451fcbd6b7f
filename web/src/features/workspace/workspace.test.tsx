import { prove } from '@leadloom/shared/contract/account-settings';
import { me } from '@leadloom/shared/contract/accounts';
import { getUsage } from '@leadloom/shared/contract/usage';
import { workspaceRights } from '@leadloom/shared/contract/workspace-roles';
import {
  createWorkspace,
  deleteWorkspace,
  getWorkspaceContent,
  inviteToWorkspace,
  leaveWorkspace,
  listMembers,
  listWorkspaceActivity,
  listWorkspaceInvites,
  listWorkspaces,
  removeMember,
  renameWorkspace,
  updateMember,
  type Workspace,
  type WorkspaceActivity,
  type WorkspaceInvite,
  type WorkspaceMember,
  withdrawWorkspaceInvite,
} from '@leadloom/shared/contract/workspaces';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { takeWorkspaceNotice } from '../../lib/workspace/workspace-notice.ts';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';
import { aMember, aPersonalWorkspace, aSharedWorkspace, aUsage, aUserIn, workIn } from '../../testing/workspaces.ts';

const owner = aMember({ account_id: 1, email: 'ada@example.com', full_name: null, role: 'owner', rights: [...workspaceRights] });
const invite: WorkspaceInvite = {
  id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11',
  email: 'robin@example.com',
  role: 'viewer',
  expires_at: '2098-03-10T12:00:00.000Z',
};

let members: WorkspaceMember[];
let invites: WorkspaceInvite[];
let activity: WorkspaceActivity[];
let loaded: ReturnType<typeof vi.spyOn>;

/** Renders the screen in a workspace, as what the account is there. */
async function renderWorkspace(changes: Partial<Workspace> = {}, path = '/workspace') {
  const workspace = aSharedWorkspace(changes);
  signInForTest();
  workIn(workspace);
  apiServer.use(
    answer(me, () => aUserIn(workspace)),
    answer(listWorkspaces, () => ({ data: [aPersonalWorkspace(), workspace], total: 2 })),
    answer(listMembers, () => ({ data: members, total: members.length })),
    answer(listWorkspaceInvites, () => ({ data: invites, total: invites.length })),
    answer(listWorkspaceActivity, () => ({ data: activity, total: activity.length })),
  );
  const app = renderApp(path);
  await screen.findByRole('heading', { level: 1, name: workspace.name });
  return app;
}

const rowOf = async (text: string) => {
  const cell = await screen.findByText(text);
  const row = cell.closest('tr');
  if (row === null) throw new Error(`${text} stands in no row`);
  return within(row);
};

/** The workspace of the page that is loaded next. */
function storedWorkspace(): unknown {
  return JSON.parse(sessionStorage.getItem('leadloom-workspace') ?? '{}').workspace;
}

beforeEach(() => {
  loaded = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  members = [owner, aMember()];
  invites = [];
  activity = [];
});

describe('the members', () => {
  it('an owner sees role, rights, exports and the time of the last visit of each member', async () => {
    members = [
      owner,
      aMember({ export_limit: 500 }),
      aMember({
        account_id: 3,
        email: 'lo@example.com',
        full_name: 'Lo',
        role: 'viewer',
        rights: [],
        last_seen_at: null,
        exports: 0,
      }),
    ];
    await renderWorkspace();
    const kim = await rowOf('Kim Lund');
    expect(kim.getByText('Member')).toBeVisible();
    expect(kim.getByText('Export, Collect')).toBeVisible();
    expect(kim.getByText('120 of 500')).toBeVisible();
    expect((await rowOf('Lo')).getByText('Not yet')).toBeVisible();
    expect(screen.getByText(/\(you\)/)).toBeVisible();
    expect(await screen.findByText('There are no open invitations.')).toBeVisible();
  });

  it('an owner gives a right and a limit to a member', async () => {
    let sent: unknown;
    const { person } = await renderWorkspace();
    apiServer.use(
      answer(updateMember, ({ params, body }) => {
        sent = { of: params.account_id, ...body };
        members = [owner, aMember({ rights: ['export', 'collect', 'connect'], export_limit: 200 })];
        return members[1] ?? owner;
      }),
    );
    await person.click((await rowOf('Kim Lund')).getByRole('button', { name: 'Change Kim Lund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Kim Lund' }));
    await person.click(dialog.getByRole('checkbox', { name: /^Connect/ }));
    await person.type(dialog.getByLabelText('Exported rows per month'), 'many');
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await person.clear(dialog.getByLabelText('Exported rows per month'));
    await person.type(dialog.getByLabelText('Exported rows per month'), '200');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toEqual({ of: '2', role: 'member', rights: ['export', 'collect', 'connect'], export_limit: 200 }),
    );
    expect(await screen.findByText('120 of 200')).toBeVisible();
  });

  it('that the last owner cannot be changed is said in the dialog', async () => {
    const { person } = await renderWorkspace();
    apiServer.use(
      answer(updateMember, () => {
        throw refuse('WORKSPACE.LAST_OWNER');
      }),
    );
    await person.click(await screen.findByRole('button', { name: 'Change ada@example.com' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('radio', { name: /^Viewer/ }));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('A workspace needs an owner. Make somebody else an owner first.');
  });

  it('an admin is not offered what only owners do', async () => {
    await renderWorkspace({ role: 'admin' }).then(async ({ person }) => {
      const row = await rowOf('Kim Lund');
      expect(screen.queryByRole('button', { name: 'Change ada@example.com' })).toBeNull();
      await person.click(row.getByRole('button', { name: 'Change Kim Lund' }));
    });
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('radio', { name: /^Owner/ })).toBeNull();
    expect(dialog.getByRole('radio', { name: /^Admin/ })).toBeVisible();
  });

  it('private things of a member who is removed are handed over or deleted, as the remover chooses', async () => {
    const asked: unknown[] = [];
    const { person } = await renderWorkspace();
    apiServer.use(
      answer(removeMember, ({ body }) => {
        asked.push(body);
        if (body.private === undefined) throw refuse('WORKSPACE.PRIVATE_OBJECTS', 'Kim has 3 private views, lists and alerts.');
        members = [owner];
        return undefined;
      }),
    );
    await person.click((await rowOf('Kim Lund')).getByRole('button', { name: 'Remove Kim Lund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Kim Lund?' }));
    await person.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText('Kim has 3 private views, lists and alerts.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Remove' })).toBeDisabled();
    await person.click(dialog.getByRole('radio', { name: 'Hand them over to an owner' }));
    await person.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Kim Lund')).toBeNull());
    expect(asked).toEqual([{}, { private: 'hand_over' }]);
  });

  it('a viewer sees who is there, and why nobody can be invited', async () => {
    const { person } = await renderWorkspace({ role: 'viewer', rights: [] });
    await rowOf('Kim Lund');
    expect(screen.queryByRole('button', { name: /^(Change|Remove)/ })).toBeNull();
    const button = screen.getByRole('button', { name: 'Invite' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await person.hover(button);
    expect(await screen.findByRole('tooltip')).toHaveTextContent('You do not have the right “invite” in this workspace.');
    await person.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Open invitations')).toBeNull();
  });

  it('members that could not be loaded are loaded again on request', async () => {
    const { person } = await renderWorkspace({ role: 'viewer', rights: [] }, '/workspace?show=settings');
    let isBroken = true;
    apiServer.use(
      answer(listMembers, () => {
        if (isBroken) throw refuse('RATE.LIMITED', 'Too many calls.');
        return { data: members, total: members.length };
      }),
    );
    await person.click(await screen.findByRole('tab', { name: 'Members' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many calls.');
    isBroken = false;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Kim Lund')).toBeVisible();
  });
});

describe('the invitations', () => {
  it('somebody is invited by mail, and the invitation is withdrawn', async () => {
    let sent: unknown;
    const { person } = await renderWorkspace();
    apiServer.use(
      answer(inviteToWorkspace, ({ body }) => {
        sent = body;
        invites = [invite];
        return invite;
      }),
      answer(withdrawWorkspaceInvite, () => {
        invites = [];
        return undefined;
      }),
    );
    await person.click(await screen.findByRole('button', { name: 'Invite' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite to Warp & Weft' }));
    await person.type(dialog.getByLabelText('Email'), ' robin@example.com ');
    await person.click(dialog.getByRole('radio', { name: /^Viewer/ }));
    await person.click(dialog.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('An invitation is on its way to robin@example.com.')).toBeVisible();
    expect(sent).toEqual({ email: 'robin@example.com', role: 'viewer' });
    await person.click(await screen.findByRole('button', { name: 'Withdraw the invitation for robin@example.com' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('There are no open invitations.')).toBeVisible();
  });

  it('why an address cannot be invited is said in the dialog', async () => {
    const { person } = await renderWorkspace();
    apiServer.use(
      answer(inviteToWorkspace, () => {
        throw refuse('WORKSPACE.ALREADY_MEMBER');
      }),
    );
    await person.click(await screen.findByRole('button', { name: 'Invite' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Email'), 'kim@example.com{Enter}');
    expect(await dialog.findByText('This person is a member already.')).toBeVisible();
  });
});

describe('the other parts', () => {
  it('activity says who did what, and a former member has no name', async () => {
    activity = [
      { at: '2098-02-10T12:00:00.000Z', by: 'kim@example.com', action: 'exported', target: 'Companies', rows: 1200 },
      { at: '2098-02-10T12:00:00.000Z', by: 'a former member', action: 'shared', target: 'Norway' },
    ];
    await renderWorkspace({}, '/workspace?show=activity');
    const exported = await rowOf('Exported');
    expect(exported.getByText('Companies')).toBeVisible();
    expect(exported.getByText('1,200')).toBeVisible();
    expect((await rowOf('Norway')).getByText('a former member')).toBeVisible();
  });

  it('a member without activity reads that there is none', async () => {
    await renderWorkspace({ role: 'member' }, '/workspace?show=activity');
    expect(await screen.findByText('Nothing yet. Exports, invitations and what is shared appear here.')).toBeVisible();
    expect(screen.getByText(/Owners and admins see all of it/)).toBeVisible();
  });

  it('the subscription is managed by owners, and others read why they cannot', async () => {
    await renderWorkspace({ role: 'admin' }, '/workspace?show=subscription');
    expect(await screen.findByText('Only owners of this workspace can do this.')).toBeVisible();
    expect(screen.getByText('12 / 1,000')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Manage the subscription' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('a member with a part of the export limit reads how much of it is used', async () => {
    apiServer.use(answer(getUsage, () => aUsage({ used: 120, limit: 500 })));
    await renderWorkspace({ role: 'member' }, '/workspace?show=subscription');
    expect(await screen.findByText('Your part: 120 of 500 rows')).toBeVisible();
  });

  it('an owner renames the workspace', async () => {
    const { person } = await renderWorkspace({}, '/workspace?show=settings');
    const renamed = aSharedWorkspace({ name: 'Loom & Co' });
    apiServer.use(
      answer(renameWorkspace, () => renamed),
      answer(me, () => aUserIn(renamed)),
    );
    await person.click((await screen.findAllByRole('button', { name: 'Change' }))[0] ?? document.body);
    const field = await screen.findByLabelText('Name of the workspace');
    await person.clear(field);
    await person.type(field, 'Loom & Co{Enter}');
    expect(await screen.findByText('The name is changed.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Loom & Co' })).toBeVisible();
  });

  it('leaving leads to the personal workspace, which says what happened', async () => {
    const { person } = await renderWorkspace({ role: 'member' }, '/workspace?show=settings');
    apiServer.use(answer(leaveWorkspace, () => undefined));
    await person.click(await screen.findByRole('button', { name: 'Leave the workspace' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/app/dashboard'));
    expect(storedWorkspace()).toBeUndefined();
    expect(takeWorkspaceNotice()).toBe('You left Warp & Weft. This is your personal workspace.');
  });

  it('deleting says what goes, and takes the name and a proof', async () => {
    let isProved = false;
    const { person } = await renderWorkspace({}, '/workspace?show=settings');
    apiServer.use(
      answer(getWorkspaceContent, () => ({
        members: 3,
        views: 1,
        lists: 4,
        alerts: 0,
        notes: 2,
        people: 0,
        trends: 0,
        webhooks: 0,
        keys: 1,
        scheduled_exports: 0,
        destinations: 1,
        crm_runs: 2,
      })),
      answer(deleteWorkspace, ({ body }) => {
        if (!isProved) throw refuse('AUTH.PROOF_NEEDED');
        expect(body).toEqual({ confirm: 'Warp & Weft' });
        return undefined;
      }),
      answer(prove, () => {
        isProved = true;
        return undefined;
      }),
    );
    await person.click(await screen.findByRole('button', { name: 'Delete the workspace' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Warp & Weft?' }));
    const list = within(await dialog.findByRole('list', { name: 'What is deleted' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 view',
      '4 lists',
      '2 notes',
      '1 API key',
      '1 destination',
      '2 runs of CRMs, which can no longer be undone',
      '3 members lose their access',
    ]);
    expect(dialog.getByRole('button', { name: 'Delete workspace' })).toBeDisabled();
    await person.type(dialog.getByLabelText('Type the name to confirm'), 'Warp & Weft');
    await person.click(dialog.getByRole('button', { name: 'Delete workspace' }));
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
    await person.type(proof.getByLabelText('Password'), 'loom-and-weft');
    await person.click(proof.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/app/dashboard'));
    expect(takeWorkspaceNotice()).toBe('Warp & Weft is deleted. This is your personal workspace.');
  });
});

describe('somebody who works alone', () => {
  it('the screen offers to create a workspace, which is opened then', async () => {
    signInForTest();
    apiServer.use(
      answer(me, () => aUser()),
      answer(createWorkspace, ({ body }) => aSharedWorkspace({ name: body.name, members: 1 })),
    );
    const { person } = renderApp('/workspace');
    await person.click(await screen.findByRole('button', { name: 'Create a workspace' }));
    await person.type(within(await screen.findByRole('dialog')).getByLabelText('Name'), 'Warp & Weft{Enter}');
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/app/workspace'));
    expect(storedWorkspace()).toMatchObject({ id: 12 });
  });

  it('that there are 20 already is said in the dialog', async () => {
    signInForTest();
    apiServer.use(
      answer(me, () => aUser()),
      answer(createWorkspace, () => {
        throw refuse('WORKSPACE.LIMIT_REACHED');
      }),
    );
    const { person } = renderApp('/workspace');
    await person.click(await screen.findByRole('button', { name: 'Create a workspace' }));
    await person.type(within(await screen.findByRole('dialog')).getByLabelText('Name'), 'Another{Enter}');
    expect(await screen.findByText('You can be a member of at most 20 workspaces besides your own.')).toBeVisible();
  });
});
