import { companies } from '@leadloom/shared/tables/companies';
import { people } from '@leadloom/shared/tables/people';
import { tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectAgent } from '../../testing/agent.fixture.ts';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MANY = { KEY_REQUESTS_PER_SECOND: '10000', KEY_REQUESTS_PER_MINUTE: '10000', ACCOUNT_REQUESTS_PER_MINUTE: '10000' };

const rowSchema = z.looseObject({ id: z.number(), changed_in: z.number().optional() });
type Row = z.infer<typeof rowSchema>;
const pageSchema = z.object({ data: z.array(rowSchema), next_cursor: z.string().nullish() });
const groupsSchema = z.object({ data: z.array(z.object({ table: z.string(), rows: z.array(rowSchema) })) });
const feedSchema = z.object({ data: z.array(z.object({ version: z.number(), row: rowSchema })) });

describe('the version that made a row so', () => {
  let server: TestServer;
  let live: KeyHolder;
  let sandbox: KeyHolder;
  let ids: readonly number[];
  beforeAll(async () => {
    server = await startTestServer({ environment: MANY });
    live = await createKeyHolder(server);
    sandbox = await createKeyHolder(server, live.account, { kind: 'test' });
    ids = await addRows(
      server.database,
      companies,
      Array.from({ length: 30 }, (_, at) => ({
        name: `Spindle ${at}`,
        website: `https://spindle-${at}.example`,
        website_domain: `spindle-${at}.example`,
        employee_range: at % 2 === 0 ? '11-50' : null,
        country: at % 3 === 0 ? 'Norway' : null,
        employee_count: at,
      })),
    );
    await addRows(server.database, people, [
      { name: 'Runa Fjeld', company_name: 'Spindle 0', company_website: 'https://spindle-0.example' },
    ]);
  });
  afterAll(() => server.close());

  const ask = async (path: string, headers: Record<string, string> = live.headers): Promise<unknown> => {
    const answer = await server.app.inject({ url: `/api/v1/table/${path}`, headers });
    expect(answer.statusCode, `${path}: ${answer.payload.slice(0, 300)}`).toBe(200);
    return answer.json();
  };
  async function stored(table = 'companies'): Promise<ReadonlyMap<number, number>> {
    const { rows } = await server.database.execute(sql`select id, changed_in from ${sql.identifier(table)}`);
    return new Map(rows.map(({ id, changed_in: version }) => [Number(id), Number(version)]));
  }
  async function expectStored(rows: readonly Row[], table?: string): Promise<void> {
    expect(rows.length).toBeGreaterThan(0);
    const known = await stored(table);
    expect(rows.map(({ id, changed_in: version }) => [id, version])).toEqual(rows.map(({ id }) => [id, known.get(id)]));
  }
  const page = async (query: string, headers?: Record<string, string>) =>
    pageSchema.parse(await ask(`companies?${query}`, headers));

  it.each([
    'per_page=10',
    'per_page=10&page=3',
    'per_page=10&page=2&sort=employee_count&order=desc',
    'per_page=5&page=5&sort=employee_range',
    'per_page=10&search_query=spindle',
    'per_page=10&country=Norway&include_total=false',
    'per_page=10&fields=name',
    'per_page=10&fields=id',
    'per_page=10&fields=changed_in',
    'per_page=7&cursor=',
    'per_page=7&cursor=&sort=name',
  ])('each row of the list with %s carries it, for a program and in a session', async (query) => {
    await expectStored((await page(query)).data);
    if (query.includes('cursor')) return;
    await expectStored((await page(query, { ...live.account.headers })).data);
  });

  it('a page that was answered before has the version of a change since', async () => {
    const [id = 0] = ids;
    const query = 'per_page=10&sort=id';
    await expectStored((await page(query)).data);
    await server.database.execute(sql`update companies set city = 'Bergen' where id = ${id}`);
    const changed = await page(query);
    await expectStored(changed.data);
    expect(changed.data.find((row) => row.id === id)).toMatchObject({ city: 'Bergen' });
    await server.database.execute(sql`update companies set city = 'Oslo' where id = ${ids.at(-1)}`);
    await expectStored((await page(query)).data);
  });

  it('rows carry it beside what the account keeps about them', async () => {
    const headers = { ...live.account.headers };
    const url = `/api/v1/table/companies/${ids[1]}/tags`;
    expect((await server.app.inject({ method: 'PUT', url, headers, payload: { tags: ['Lead'] } })).statusCode).toBe(200);
    const { data } = await page('per_page=30&sort=id', headers);
    await expectStored(data);
    expect(data.find(({ id }) => id === ids[1])).toMatchObject({ my: { tags: ['Lead'] } });
  });

  it('one row, related rows and rows of the feed carry it', async () => {
    const one = z.object({ data: rowSchema }).parse(await ask(`companies/${ids[0]}`));
    const narrow = z.object({ data: rowSchema }).parse(await ask(`companies/${ids[0]}?fields=name`));
    await expectStored([one.data, narrow.data]);
    const { data: groups } = groupsSchema.parse(await ask(`companies/${ids[0]}/related`));
    await expectStored(groups.find(({ table }) => table === 'people')?.rows ?? [], 'people');
    const { data: changes } = feedSchema.parse(await ask('companies/changes?per_page=1000'));
    await expectStored(changes.map(({ row }) => row));
    expect(changes.every(({ version, row }) => version === row.changed_in)).toBe(true);
  });

  it('the answers to an agent carry it', async () => {
    const agent = await connectAgent(await server.app.listen({ host: '127.0.0.1', port: 0 }), live.key);
    await expectStored(pageSchema.parse(await agent.ask('search_rows', { table: 'companies', limit: 5 })).data);
    const one = await agent.ask('get_row', { table: 'companies', id: ids[0] });
    await expectStored([z.object({ data: rowSchema }).parse(one).data]);
    await agent.client.close();
  });

  it.each(tableNames)('rows of %s of test keys carry the version of the feed', async (table) => {
    const { headers } = sandbox;
    const feed = feedSchema.parse(await ask(`${table}/changes?per_page=1000`, headers));
    const versions = new Map(feed.data.map(({ version, row }) => [row.id, version]));
    const { data } = pageSchema.parse(await ask(`${table}?per_page=100`, headers));
    const narrow = pageSchema.parse(await ask(`${table}?per_page=100&fields=id`, headers));
    const first = z.object({ data: rowSchema }).parse(await ask(`${table}/1`, headers));
    for (const row of [...data, ...narrow.data, ...feed.data.map((change) => change.row), first.data])
      expect(row.changed_in).toBe(versions.get(row.id));
    expect(data).toHaveLength(40);
  });
});
