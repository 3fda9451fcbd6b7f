import { tableViewSchema } from '@leadloom/shared/contract/table-views';
import { filterExamples } from '@leadloom/shared/reference/filter-examples';
import { companies } from '@leadloom/shared/tables/companies';
import { people } from '@leadloom/shared/tables/people';
import { tableNames } from '@leadloom/shared/tables/tables';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agent, connectAgent } from '../../testing/agent.fixture.ts';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const TOOLS = [
  'search_rows',
  'get_row',
  'count_rows',
  'facets',
  'summary',
  'related_rows',
  'match_rows',
  'list_views',
  'open_view',
  'list_trends',
];
const ROWS = 7;
/** Of a trend without videos. */
const DIGEST = {
  number_of_videos_in_trend: 0,
  videos: [],
  daily: { first_day: '2026-03-01', counts: [] },
  author_count: 0,
  authors: [],
  hashtags: [],
  sound: null,
};

const schemaOfFilters = z.object({ properties: z.object({ filters: z.record(z.string(), z.unknown()) }) });
const branches = z.object({
  description: z.string(),
  anyOf: z.array(
    z.object({
      title: z.string(),
      properties: z.object({ where: z.object({ description: z.string() }) }),
      examples: z.array(z.record(z.string(), z.unknown())).optional(),
    }),
  ),
});
const guide = z.object({
  columns: z.array(z.object({ name: z.string() })),
  filters: z.array(z.object({ name: z.string(), description: z.string() })),
});

