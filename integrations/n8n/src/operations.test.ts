import { createVerifiedAccount } from '@leadloom/server/testing/accounts';
import { createKeyHolder, type KeyHolder } from '@leadloom/server/testing/key-holder';
import { addRows } from '@leadloom/server/testing/table-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { companies } from '@leadloom/shared/tables/companies';
import type { INodeProperties } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from './connect.ts';
import type { Json } from './json-object.ts';
import { nodeProperties } from './node-properties.ts';
import { listChoices, type OperationName, operations, type Unit } from './operations.ts';

const ROWS = 230;
type Parameters = Readonly<Record<string, unknown>>;

/** The values that n8n hands over: those that were chosen, and the defaults of the others that it shows for the operation. */
function shown(operation: OperationName, chosen: Parameters): Parameters {
  const known: Record<string, unknown> = { table: 'companies', returnAll: false, ...chosen, operation };
  const isShown = ({ displayOptions }: INodeProperties) =>
    Object.entries(displayOptions?.show ?? {}).every(([name, values]) => values.some((value) => value === known[name]));
  return Object.fromEntries(
    nodeProperties.filter(isShown).map(({ name, default: usual }) => [name, chosen[name] ?? known[name] ?? usual]),
  );
}

describe('operations on a real server', () => {
  let server: TestServer;
  let origin: string;
  let holder: KeyHolder;
  let ids: readonly number[];
  const statuses: number[] = [];

  /** What n8n gives to a node: credentials, and requests of its own. */
  const hostOf = (apiKey: string, serverUrl = origin) => ({
    getCredentials: async <Data extends object>(): Promise<Data> => JSON.parse(JSON.stringify({ serverUrl, apiKey })),
    helpers: {
      httpRequest: async ({ url, method, headers, body }: { url: string; method: string; headers: Json; body?: string }) => {
        const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
        const answer = await fetch(url, { method, headers: texts, ...(body === undefined ? {} : { body }) });
        statuses.push(answer.status);
        return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
      },
    },
  });

  async function plan(operation: OperationName, items: readonly Parameters[], key = holder.key): Promise<readonly Unit[]> {
    const parameters = items.map((item) => shown(operation, item));
    return operations[operation]({
      transport: await connect(hostOf(key)),
      signal: undefined,
      itemCount: items.length,
      read: (name, item) => {
        // n8n refuses a parameter that the node does not have, or hides.
        if (!Object.hasOwn(parameters[item] ?? {}, name)) throw new Error(`${operation} has no parameter ${name}`);
        return parameters[item]?.[name];
      },
    });
  }
  async function act(operation: OperationName, ...items: readonly Parameters[]): Promise<readonly Json[]> {
    const answers: Json[] = [];
    for (const { run } of await plan(operation, items)) answers.push(...(await run()));
    return answers;
  }
  const requests = async () => Number((await holder.get('/usage')).body.request_count);

  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '1000', KEY_REQUESTS_PER_MINUTE: '10000', ACCOUNT_REQUESTS_PER_MINUTE: '10000' },
    });
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    holder = await createKeyHolder(server, await createVerifiedAccount(server), { rights: 'write' });
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      name: `Weaver ${index}`,
      country: index % 2 === 0 ? 'France' : 'Italy',
      employee_count: index,
    }));
    ids = await addRows(server.database, companies, rows);
  });
  afterAll(() => server.close());

  it('a search reads as many rows as are wanted, in as few requests', async () => {
    const before = await requests();
    expect(await act('search', {})).toHaveLength(50);
    expect(await requests()).toBe(before + 1);
    expect(await act('search', { limit: 120, fields: ['name'] })).toEqual(
      ids.slice(0, 120).map((id, index) => ({ id, changed_in: expect.any(Number), name: `Weaver ${index}` })),
    );
    expect(await requests()).toBe(before + 3);
    expect((await act('search', { returnAll: true })).map(({ id }) => id)).toEqual(ids);
  });

  it('filters are combined, several values of one are alternatives, and the expression narrows them', async () => {
    const countries = { filter: ['France', 'Italy'].map((value) => ({ name: 'country', value })) };
    expect(await act('search', { returnAll: true, filters: countries })).toHaveLength(ROWS);
    const large = { filter: [...countries.filter.slice(0, 1), { name: 'employee_count_from', value: '200' }] };
    const found = await act('search', { filters: large, where: 'employee_count < 204', sort: 'employee_count', order: 'desc' });
    expect(found.map(({ name }) => name)).toEqual(['Weaver 202', 'Weaver 200']);
  });

  it('a row is read by its id', async () => {
    expect(await act('get', { rowId: String(ids[7]), fields: ['country'] })).toEqual([
      { id: ids[7], changed_in: expect.any(Number), country: 'Italy' },
    ]);
  });

  it('rows for one list, and those for the same tags, go in one request', async () => {
    const made = await (await connect(hostOf(holder.key))).change<{ id: number }>(
      'POST',
      '/lists',
      { name: 'n8n', table: 'companies' },
      {},
    );
    expect(await listChoices(await connect(hostOf(holder.key)), 'companies')).toEqual([{ name: 'n8n', value: made.id }]);
    const before = await requests();
    const rows = ids.slice(0, 5).map((rowId) => ({ rowId, list: made.id }));
    expect(await act('addToList', ...rows)).toEqual([expect.objectContaining({ id: made.id, added: 5, count: 5 })]);
    const tagged = ids.slice(0, 4).map((rowId, index) => ({ rowId: String(rowId), tags: [index < 3 ? 'warm' : 'cold'] }));
    const units = await plan('addTags', tagged);
    expect(units.map(({ items }) => items)).toEqual([[0, 1, 2], [3]]);
    expect(await Promise.all(units.map(({ run }) => run()))).toMatchObject([[{ tagged: 3 }], [{ tagged: 1 }]]);
    expect(await requests()).toBe(before + 3);
  });

  it('a note is written', async () => {
    expect(await act('writeNote', { rowId: ids[0], text: 'Call in May' })).toMatchObject([{ text: 'Call in May' }]);
  });

  it('an alert watches a view of the filters, and a refused one leaves no view', async () => {
    const chosen = { name: 'French', filters: { filter: [{ name: 'country', value: 'France' }] }, where: 'employee_count > 5' };
    const [alert] = await act('createAlert', chosen);
    expect(alert).toMatchObject({
      name: 'French',
      on: ['added'],
      every: 'instant',
      by: ['app', 'webhook'],
      watch: { kind: 'view' },
    });
    const views = async () => (await holder.get('/table-views?table=companies')).body.data;
    expect(await views()).toMatchObject([
      { name: 'French', state: { filters: { country: 'France', where: 'employee_count > 5' } } },
    ]);
    await expect(act('createAlert', { ...chosen, name: 'Refused', on: [] })).rejects.toThrow(/^\/on: /);
    expect(await views()).toHaveLength(1);
  });

  it('a person is added to the collector', async () => {
    const url = 'https://www.linkedin.com/in/invented-person/';
    expect(await act('addPerson', { url }, { url })).toMatchObject([{ added: 1 }, { added: 0, existing: 1 }]);
  });

  it('a refusal of the server, and an item without an id, fail for their items alone', async () => {
    const tags = ['warm'];
    const units = await plan('addTags', [
      { rowId: ids[0], tags },
      { rowId: undefined, tags },
      { rowId: ids[1], tags },
    ]);
    expect(units.map(({ items }) => items)).toEqual([[0, 2], [1]]);
    await expect(units[0]?.run()).resolves.toMatchObject([{ rows: 2 }]);
    await expect(units[1]?.run()).rejects.toThrow(/^rowId: must be/);
    const [unknown] = await plan('get', [{ rowId: 999_999 }]);
    await expect(unknown?.run()).rejects.toMatchObject({ name: 'ApiError', status: 404 });
    const { key } = await createKeyHolder(server, holder.account);
    const [read] = await plan('writeNote', [{ rowId: ids[0], text: 'No' }], key);
    await expect(read?.run()).rejects.toMatchObject({ code: 'KEY.RIGHT_MISSING' });
  });

  it('an address that is none is refused with a sentence', async () => {
    await expect(connect(hostOf(holder.key, 'leads.example.com'))).rejects.toThrow('Server Address must be an address');
    await expect(connect(hostOf(holder.key, 'file:///leads'))).rejects.toThrow('Server Address must be an address');
  });

  it('a search goes on after the pauses that a rate limit asks for', async () => {
    const slow = await startTestServer({ beside: server, environment: { KEY_REQUESTS_PER_SECOND: '1' } });
    const before = origin;
    try {
      origin = await slow.app.listen({ host: '127.0.0.1', port: 0 });
      statuses.length = 0;
      expect(await act('search', { returnAll: true, fields: ['name'] })).toHaveLength(ROWS);
      expect(statuses).toContain(429);
    } finally {
      origin = before;
      await slow.close();
    }
  });
});
