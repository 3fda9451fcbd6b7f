import { apiHeaders } from '@leadloom/shared/contract/api-headers';
import { endpoint } from '@leadloom/shared/contract/endpoint';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { isKeyCaller, serveEndpoint } from '../../http/route.ts';
import { createKeyHolder, type KeyHolder, makerOf } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createKeyText } from './key-text.ts';
import { createKey } from './keys.service.ts';

const DAY = 24 * 3600 * 1000;
const LIMIT_HEADERS = ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-usage-request-count', 'x-usage-reset'] as const;

const probe = endpoint({
  method: 'GET',
  path: '/probe',
  access: 'subscribed',
  apiKey: 'free',
  summary: 'Answers who calls',
  query: z.strictObject({ answer: z.enum(['known', 'missing', 'broken']).default('known') }),
  success: { kind: 'json', status: 200, body: z.object({ email: z.string(), keyId: z.string().nullable() }) },
  errors: ['KEYS.NOT_FOUND'],
});

describe('a call with an API key', () => {
  let server: TestServer;
  const call = (headers: Record<string, string>, query = '') => server.app.inject({ url: `/probe${query}`, headers });
  const expectLimits = (answer: Awaited<ReturnType<typeof call>>, areThere: boolean) => {
    for (const name of LIMIT_HEADERS) expect(answer.headers[name] !== undefined, name).toBe(areThere);
  };

  beforeAll(async () => {
    server = await startTestServer({
      extend: (app) =>
        serveEndpoint(app, probe, async ({ query }, { caller }) => {
          if (query.answer === 'broken') throw new Error('broken');
          return { email: caller.email, keyId: isKeyCaller(caller) ? caller.keyId : null };
        }),
    });
  });
  afterAll(() => server.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('a call is identified by its key as a bearer token or as X-API-Key', async () => {
    const { key, keyId, account } = await createKeyHolder(server);
    for (const headers of [{ authorization: `Bearer ${key}` }, { authorization: `bearer ${key}` }, { 'x-api-key': key }]) {
      const answer = await call(headers);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ email: account.email, keyId });
      expectLimits(answer, true);
      expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('a call with X-API-Key can pass a proxy that uses Authorization itself', async () => {
    const { key } = await createKeyHolder(server);
    expect((await call({ authorization: 'Basic dXNlcjpwYXNz', 'x-api-key': key })).statusCode).toBe(200);
  });

  it('a call with a key is not one of a session, and the reverse', async () => {
    const { key, account } = await createKeyHolder(server);
    const answer = await call({ ...account.headers, 'x-api-key': key });
    expect(answer.json()).toEqual({ email: account.email, keyId: null });
    expectLimits(answer, false);
  });

  it('a session’s token is not accepted as a key', async () => {
    const { account } = await createKeyHolder(server);
    for (const token of [account.accessToken, account.refreshToken]) {
      const answer = await call({ 'x-api-key': token });
      expect(answer.json()).toMatchObject({ status: 401, code: 'AUTH.KEY_INVALID' });
      expectLimits(answer, false);
    }
  });

  it('a call with an invalid key gets 401 without headers of limits', async () => {
    const { key } = await createKeyHolder(server);
    const wrong = [key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A'), createKeyText().text, 'll_live_short', 'x', `${key}x`];
    for (const text of wrong) {
      for (const headers of [{ authorization: `Bearer ${text}` }, { 'x-api-key': text }]) {
        const answer = await call(headers);
        expect(answer.json()).toMatchObject({ status: 401, code: 'AUTH.KEY_INVALID', msg: 'This API key is not valid.' });
        expectLimits(answer, false);
      }
    }
  });

  it('a call with a wrong key does not fall back to the session’s cookie', async () => {
    const { account } = await createKeyHolder(server);
    const cookie = `leadloom_access=${account.accessToken}`;
    expect((await call({ cookie })).statusCode).toBe(200);
    expect((await call({ cookie, 'x-api-key': createKeyText().text })).statusCode).toBe(401);
  });

  it.each([
    ['the key is deleted', 'delete from api_keys where account_id = $1'],
    ['the account is deleted', 'delete from accounts where id = $1'],
    ['the account is blocked', 'update accounts set blocked_at = now() where id = $1'],
    ['the account is not verified any more', 'update accounts set verified_at = null where id = $1'],
  ])('a call with a key is refused at once when %s', async (_, statement) => {
    const { headers, workspaceId } = await createKeyHolder(server);
    expect((await call(headers)).statusCode).toBe(200);
    await server.database.$client.query(statement, [workspaceId]);
    expect((await call(headers)).json()).toMatchObject({ status: 401, code: 'AUTH.KEY_INVALID' });
  });

  it('a call needs a trial or a subscription if the endpoint does, and the refusal has the headers of limits', async () => {
    const { headers, workspaceId } = await createKeyHolder(server);
    await server.database.execute(
      sql`update accounts set trial_ends_at = ${new Date(server.clock.now().getTime() - DAY).toISOString()} where id = ${workspaceId}`,
    );
    const answer = await call(headers);
    expect(answer.json()).toMatchObject({ status: 403, code: 'AUTH.SUBSCRIPTION_REQUIRED' });
    expect(answer.headers['x-usage-request-limit']).toBe('0');
    expectLimits(answer, true);
  });

  it.each(['api_key', 'API_KEY', 'apikey', 'x-api-key', 'token'])(
    'a call with the key in the address as %s is refused',
    async (name) => {
      const { key, headers } = await createKeyHolder(server);
      for (const sent of [{}, headers]) {
        const answer = await call(sent, `?answer=known&${name}=${key}`);
        expect(answer.json()).toMatchObject({ status: 400, code: 'KEYS.IN_ADDRESS', errors: [{ parameter: name }] });
        expect(answer.json().msg).toMatch(/header.*logs/);
        expect(answer.payload).not.toContain(key);
      }
      expect((await call({}, '?api_key=anything')).statusCode).toBe(400);
    },
  );

  it('a call with a key returns every header that the article explains', async () => {
    const { headers } = await createKeyHolder(server);
    const answer = await call(headers);
    for (const name of apiHeaders.flatMap(({ names }) => names)) expect(answer.headers[name.toLowerCase()], name).toBeDefined();
  });

  it('responses of every kind contain the limits of the key', async () => {
    const { headers } = await createKeyHolder(server);
    for (const [query, status] of [
      ['', 200],
      ['?answer=nonsense', 400],
      ['?answer=broken', 500],
    ] as const) {
      const answer = await call(headers, query);
      expect(answer.statusCode).toBe(status);
      expectLimits(answer, true);
    }
  });

  it('the last use of a key is stored to the minute', async () => {
    const { headers, account } = await createKeyHolder(server);
    const listed = async () => (await account.browser.call('GET', '/api-keys', { bearer: account.accessToken })).body.keys;
    expect(await listed()).toMatchObject([{ last_used_at: null }]);
    await call(headers);
    const minute = new Date(Math.floor(server.clock.now().getTime() / 60_000) * 60_000).toISOString();
    expect(await listed()).toMatchObject([{ last_used_at: minute }]);
  });

  describe('that comes too fast', () => {
    /** Stops the limiter's own clock. */
    function holdClock() {
      let time = performance.now();
      vi.spyOn(performance, 'now').mockImplementation(() => time);
      return (milliseconds: number) => {
        time += milliseconds;
      };
    }
    const callTimes = async ({ headers }: KeyHolder, count: number) => {
      const statuses: number[] = [];
      for (let made = 0; made < count; made += 1) statuses.push((await call(headers)).statusCode);
      return statuses;
    };

    it('a key is refused after ten calls in a second, and told to wait one', async () => {
      const advance = holdClock();
      const holder = await createKeyHolder(server);
      expect(new Set(await callTimes(holder, 10))).toEqual(new Set([200]));
      const answer = await call(holder.headers);
      expect(answer.json()).toMatchObject({
        status: 429,
        code: 'RATE.LIMITED',
        'violated-policies': ['second'],
        message: 'No more than 10 calls per second with one key. Try again in 1 second.',
      });
      expect(answer.headers).toMatchObject({ 'retry-after': '1', 'x-ratelimit-remaining': '50' });
      advance(1000);
      expect(await callTimes(holder, 1)).toEqual([200]);
    });

    it('a key is refused after sixty calls in a minute', async () => {
      const advance = holdClock();
      const holder = await createKeyHolder(server);
      for (let second = 0; second < 6; second += 1) {
        expect(new Set(await callTimes(holder, 10))).toEqual(new Set([200]));
        advance(1000);
      }
      const answer = await call(holder.headers);
      expect(answer.json()).toMatchObject({ status: 429, 'violated-policies': ['minute'] });
      expect(answer.headers).toMatchObject({ 'retry-after': '54', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' });
      advance(54_000);
      expect(await callTimes(holder, 1)).toEqual([200]);
    });

    it('all keys of an account are refused after a hundred and twenty calls in a minute', async () => {
      const advance = holdClock();
      const first = await createKeyHolder(server);
      const holders = [first, await createKeyHolder(server, first.account), await createKeyHolder(server, first.account)];
      for (let second = 0; second < 4; second += 1) {
        for (const holder of holders) expect(new Set(await callTimes(holder, 10))).toEqual(new Set([200]));
        advance(1000);
      }
      const answer = await call(first.headers);
      expect(answer.json()).toMatchObject({ status: 429, 'violated-policies': ['account'] });
      expect(answer.json().message).toContain('all keys of the account together');
      expect(answer.headers).toMatchObject({ 'retry-after': '56', 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '0' });
      expect((await call((await createKeyHolder(server)).headers)).statusCode).toBe(200);
    });
  });

  it('rate limits do not affect other accounts, and a new key does not reset the account’s count', async () => {
    const holder = await createKeyHolder(server);
    await call(holder.headers);
    await call(holder.headers);
    const { api_key: other } = await createKey(server.platform, makerOf(holder.workspaceId));
    const answer = await call({ authorization: `Bearer ${other}` });
    expect(answer.headers.ratelimit).toMatch(/"minute";r=59;.*"account";r=117;/);
  });
});