describe('tools for agents', () => {
  let server: TestServer;
  let live: KeyHolder;
  let agent: Agent;
  let sandbox: KeyHolder;
  let sandboxAgent: Agent;
  let ids: readonly number[];

  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '1000', KEY_REQUESTS_PER_MINUTE: '1000', ACCOUNT_REQUESTS_PER_MINUTE: '1000' },
    });
    const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    live = await createKeyHolder(server);
    sandbox = await createKeyHolder(server, live.account, { kind: 'test' });
    agent = await connectAgent(origin, live.key);
    sandboxAgent = await connectAgent(origin, sandbox.key);
    ids = await addRows(
      server.database,
      companies,
      Array.from({ length: ROWS }, (_, at) => ({
        name: `Spindle ${at}`,
        website: `https://spindle-${at}.example`,
        website_domain: `spindle-${at}.example`,
        country: at < 3 ? 'Norway' : 'Korea, Republic of',
        employee_count: at,
      })),
    );
    await addRows(server.database, people, [
      { name: 'Person of Spindle', company_website: 'https://spindle-0.example', company_website_domain: 'spindle-0.example' },
    ]);
  });
  afterAll(async () => {
    await Promise.all([agent.client.close(), sandboxAgent.client.close()]);
    await server.close();
  });

  const requestsOf = async ({ get }: KeyHolder) => Number((await get('/usage')).body.request_count);
  async function makeView(table: string, filters: Readonly<Record<string, unknown>>) {
    const state = { filters, columns: [], sort: 'name', order: 'desc', per_page: 25 };
    const payload = { table, name: `View of ${table}`, state, is_default: false };
    const { headers } = live.account;
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/table-views', headers, payload });
    expect(answer.statusCode).toBe(201);
    return tableViewSchema.parse(answer.json());
  }

  it('the tools are listed as read-only, each with schemas of its arguments and its answer', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { inputSchema, outputSchema, annotations } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
      new Ajv2020({ strict: false, validateFormats: false }).compile(inputSchema);
    }
  });

  describe('the schema of filters', () => {
    /** Of each tool that has them. Compiled once, since that takes longer than all that is asked. */
    let schemas: { name: string; description: string; filters: Record<string, unknown>; fits: (filters: unknown) => boolean }[];
    beforeAll(async () => {
      const { tools } = await agent.client.listTools();
      schemas = tools.flatMap(({ name, description = '', inputSchema }) => {
        if (!('filters' in (inputSchema.properties ?? {}))) return [];
        const { filters } = schemaOfFilters.parse(inputSchema).properties;
        return [{ name, description, filters, fits: new Ajv2020({ strict: false, validateFormats: false }).compile(filters) }];
      });
    });

    it("has every table's own filters, and no mixture", () => {
      expect(schemas.map(({ name }) => name)).toEqual(['search_rows', 'count_rows', 'facets', 'summary']);
      for (const { fits } of schemas) {
        expect(fits({})).toBe(true);
        expect(fits({ country: ['Norway', 'A country of no list'], with_contact_info: true, list: '3', tag: ['warm'] })).toBe(
          true,
        );
        expect(fits({ play_count: '1000-10000', country: ['Norway'] })).toBe(false);
        expect(fits({ per_page: 5 })).toBe(false);
      }
    });

    it.each(tableNames)('names the operators of %s, with examples that fit it and find rows', async (table) => {
      const { total: all } = await sandboxAgent.ask('count_rows', { table });
      for (const { description, filters, fits } of schemas) {
        expect(description).toMatch(/k_not.*k_has.*k_from.*k_to.*link\.k.*where/);
        const { anyOf, description: operators } = branches.parse(filters);
        for (const operator of ['k_not', 'k_has', 'k_from, k_to', 'link.k', 'where'])
          expect(operators).toContain(`${operator}: `);
        const branch = anyOf.find(({ title }) => title.endsWith(`(${table})`));
        expect(branch?.properties.where.description).toContain(filterExamples(table).where);
        expect(branch?.examples).toHaveLength(2);
        for (const example of branch?.examples ?? []) {
          expect(fits(example)).toBe(true);
          const { total } = await sandboxAgent.ask('count_rows', { table, filters: example });
          expect(total, JSON.stringify(example)).toBeGreaterThan(0);
          expect(total, JSON.stringify(example)).toBeLessThan(Number(all));
        }
      }
    });
  });

  it.each([
    ['search_rows', { table: 'companies' }, '/table/companies?cursor='],
    [
      'search_rows',
      { table: 'companies', filters: { country: ['Korea, Republic of'], with_contact_info: false }, limit: 2, fields: ['name'] },
      '/table/companies?country=Korea, Republic of&country=Korea, Republic of&per_page=2&fields=name&cursor=',
    ],
    [
      'search_rows',
      { table: 'companies', filters: { search_query: 'spindle' }, sort: 'employee_count', order: 'desc', limit: 3 },
      '/table/companies?search_query=spindle&sort=employee_count&order=desc&per_page=3&cursor=',
    ],
    ['get_row', { table: 'companies', id: 'FIRST' }, '/table/companies/FIRST'],
    [
      'get_row',
      { table: 'companies', id: 'FIRST', fields: ['name', 'country'] },
      '/table/companies/FIRST?fields=name&fields=country',
    ],
    ['related_rows', { table: 'companies', id: 'FIRST' }, '/table/companies/FIRST/related'],
    [
      'facets',
      { table: 'companies', of: ['country', 'employee_count'], filters: { with_contact_info: true } },
      '/table/companies/facets?with_contact_info=true&of=country&of=employee_count',
    ],
    [
      'summary',
      { table: 'companies', by: ['country'], measure: 'sum', of: 'revenue' },
      '/table/companies/summary?by=country&measure=sum&of=revenue',
    ],
  ])("%s of %j equals the data API's answer and costs the same", async (tool, input, path) => {
    for (const [holder, caller, first] of [
      [live, agent, ids[0]],
      [sandbox, sandboxAgent, 1],
    ] as const) {
      const withId = Object.fromEntries(Object.entries(input).map(([key, part]) => [key, part === 'FIRST' ? first : part]));
      const before = await requestsOf(live);
      const { status, body } = await holder.get(path.replace('FIRST', String(first)));
      const between = await requestsOf(live);
      expect(await caller.ask(tool, withId)).toEqual(body);
      expect(status).toBe(200);
      const prices = [between - before, (await requestsOf(live)) - between];
      expect(prices).toEqual(holder === live ? [1, 1] : [0, 0]);
    }
  });

  it('rows are counted by the filters, at the price of a list', async () => {
    const before = await requestsOf(live);
    expect(await agent.ask('count_rows', { table: 'companies', filters: { country: ['Norway'] } })).toEqual({ total: 3 });
    expect(await requestsOf(live)).toBe(before + 1);
    const { body } = await sandbox.get('/table/companies');
    expect(await sandboxAgent.ask('count_rows', { table: 'companies' })).toEqual({ total: body.total });
  });

  it('lines are matched by the data API, and cost the same', async () => {
    const lines = [{ domain: 'spindle-1.example' }, { name: 'Nobody', country: 'Norway' }];
    for (const [holder, caller] of [
      [live, agent],
      [sandbox, sandboxAgent],
    ] as const) {
      const before = await requestsOf(live);
      const payload = { table: 'companies', rows: lines };
      const answer = await server.app.inject({ method: 'POST', url: '/api/v1/match', headers: holder.headers, payload });
      const between = await requestsOf(live);
      expect(answer.statusCode).toBe(200);
      expect(await caller.ask('match_rows', payload)).toEqual(answer.json());
      const prices = [between - before, (await requestsOf(live)) - between];
      expect(prices).toEqual(holder === live ? [1, 1] : [0, 0]);
    }
    const { data } = await agent.ask('match_rows', { table: 'companies', rows: lines });
    expect(data).toMatchObject([
      { row: 0, id: ids[1], by: 'domain' },
      { row: 1, id: null },
    ]);
    expect(await agent.refusal('match_rows', { table: 'companies', rows: [] })).toContain('/rows');
  });

  it("trends are the data API's, in an object", async () => {
    await server.database.execute(sql`insert into trends (account_id, name, first_seen_at, last_seen_at, centroid, reasons, digest)
      values (${live.workspaceId}, 'Lanterns', now(), now(), '[]', '[]', ${JSON.stringify(DIGEST)}::jsonb)`);
    const before = await requestsOf(live);
    const { data } = await agent.ask('list_trends', {});
    expect(data).toEqual([expect.objectContaining({ trend_name: 'Lanterns' })]);
    expect(await requestsOf(live)).toBe(before + 1);
    expect(data).toEqual((await live.get('/tiktok/trends')).body);
    const invented = (await sandbox.get('/tiktok/trends')).body;
    expect(invented.length).toBeGreaterThan(0);
    expect(await sandboxAgent.ask('list_trends', {})).toEqual({ data: invented });
  });

  it('one cursor walks through all rows, each once and by id', async () => {
    const seen: unknown[] = [];
    let cursor: unknown = '';
    do {
      const page = await agent.ask('search_rows', { table: 'companies', limit: 3, fields: ['id'], cursor });
      seen.push(
        ...z
          .array(z.object({ id: z.int() }))
          .parse(page.data)
          .map(({ id }) => id),
      );
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids);
  });

  it("views are the account's, free of charge, and their filters can be passed on", async () => {
    const ofCompanies = await makeView('companies', { country: ['Norway'], with_contact_info: true });
    const ofPeople = await makeView('people', { search_query: 'spindle' });
    const before = await requestsOf(live);
    const shown = await live.account.browser.call('GET', '/table-views?table=companies');
    expect(await agent.ask('list_views', { table: 'companies' })).toEqual(shown.body);
    expect(await agent.ask('list_views', {})).toEqual({ data: [ofCompanies, ofPeople] });
    const opened = await agent.ask('open_view', { id: ofPeople.id });
    expect(opened).toEqual((await live.account.browser.call('GET', `/table-views/${ofPeople.id}`)).body);
    expect(await requestsOf(live)).toBe(before);
    const { filters, sort, order } = z.record(z.string(), z.unknown()).parse(opened.state);
    expect(await agent.ask('search_rows', { table: 'people', filters, sort, order })).toMatchObject({ total: 1 });
    expect(await agent.refusal('open_view', { id: 'of-nobody' })).toContain('VIEW.NOT_FOUND');
  });

  it('a test key sees invented views and never those of the account', async () => {
    const view = await makeView('reviews', {});
    const { data } = await sandboxAgent.ask('list_views', {});
    expect(JSON.stringify(data)).not.toContain(view.id);
    expect(data).toHaveLength(tableNames.length);
    expect(await sandboxAgent.ask('open_view', { id: 'sample-people' })).toMatchObject({ table: 'people' });
    expect(await sandboxAgent.refusal('open_view', { id: view.id })).toContain('VIEW.NOT_FOUND');
  });

  it.each([
    ['search_rows', { table: 'companies', filters: { colour: ['red'] } }, 'colour is not a filter of companies. Its filters are'],
    ['search_rows', { table: 'companies', filters: { per_page: 100 } }, 'per_page is not a filter of companies'],
    ['search_rows', { table: 'companies', filters: { last_funded_after: 'soon' } }, 'must be a day such as'],
    ['search_rows', { table: 'companies', limit: 101 }, '/limit'],
    ['search_rows', { table: 'companies', sort: 'colour' }, 'sort'],
    ['search_rows', { table: 'companies', filters: { list: '987654' } }, 'ROW_LIST.NOT_FOUND'],
    ['search_rows', { table: 'companies', page: 2 }, '/page'],
    ['search_rows', { table: 'planets' }, '/table'],
    ['get_row', { table: 'companies', id: 987654321 }, 'ROWS.NOT_FOUND'],
    ['get_row', { table: 'companies', id: '../people' }, '/id'],
    ['related_rows', { table: 'companies' }, '/id'],
    ['list_trends', { hidden: true }, '/hidden'],
  ])('%s refuses %j with a sentence, and costs nothing', async (tool, input, text) => {
    const before = await requestsOf(live);
    expect(await agent.refusal(tool, input)).toContain(text);
    expect(await requestsOf(live)).toBe(before);
  });

  it('an unknown tool or resource is an error of the protocol', async () => {
    await expect(agent.client.callTool({ name: 'delete_rows', arguments: {} })).rejects.toThrow('This tool does not exist.');
    await expect(agent.client.readResource({ uri: 'leadloom://tables/planets' })).rejects.toThrow(
      'This resource does not exist.',
    );
  });

  it('a resource for each table names its columns and filters, and reading it is free', async () => {
    const before = await requestsOf(live);
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(tableNames.map((name) => `leadloom://tables/${name}`));
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['leadloom://tables/{table}']);
    const { contents } = await agent.client.readResource({ uri: 'leadloom://tables/companies' });
    const { text } = z.tuple([z.object({ text: z.string() })]).parse(contents)[0];
    const { columns, filters } = guide.parse(JSON.parse(text));
    expect(columns.map(({ name }) => name)).toEqual(['id', 'changed_in', ...companies.columns.map(({ field }) => field)]);
    expect(filters.map(({ name }) => name)).toEqual(expect.arrayContaining(['country', 'last_funded_after', 'list', 'tag']));
    expect(filters.filter(({ description }) => description === '')).toEqual([]);
    expect(await requestsOf(live)).toBe(before);
  });
});
