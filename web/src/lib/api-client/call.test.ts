import { downloadMyData } from '@leadloom/shared/contract/account-settings';
import { login, me } from '@leadloom/shared/contract/accounts';
import { exportProfiles } from '@leadloom/shared/contract/collected-profiles';
import { endpoint } from '@leadloom/shared/contract/endpoint';
import { deleteApiKey } from '@leadloom/shared/contract/keys';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { anAccessToken } from '../../testing/access-token.ts';
import { answer, refuse } from '../../testing/api.ts';
import { apiServer } from '../../testing/server.ts';
import { aUser } from '../../testing/user.ts';
import { session } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('the call did not fail');
}

describe('a call', () => {
  beforeEach(() => session.start({ accessToken: anAccessToken(), refreshToken: 'refresh-1' }));

  it('a call returns what the definition describes and drops other fields', async () => {
    apiServer.use(answer(me, () => ({ ...aUser(), surprise: true })));
    expect(await call(me, {})).toEqual(aUser());
  });

  it('a call sends the bearer token, the parameters, repeated query values and the body', async () => {
    const row = endpoint({
      method: 'POST',
      path: '/things/{thing_id}',
      access: 'session',
      summary: 'A thing',
      params: z.object({ thing_id: z.string() }),
      query: z.object({ country: z.array(z.string()), page: z.number() }),
      body: z.object({ name: z.string() }),
      success: { kind: 'json', status: 200, body: z.object({ msg: z.string() }) },
      errors: [],
    });
    const seen: unknown[] = [];
    apiServer.use(
      answer(row, ({ body, headers, params, url }) => {
        seen.push(body, headers.get('authorization'), params.thing_id, url.pathname + url.search);
        return { msg: 'ok' };
      }),
    );
    const token = session.accessToken();
    await call(row, { params: { thing_id: 'a/b' }, query: { country: ['DE', 'FR'], page: 2 }, body: { name: 'loom' } });
    expect(seen).toEqual([{ name: 'loom' }, `Bearer ${token}`, 'a/b', '/api/v1/things/a%2Fb?country=DE&country=FR&page=2']);
  });

  it('a call returns the XSRF cookie in the header', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie is set as a server would, for the client to read
    document.cookie = 'XSRF-TOKEN=xsrf-1; path=/';
    apiServer.use(
      answer(me, ({ headers }) => {
        expect(headers.get('x-xsrf-token')).toBe('xsrf-1');
        return aUser();
      }),
    );
    await call(me, {});
    expect.assertions(1);
  });

  it('a call of a CSV endpoint returns a Blob', async () => {
    apiServer.use(answer(exportProfiles, () => new Blob(['name\r\nAda\r\n'])));
    const blob = await call(exportProfiles, { query: {} });
    expect(await blob.text()).toBe('name\r\nAda\r\n');
  });

  it('a failed call has status, code and the server’s message', async () => {
    apiServer.use(answer(me, () => Promise.reject(refuse('RATE.LIMITED', 'Slow down, please.'))));
    expect(await failureOf(call(me, {}))).toMatchObject({
      status: 429,
      code: 'RATE.LIMITED',
      msg: 'Slow down, please.',
      message: 'Slow down, please.',
    });
  });

  it.each([
    ['a sentence', { error: 'Slow down.' }, 'Slow down.'],
    ['a sentence beside a blank one', { msg: ' ', error: 'Slow down.' }, 'Slow down.'],
    ['another one than the message', { message: 'Wait.', error: 'Slow down.' }, 'Wait.'],
    ['no text', { error: { code: 7 } }, null],
  ])('an error body that is %s can be read', async (_, body, msg) => {
    apiServer.use(http.get('/api/v1/me', () => HttpResponse.json(body, { status: 429 })));
    expect(await failureOf(call(me, {}))).toMatchObject({ status: 429, msg });
  });

  it('the message of an error that arrives as a file can be read', async () => {
    apiServer.use(answer(exportProfiles, () => Promise.reject(refuse('AUTH.NOT_VERIFIED'))));
    expect(await failureOf(call(exportProfiles, { query: {} }))).toMatchObject({ status: 403, code: 'AUTH.NOT_VERIFIED' });
  });

  it.each([200, 502])('an HTML page with status %d is handled', async (status) => {
    apiServer.use(http.get('/api/v1/me', () => HttpResponse.html('<h1>Proxy</h1>', { status })));
    expect(await failureOf(call(me, {}))).toMatchObject({ status, code: 'CLIENT.UNREADABLE', msg: null });
  });

  it.each([
    ['an empty answer', () => call(deleteApiKey, { body: { id: 'k1' } })],
    ['a CSV file', () => call(exportProfiles, { query: {} })],
    ['a JSON file', () => call(downloadMyData, {})],
  ] as const)('an HTML page is not accepted as %s', async (_, ask) => {
    apiServer.use(http.all('/api/v1/*', () => HttpResponse.html('<h1>Sign in to the network</h1>')));
    expect(await failureOf(ask())).toMatchObject({ status: 200, code: 'CLIENT.UNREADABLE' });
  });

  it('a response of another shape is reported', async () => {
    apiServer.use(http.get('/api/v1/me', () => HttpResponse.json({ email: 7 })));
    expect(await failureOf(call(me, {}))).toMatchObject({ status: 200, code: 'CLIENT.UNREADABLE' });
  });

  it('an unreachable server is reported', async () => {
    apiServer.use(http.get('/api/v1/me', () => HttpResponse.error()));
    expect(await failureOf(call(me, {}))).toMatchObject({ status: 0, code: 'CLIENT.NETWORK', msg: null });
  });

  it('a call stops when it is aborted', async () => {
    const controller = new AbortController();
    apiServer.use(
      answer(me, () => {
        controller.abort();
        return aUser();
      }),
    );
    expect(await failureOf(call(me, {}, { signal: controller.signal }))).toMatchObject({ code: 'CLIENT.ABORTED' });
  });
});

describe('a public call', () => {
  it('a public call sends no bearer token and does not refresh on 401', async () => {
    session.start({ accessToken: anAccessToken(), refreshToken: 'refresh-1' });
    apiServer.use(
      answer(login, ({ headers }) => {
        expect(headers.get('authorization')).toBeNull();
        throw refuse('AUTH.BAD_CREDENTIALS');
      }),
    );
    const failure = await failureOf(call(login, { body: { email: 'ada@example.com', password: 'wrong-one' } }));
    expect(failure).toMatchObject({ status: 401, msg: 'Bad username or password' });
    expect(session.isSignedIn()).toBe(true);
  });
});
