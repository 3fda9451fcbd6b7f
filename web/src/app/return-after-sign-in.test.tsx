import { login, logout, me } from '@leadloom/shared/contract/accounts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { session } from '../lib/session/session.ts';
import { anAccessToken } from '../testing/access-token.ts';
import { answer } from '../testing/api.ts';
import { renderApp, signInForTest } from '../testing/render-app.tsx';
import { apiServer } from '../testing/server.ts';
import { fakeTimers, pass } from '../testing/timers.ts';
import { aUser } from '../testing/user.ts';

const profile = '/profile?from=letter#name';

beforeAll(async () => {
  await import('../features/profile/profile.tsx');
});

async function signIn(person: UserEvent, subject = '1'): Promise<void> {
  apiServer.use(
    answer(login, () => ({ access_token: anAccessToken({ subject }), refresh_token: 'refresh-9', msg: 'Welcome' })),
    answer(me, () => aUser()),
  );
  await person.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await person.type(screen.getByLabelText('Password'), 'loom-and-weft');
  await person.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('Authenticated, redirecting');
  await pass(2200);
}

async function renderProfile() {
  fakeTimers();
  signInForTest('1');
  apiServer.use(answer(me, () => aUser()));
  const app = renderApp(profile);
  await screen.findByRole('button', { name: 'Logout' });
  return app;
}

/** Ends the session as another tab that signs out does. */
function endElsewhere(): void {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

describe('after signing in', () => {
  it('a link opened without a session is followed after signing in', async () => {
    fakeTimers();
    const { person, location } = renderApp(profile);
    await screen.findByRole('button', { name: 'Login' });
    expect(location()).toBe('/login');
    await signIn(person);
    await waitFor(() => expect(location()).toBe('/profile?from=letter'));
  });

  it('the page on which the session ended is shown again after signing in', async () => {
    const { person, location } = await renderProfile();
    endElsewhere();
    await signIn(person);
    await waitFor(() => expect(location()).toBe('/profile?from=letter'));
  });

  it('another account is not sent to the page of the previous one', async () => {
    const { person, location } = await renderProfile();
    endElsewhere();
    await signIn(person, '2');
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });

  it('a person who logged out starts at the dashboard', async () => {
    const { person, location } = await renderProfile();
    apiServer.use(answer(logout, () => ({ msg: 'Bye' })));
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('button', { name: 'Login' });
    expect(session.wasEndedHere()).toBe(true);
    await signIn(person);
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });
});
