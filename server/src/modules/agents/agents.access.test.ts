import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAgent } from '../../testing/agent.fixture.ts';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { deleteKey } from '../keys/keys.service.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const METHODS = ['GET', 'POST', 'DELETE'] as const;
const CALLS_PER_MINUTE = 20;
/** As in agents.routes.ts. */
const MESSAGES_PER_MINUTE = 5 * CALLS_PER_MINUTE;

describe('access to the tools for agents', () => {
  let server: TestServer;
  let holder: KeyHolder;
  let origin: string;

  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '5', ACCOUNT_REQUESTS_PER_MINUTE: String(CALLS_PER_MINUTE) },
    });
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    holder = await createKeyHolder(server);
  });
  afterAll(() => server.close());

  const post = (headers: Readonly<Record<string, string>>, body: unknown = PING, url = '/mcp') =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('a missing, wrong or deleted key, a session and a key in another header answer 401 with WWW-Authenticate', async () => {
    const deleted = await createKeyHolder(server, holder.account);
    const { workspaceId } = holder;
    await deleteKey(server.platform, holder.accountId, { workspaceId, makerId: null }, deleted.keyId);
    const wrong = [
      {},
      { authorization: 'Bearer ll_live_of-nobody' },
      { authorization: `Bearer ${holder.key.slice(0, -1)}` },
      { authorization: `Basic ${holder.key}` },
      { 'x-api-key': holder.key },
      holder.account.headers,
      deleted.headers,
    ];
    for (const headers of wrong) {
      for (const method of METHODS) {
        const answer = await server.app.inject({ method, url: '/mcp', headers });
        expect(answer.json()).toMatchObject({ status: 401, code: 'AUTH.KEY_INVALID' });
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    }
    const inAddress = await post({}, PING, `/mcp?api_key=${holder.key}`);
    expect(inAddress.json()).toMatchObject({ status: 400, code: 'KEYS.IN_ADDRESS' });
  });

  it.each([
    'https://evil.example',
    'null',
    'http://localhost:3000.evil.example',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost',
  ])('a page of %s is refused, whatever its key and host', async (foreign) => {
    const answer = await post({ ...holder.headers, origin: foreign, host: foreign.replace(/^https?:\/\//, '') });
    expect(answer.json()).toMatchObject({ status: 403, code: 'AUTH.UNAUTHORIZED' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('a program without an origin, and our own origin, are answered as JSON without a session', async () => {
    for (const headers of [{}, { origin: server.platform.config.publicUrl }]) {
      const answer = await post({ ...holder.headers, ...headers });
      expect(answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(answer.headers['mcp-session-id']).toBeUndefined();
    }
  });

  it('no stream is opened and no session ended: GET and DELETE answer 405', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await server.app.inject({
        method,
        url: '/mcp',
        headers: { ...holder.headers, accept: 'text/event-stream' },
      });
      expect(answer.json()).toMatchObject({ status: 405, code: 'REQUEST.METHOD_NOT_ALLOWED' });
      expect(answer.headers.allow).toBe('POST');
    }
  });

  it.each([
    ['a list of messages', [PING, PING], 400],
    ['no body', '', 400],
    ['no JSON', '{"jsonrpc"', 400],
    ['no message', { hello: 'world' }, 400],
    ['a deep body', `${'['.repeat(100)}${']'.repeat(100)}`, 400],
    ['a large body', { ...PING, params: { text: 'x'.repeat(2 * 1024 * 1024) } }, 413],
  ])('%s is refused', async (_, body, status) => {
    expect((await post(holder.headers, body)).statusCode).toBe(status);
  });

  it('a notification is accepted without an answer, and a message that accepts no JSON is refused', async () => {
    const told = await post(holder.headers, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([told.statusCode, told.body]).toEqual([202, '']);
    expect((await post({ ...holder.headers, accept: 'text/html' })).statusCode).toBe(406);
    expect((await post({ ...holder.headers, 'content-type': 'text/plain' })).statusCode).toBe(415);
  });

  it("calls have the key's speed: the tool says how long to wait, and an unknown account's list does not exist", async () => {
    const quick = await createKeyHolder(server);
    const { client, ask, refusal } = await connectAgent(origin, quick.key);
    const payload = { name: 'Mine', table: 'companies' };
    const list = await server.app.inject({ method: 'POST', url: '/api/v1/lists', headers: holder.account.headers, payload });
    const hidden = await refusal('search_rows', { table: 'companies', filters: { list: String(list.json().id) } });
    expect(hidden).toContain('ROW_LIST.NOT_FOUND');
    const calls = Array.from({ length: 8 }, () => ask('count_rows', { table: 'companies' }).catch(String));
    const refused = (await Promise.all(calls)).filter((answer) => typeof answer === 'string');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatch(/RATE\.LIMITED[\s\S]*Try again in \d+ seconds\.$/);
    await client.close();
  });

  it('without a plan, tools that count are refused and views are free', async () => {
    const poor = await createKeyHolder(server);
    await server.database.$client.query('update accounts set trial_ends_at = $2 where id = $1', [poor.workspaceId, new Date(0)]);
    const { client, ask, refusal } = await connectAgent(origin, poor.key);
    expect(await refusal('count_rows', { table: 'companies' })).toContain('AUTH.SUBSCRIPTION_REQUIRED');
    expect(await ask('list_views', {})).toEqual({ data: [] });
    await client.close();
  });

  it('descriptions, which are large and free, are limited as calls of the data API are', async () => {
    const eager = await createKeyHolder(server);
    const describing = ['tools/list', 'resources/list', 'resources/templates/list', 'resources/read'];
    const statuses: number[] = [];
    for (let sent = 0; sent < 2 * CALLS_PER_MINUTE; sent += 1) {
      const params = { uri: 'leadloom://tables/companies' };
      statuses.push((await post(eager.headers, { jsonrpc: '2.0', id: sent, method: describing[sent % 4], params })).statusCode);
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(CALLS_PER_MINUTE + 1);
    expect(statuses.at(-1)).toBe(429);
    expect((await post(eager.headers)).statusCode).toBe(200);
  });

  it('an account has a limited number of messages in a minute, over all its keys', async () => {
    const eager = await createKeyHolder(server);
    const other = await createKeyHolder(server, eager.account);
    const statuses: number[] = [];
    for (let sent = 0; sent <= MESSAGES_PER_MINUTE; sent += 1) {
      statuses.push((await post((sent % 2 === 0 ? eager : other).headers)).statusCode);
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(MESSAGES_PER_MINUTE + 1);
    const last = await post(eager.headers);
    expect(last.json()).toMatchObject({ status: 429, code: 'RATE.LIMITED' });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  });
});
