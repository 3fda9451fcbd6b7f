import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const answerSchema = z.object({ result: z.looseObject({ structuredContent: z.record(z.string(), z.unknown()).optional() }) });

describe('messages of agents that write null for what they leave out', () => {
  let server: TestServer;
  let holder: KeyHolder;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '1000', KEY_REQUESTS_PER_MINUTE: '1000', ACCOUNT_REQUESTS_PER_MINUTE: '1000' },
    });
    holder = await createKeyHolder(server);
    await addRows(server.database, companies, [
      { name: 'Spindle', website: 'https://spindle.example', website_domain: 'spindle.example', country: 'Norway' },
      { name: 'Bobbin', website: 'https://bobbin.example', website_domain: 'bobbin.example', country: 'Chile' },
    ]);
  });
  afterAll(() => server.close());

  const post = (body: object, url = '/mcp') =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { ...holder.headers, accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    });
  const result = async (body: object) => answerSchema.parse((await post(body)).json()).result;
  const callTool = async (name: string, input: unknown) =>
    (await result({ method: 'tools/call', params: { name, arguments: input } })).structuredContent;

  it('arguments that are null are absent', async () => {
    expect(await callTool('list_trends', null)).toEqual({ data: [] });
    expect(await callTool('list_views', null)).toEqual({ data: [] });
  });

  it.each([
    ['search_rows', { table: 'companies' }, { fields: null, filters: null, sort: null, order: null, limit: null, cursor: null }],
    ['search_rows', { table: 'companies', filters: {} }, { filters: { country: null, search_query: null } }],
    ['count_rows', { table: 'companies' }, { filters: null }],
    ['get_row', { table: 'companies', id: 1 }, { fields: null }],
    ['list_views', {}, { table: null }],
    [
      'match_rows',
      { table: 'companies', rows: [{ domain: 'spindle.example' }] },
      { rows: [{ domain: 'spindle.example', email: null, name: null }] },
    ],
  ])('%s of %j answers the same with %j', async (tool, input, nulls) => {
    const expected = await callTool(tool, input);
    expect(expected).toBeDefined();
    expect(await callTool(tool, { ...input, ...nulls })).toEqual(expected);
  });

  it('a required argument that is null is named as missing', async () => {
    const refused = await result({
      method: 'tools/call',
      params: { name: 'get_row', arguments: { table: 'companies', id: null } },
    });
    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused)).toContain('/id');
  });

  it.each(['ping', 'tools/list', 'resources/list', 'resources/templates/list'])(
    '%s with null for its parameters is answered',
    async (method) => {
      const expected = await result({ method });
      expect(await result({ method, params: null })).toEqual(expected);
      expect(await result({ method, params: { cursor: null, _meta: null } })).toEqual(expected);
    },
  );

  it('a slash at the end of the address changes nothing', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answers = await Promise.all(
        ['/mcp', '/mcp/'].map((url) => server.app.inject({ method, url, headers: holder.headers })),
      );
      const [plain, slashed] = answers.map(({ statusCode, headers, body }) => [
        statusCode,
        headers['cache-control'],
        headers.allow,
        body.replaceAll(/"request_id":"[^"]*"/g, ''),
      ]);
      expect(slashed).toEqual(plain);
    }
    expect((await post({ method: 'ping' }, '/mcp/')).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const anonymous = await server.app.inject({ method: 'POST', url: '/mcp/' });
    expect(anonymous.json()).toMatchObject({ status: 401, code: 'AUTH.KEY_INVALID' });
  });
});
