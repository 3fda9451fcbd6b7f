/** Calls and sessions together: what a person's tab does when the server refuses its token. */
import { me, refresh } from '@leadloom/shared/contract/accounts';
import { endpoint } from '@leadloom/shared/contract/endpoint';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { anAccessToken } from '../../testing/access-token.ts';
import { answer, refuse } from '../../testing/api.ts';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';
import { call, needsSession } from '../api-client/call.ts';
import { REFRESH_ATTEMPT_LIMIT } from './refresh-session.ts';
import { onAccountChange, session } from './session.ts';

const bearerOf = (headers: Headers): string => headers.get('authorization')?.replace('Bearer ', '') ?? '';

/** Refreshes hand out pairs in turn; `current` is the only access token the API accepts. */
function aRotatingServer() {
  const server = { current: '', refreshes: [] as string[] };
  apiServer.use(
    answer(refresh, ({ headers }) => {
      server.refreshes.push(bearerOf(headers));
      server.current = anAccessToken();
      return { access_token: server.current, refresh_token: `refresh-${server.refreshes.length + 1}` };
    }),
    answer(me, ({ headers }) => {
      if (bearerOf(headers) !== server.current) throw refuse('AUTH.SESSION_EXPIRED');
      return aUser();
    }),
  );
  return server;
}

describe('a call whose token is refused', () => {
  beforeEach(() => session.start({ accessToken: anAccessToken(), refreshToken: 'refresh-1' }));

  it('a call whose token is refused is repeated once with a new token, and the refresh token is sent as the bearer', async () => {
    const server = aRotatingServer();
    expect(await call(me, {})).toEqual(aUser());
    expect(server.refreshes).toEqual(['refresh-1']);
    expect([localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]).toEqual([server.current, 'refresh-2']);
  });

  it('parallel calls share one refresh', async () => {
    const server = aRotatingServer();
    const users = await Promise.all(Array.from({ length: 8 }, () => call(me, {})));
    expect(users).toHaveLength(8);
    expect(server.refreshes).toHaveLength(1);
  });

  it('a call is repeated for 422 as well', async () => {
    const server = aRotatingServer();
    const row = endpoint({
      ...me,
      path: '/malformed',
      success: { kind: 'json', status: 200, body: z.object({ msg: z.string() }) },
    });
    apiServer.use(
      answer(row, ({ headers }) => {
        if (bearerOf(headers) !== server.current) throw new Response(null, { status: 422 });
        return { msg: 'ok' };
      }),
    );
    expect(await call(row, {})).toEqual({ msg: 'ok' });
  });

  it('a session ends after five refreshes if the server never accepts a token', async () => {
    const server = aRotatingServer();
    apiServer.use(
      answer(me, () => {
        throw refuse('AUTH.SESSION_EXPIRED');
      }),
    );
    for (let round = 0; round <= REFRESH_ATTEMPT_LIMIT; round += 1) {
      expect(session.isSignedIn()).toBe(true);
      await expect(call(me, {})).rejects.toMatchObject({ status: 401 });
    }
    expect(session.isSignedIn()).toBe(false);
    expect(server.refreshes).toHaveLength(5);
    expect(localStorage.length).toBe(0);
  });

  it('refreshes do not end a working session', async () => {
    const server = aRotatingServer();
    for (let round = 0; round < 2 * REFRESH_ATTEMPT_LIMIT; round += 1) {
      server.current = 'rotated by the server';
      await call(me, {});
    }
    expect(server.refreshes).toHaveLength(2 * REFRESH_ATTEMPT_LIMIT);
    expect(session.isSignedIn()).toBe(true);
  });

  it('a call fails with the original refusal if the refresh token is refused too', async () => {
    aRotatingServer();
    apiServer.use(
      answer(refresh, () => {
        throw refuse('AUTH.SESSION_REQUIRED');
      }),
    );
    await expect(call(me, {})).rejects.toMatchObject({ code: 'AUTH.SESSION_EXPIRED' });
    expect(session.isSignedIn()).toBe(false);
  });
});

it('a token that is about to expire is replaced before it is used', async () => {
  const server = aRotatingServer();
  session.start({ accessToken: anAccessToken({ expiresAt: Date.now() + 1000 }), refreshToken: 'refresh-1' });
  await call(me, {});
  expect(server.refreshes).toEqual(['refresh-1']);
});

describe('another tab', () => {
  beforeEach(() => session.start({ accessToken: anAccessToken({ subject: '1' }), refreshToken: 'refresh-1' }));

  function storeElsewhere(accessToken: string | null): void {
    if (accessToken === null) localStorage.removeItem('accessToken');
    else localStorage.setItem('accessToken', accessToken);
    if (accessToken === null) localStorage.removeItem('refreshToken');
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
  }

  it('another tab that refreshes shares its token, and the account stays the same', () => {
    const listener = vi.fn();
    const unsubscribe = onAccountChange(listener);
    const fresh = anAccessToken({ subject: '1' });
    storeElsewhere(fresh);
    expect(session.accessToken()).toBe(fresh);
    expect(listener).not.toHaveBeenCalled();
    unsubscribe();
  });

  it.each([
    ['signs out', null],
    ['signs somebody else in', anAccessToken({ subject: '2' })],
  ])('another tab that %s changes the account here', (_, token) => {
    const listener = vi.fn();
    const unsubscribe = onAccountChange(listener);
    storeElsewhere(token);
    expect(session.accessToken()).toBe(token);
    expect(listener).toHaveBeenCalledOnce();
    unsubscribe();
  });
});

it('calls around signing in never cause a refresh', async () => {
  const accounts = await import('@leadloom/shared/contract/accounts');
  const { login, register, verifyEmail, resetPassword, newPassword, logout, verify } = accounts;
  for (const row of [login, register, verifyEmail, resetPassword, newPassword, refresh, logout, verify]) {
    expect(needsSession(row), row.path).toBe(false);
  }
  expect(needsSession(me)).toBe(true);
});
