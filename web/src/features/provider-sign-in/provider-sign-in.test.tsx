import { me } from '@leadloom/shared/contract/accounts';
import { beginOidcLogin, oidcLogin, oidcLoginCode } from '@leadloom/shared/contract/oidc';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAccessToken } from '../../testing/access-token.ts';
import { answer, refuse } from '../../testing/api.ts';
import { setProviderName } from '../../testing/provider-name.ts';
import { setRegistrationMode } from '../../testing/registration.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';

const BUTTON = { name: 'Continue with Warp ID' };
const accepted = { access_token: anAccessToken(), refresh_token: 'refresh-1', msg: 'Authenticated' };

describe('the button of the provider', () => {
  it.each([
    ['/login', 'open', true],
    ['/login', 'closed', true],
    ['/register', 'open', true],
    ['/register', 'invite', false],
  ] as const)('at %s with registration %s it is there: %s', async (path, mode, isThere) => {
    setProviderName('Warp ID');
    setRegistrationMode(mode);
    renderApp(path);
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('button', BUTTON) !== null).toBe(isThere);
  });

  it('without a provider there is none', async () => {
    renderApp('/login');
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull();
  });

  it('a provider that cannot be reached is a sentence on the screen', async () => {
    setProviderName('Warp ID');
    apiServer.use(
      answer(beginOidcLogin, () => {
        throw refuse('OIDC.PROVIDER_FAILED');
      }),
    );
    const { person } = renderApp('/login');
    await person.click(await screen.findByRole('button', BUTTON));
    expect(await screen.findByRole('alert')).toHaveTextContent('The provider cannot be reached at the moment.');
  });
});

describe('coming back from the provider', () => {
  it('what it wrote is handed over, and the person is signed in', async () => {
    const sent: unknown[] = [];
    apiServer.use(
      answer(oidcLogin, ({ body }) => {
        sent.push(body);
        return accepted;
      }),
      answer(me, () => aUser()),
    );
    const { location } = renderApp('/login/oidc?code=c&state=s');
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(sent).toEqual([{ answer: 'code=c&state=s' }]);
    expect(localStorage.getItem('refreshToken')).toBe('refresh-1');
  });

  it('a refusal is a sentence on the sign-in screen', async () => {
    apiServer.use(
      answer(oidcLogin, () => {
        throw refuse('OIDC.NO_ACCOUNT');
      }),
    );
    const { location } = renderApp('/login/oidc?code=c&state=s');
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no account for your email address');
    expect(location()).toBe('/login');
  });

  it('an address without an answer of the provider is a sentence on the sign-in screen', async () => {
    const { location } = renderApp('/login/oidc');
    expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in could not be confirmed. Please start again.');
    expect(location()).toBe('/login');
  });

  it('the second factor is asked for, and a wrong code can be corrected', async () => {
    const codes: unknown[] = [];
    apiServer.use(
      answer(oidcLogin, () => {
        throw refuse('TWO_FACTOR.CODE_REQUIRED');
      }),
      answer(oidcLoginCode, ({ body }) => {
        codes.push(body);
        if (body.code === '000000') throw refuse('TWO_FACTOR.CODE_WRONG');
        return accepted;
      }),
      answer(me, () => aUser()),
    );
    const { person, location } = renderApp('/login/oidc?code=c&state=s');
    const field = await screen.findByLabelText('Code');
    await person.type(field, '000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is incorrect');
    await person.clear(field);
    await person.type(field, '123456{Enter}');
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(codes.at(-1)).toEqual({ state: 's', code: '123456' });
  });
});
