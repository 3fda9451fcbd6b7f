import { login, logout, me } from '@leadloom/shared/contract/accounts';
import { acceptWorkspaceInvite } from '@leadloom/shared/contract/workspaces';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { takeWorkspaceNotice } from '../../lib/workspace/workspace-notice.ts';
import { anAccessToken } from '../../testing/access-token.ts';
import { answer, refuse } from '../../testing/api.ts';
import { renderApp, signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { fakeTimers, pass } from '../../testing/timers.ts';
import { aUser } from '../../testing/user.ts';
import { aSharedWorkspace } from '../../testing/workspaces.ts';

const code = 'k3'.repeat(20);
const path = `/join/${code}`;
let loaded: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  loaded = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
});

async function signIn(person: ReturnType<typeof renderApp>['person']): Promise<void> {
  apiServer.use(
    answer(login, () => ({ access_token: anAccessToken({ subject: '1' }), refresh_token: 'refresh-9', msg: 'Welcome' })),
    answer(me, () => aUser()),
  );
  await person.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await person.type(screen.getByLabelText('Password'), 'loom-and-weft');
  await person.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('Authenticated, redirecting');
  await pass(2200);
}

describe('an invitation without a session', () => {
  it('the invited person signs in and comes back', async () => {
    fakeTimers();
    const { person, location } = renderApp(path);
    await person.click(await screen.findByRole('link', { name: 'Sign in' }));
    await waitFor(() => expect(location()).toBe('/login'));
    await signIn(person);
    await waitFor(() => expect(location()).toBe(path));
    expect(await screen.findByRole('button', { name: 'Join the workspace' })).toBeVisible();
  });

  it('who has no account yet comes back at the first sign-in, in another visit', async () => {
    fakeTimers();
    const { person, location } = renderApp(path);
    await person.click(await screen.findByRole('link', { name: 'Create an account' }));
    await waitFor(() => expect(location()).toBe('/register'));
    // The link of the mail that confirms the address leads to the sign-in page, which knows of nothing before.
    await person.click(await screen.findByRole('link', { name: 'Login' }));
    await signIn(person);
    await waitFor(() => expect(location()).toBe(path));
  });

  it('an invitation that was shown is not offered at the next sign-in', async () => {
    fakeTimers();
    const { person, location } = renderApp(path);
    await person.click(await screen.findByRole('link', { name: 'Sign in' }));
    await signIn(person);
    await screen.findByRole('button', { name: 'Join the workspace' });
    expect(localStorage.getItem('leadloom-join')).toBeNull();
    expect(location()).toBe(path);
  });
});

describe('an invitation in a session', () => {
  it('joining takes a press, and opens the workspace', async () => {
    let accepted = '';
    signInForTest();
    apiServer.use(
      answer(me, () => aUser()),
      answer(acceptWorkspaceInvite, ({ body }) => {
        accepted = body.code;
        return aSharedWorkspace({ role: 'member', rights: ['export'] });
      }),
    );
    const { person } = renderApp(path);
    const button = await screen.findByRole('button', { name: 'Join the workspace' });
    expect(screen.getByText(/You join as ada@example.com/)).toBeVisible();
    expect(accepted).toBe('');
    await person.click(button);
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/app/dashboard'));
    expect(accepted).toBe(code);
    expect(JSON.parse(sessionStorage.getItem('leadloom-workspace') ?? '')).toMatchObject({ workspace: { id: 12 } });
    expect(takeWorkspaceNotice()).toBe('You are a member of Warp & Weft now.');
  });

  it.each([
    [
      'WORKSPACE.INVITE_INVALID',
      'This invitation is not valid: it may have expired, been used or withdrawn, or be meant for another email.',
    ],
    ['WORKSPACE.LIMIT_REACHED', 'You can be a member of at most 20 workspaces besides your own.'],
  ] as const)('%s is said in place, and another account can be used', async (refusal, sentence) => {
    signInForTest();
    apiServer.use(
      answer(me, () => aUser()),
      answer(logout, () => ({ msg: 'Signed out' })),
      answer(acceptWorkspaceInvite, () => {
        throw refuse(refusal);
      }),
    );
    const { person, location } = renderApp(path);
    await person.click(await screen.findByRole('button', { name: 'Join the workspace' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    await person.click(screen.getByRole('button', { name: 'Sign in with another account' }));
    expect(await screen.findByRole('link', { name: 'Create an account' })).toBeVisible();
    expect(location()).toBe(path);
  });

  it('an account whose email is not verified is asked to verify it first', async () => {
    signInForTest();
    apiServer.use(answer(me, () => aUser({ verified: false })));
    renderApp(path);
    expect(await screen.findByText(/Verify your email first/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Join the workspace' })).toBeNull();
  });
});
