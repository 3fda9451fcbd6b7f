import { me } from '@leadloom/shared/contract/accounts';
import { beginPasskeyLogin, passkeyLogin } from '@leadloom/shared/contract/passkeys';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAccessToken } from '../../testing/access-token.ts';
import { answer, refuse } from '../../testing/api.ts';
import { closedByPerson, giveAuthenticator, requestOptions, setPasskeySupport } from '../../testing/authenticator.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

const BUTTON = { name: 'Sign in with a passkey' };

function servePasskeys() {
  const sent: unknown[] = [];
  const accepted = { access_token: anAccessToken(), refresh_token: 'refresh-1', msg: 'Authenticated' };
  apiServer.use(
    answer(beginPasskeyLogin, () => requestOptions),
    answer(passkeyLogin, ({ body }) => {
      sent.push(body.credential);
      return accepted;
    }),
    answer(me, () => aUser()),
  );
  return sent;
}

describe('signing in with a passkey', () => {
  it.each([
    ['this browser has none', null],
    ['the server is at an IP address', 'address is no name'],
    ['the server is not at https', 'address is not https'],
    ['the page is at another address', 'on leads.example.com'],
  ])('passkeys are not offered where %s', async (_, support) => {
    if (support !== null) {
      giveAuthenticator();
      setPasskeySupport(support);
    }
    renderApp('/login');
    expect(await screen.findByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
    expect(screen.queryByRole('button', BUTTON)).toBeNull();
    expect(screen.queryByText('or')).toBeNull();
  });

  it('a passkey signs in without email and password', async () => {
    const { get } = giveAuthenticator();
    const sent = servePasskeys();
    const { person } = renderApp('/login');
    await person.click(await screen.findByRole('button', BUTTON));
    expect(await screen.findByText('Authenticated, redirecting')).toBeVisible();
    expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
    expect(get).toHaveBeenCalledTimes(1);
    expect(sent).toEqual([
      expect.objectContaining({ id: 'cGFzc2tleQ', response: expect.objectContaining({ userHandle: 'YWNjb3VudA' }) }),
    ]);
  });

  it('a closed dialog of the browser is no error, and can be opened again', async () => {
    const { get } = giveAuthenticator();
    servePasskeys();
    get.mockRejectedValueOnce(closedByPerson());
    const { person } = renderApp('/login');
    await person.click(await screen.findByRole('button', BUTTON));
    expect(await screen.findByText('No passkey was used. Try again, or sign in with your password.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    await person.click(screen.getByRole('button', BUTTON));
    expect(await screen.findByText('Authenticated, redirecting')).toBeVisible();
  });

  it('a passkey that the server refuses gets its message', async () => {
    giveAuthenticator();
    servePasskeys();
    apiServer.use(
      answer(passkeyLogin, () => {
        throw refuse('PASSKEY.REFUSED');
      }),
    );
    const { person } = renderApp('/login');
    await person.click(await screen.findByRole('button', BUTTON));
    expect(await screen.findByRole('alert')).toHaveTextContent('This passkey was not accepted. Please try again.');
    expect(screen.getByRole('button', BUTTON)).toBeEnabled();
    expect(localStorage.length).toBe(0);
  });

  it('a browser that can offers passkeys in the list of the email field, and the offer ends with the screen', async () => {
    const { get } = giveAuthenticator({ hasAutofill: true });
    servePasskeys();
    const asked = Promise.withResolvers<CredentialRequestOptions>();
    get.mockImplementationOnce((options: CredentialRequestOptions) => {
      asked.resolve(options);
      return new Promise((_, reject) => {
        options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    });
    const { person } = renderApp('/login');
    expect(await screen.findByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn');
    const { mediation, signal } = await asked.promise;
    expect(mediation).toBe('conditional');
    await person.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await waitFor(() => expect(signal?.aborted).toBe(true));
  });

  it('a passkey chosen in the list signs in', async () => {
    giveAuthenticator({ hasAutofill: true });
    const sent = servePasskeys();
    renderApp('/login');
    expect(await screen.findByText('Authenticated, redirecting')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('a failure to prepare that list is silent', async () => {
    giveAuthenticator({ hasAutofill: true });
    const refused = Promise.withResolvers<void>();
    apiServer.use(
      answer(beginPasskeyLogin, () => {
        refused.resolve();
        throw refuse('RATE.LIMITED');
      }),
    );
    renderApp('/login');
    await refused.promise;
    expect(await screen.findByRole('button', { name: 'Login' })).toBeEnabled();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
