import { createVerifiedAccount } from '@leadloom/server/testing/accounts';
import { createKeyHolder, type KeyHolder } from '@leadloom/server/testing/key-holder';
import { readCsv } from '@leadloom/server/testing/read-csv';
import { readWorkbook } from '@leadloom/server/testing/read-workbook';
import { storeProfiles } from '@leadloom/server/testing/stored-profiles';
import { addRows } from '@leadloom/server/testing/table-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { companies } from '@leadloom/shared/tables/companies';
import { tableNames } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, type Client, createClient } from './create-client.ts';

const ROWS = 230;

describe('the client on a real server', () => {
  let server: TestServer;
  let origin: string;
  let holder: KeyHolder;
  let client: Client;
  let sandbox: Client;
  let ids: readonly number[];

  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '1000', KEY_REQUESTS_PER_MINUTE: '10000', ACCOUNT_REQUESTS_PER_MINUTE: '10000' },
    });
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const account = await createVerifiedAccount(server);
    holder = await createKeyHolder(server, account);
    client = createClient({ origin, apiKey: holder.key });
    sandbox = createClient({ origin, apiKey: (await createKeyHolder(server, account, { kind: 'test' })).key });
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      name: `Weaver ${index}`,
      country: index % 2 === 0 ? 'France' : 'Italy',
      revenue: index,
    }));
    ids = await addRows(server.database, companies, rows);
  });
  afterAll(() => server.close());

  it('rows are listed with filters, an order and chosen columns', async () => {
    const page = await client.tables.companies.list({
      country: ['France'],
      sort: 'revenue',
      order: 'desc',
      fields: ['name'],
      per_page: 2,
    });
    expect(page).toMatchObject({ total: ROWS / 2, page: 1, per_page: 2 });
    expect(page.data).toEqual([
      { id: ids[ROWS - 2], changed_in: expect.any(Number), name: `Weaver ${ROWS - 2}` },
      { id: ids[ROWS - 4], changed_in: expect.any(Number), name: `Weaver ${ROWS - 4}` },
    ]);
  });

  it('chosen rows are listed and exported', async () => {
    const chosen = { ids: [ids[0] ?? 0, ids[1] ?? 0], country: 'France' } as const;
    const { data } = await client.tables.companies.list(chosen);
    expect(data.map(({ id }) => id)).toEqual([ids[0]]);
    expect(await client.tables.companies.previewExport(chosen)).toMatchObject({ rows: 1 });
    const { records } = readCsv(await new Response(await client.tables.companies.export(chosen)).text());
    expect(records).toHaveLength(1);
  });

  it('one row is read, whole or in part', async () => {
    const [id = 0] = ids;
    expect(await client.tables.companies.get(id)).toMatchObject({ id, name: 'Weaver 0', country: 'France', city: null });
    expect(await client.tables.companies.get(id, { fields: ['revenue'] })).toEqual({
      id,
      changed_in: expect.any(Number),
      revenue: 0,
    });
  });

  it('walks all rows, page by page', async () => {
    const before = (await client.usage()).request_count;
    const walked: number[] = [];
    for await (const { id, name } of client.tables.companies.walk({ fields: ['name'] })) {
      expect(name).toBe(`Weaver ${walked.length}`);
      walked.push(id);
    }
    expect(walked).toEqual(ids);
    expect((await client.usage()).request_count).toBe(before + 3);
  });

  it('no more pages are requested once a loop over rows is left', async () => {
    const before = (await client.usage()).request_count;
    for await (const { id } of client.tables.companies.walk({ per_page: 10 })) if (id === ids[4]) break;
    expect((await client.usage()).request_count).toBe(before + 1);
  });

  it('exports a file, and says before what it would cost', async () => {
    const question = { country: 'Italy', limit: 5 } as const;
    expect(await client.tables.companies.previewExport(question)).toMatchObject({ rows: 5, is_allowed: true });
    const file = await client.tables.companies.export({ ...question, columns: ['name', 'country'] });
    const { header, records, hasByteOrderMark } = readCsv(await new Response(file).text());
    expect(hasByteOrderMark).toBe(false);
    expect(header).toHaveLength(2);
    expect(records).toHaveLength(5);
    const workbook = await client.tables.companies.export({ ...question, columns: ['name'], format: 'xlsx' });
    const [sheet] = readWorkbook(new Uint8Array(await new Response(workbook).arrayBuffer()));
    expect(sheet?.rows.map((cells) => cells.length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('the values of filters are typed and listed', async () => {
    expect(await client.tables.companies.options()).toMatchObject({ country: [] });
    expect(await client.tables.investors.suggest('city', 'par')).toEqual([]);
    expect(await client.search.topics('sho')).toEqual([]);
  });

  it('deletions are followed from where the last call stopped', async () => {
    const pages = [];
    for await (const page of sandbox.deleted.pages({ per_page: 3 })) pages.push(page);
    expect(pages.length).toBeGreaterThan(1);
    const told = pages.flatMap(({ data }) => data.map(({ table }) => table));
    expect(told.toSorted()).toEqual([...tableNames].toSorted());
    for (const { data } of pages.slice(0, -1)) expect(data).toHaveLength(3);
    expect(await sandbox.deleted.list({ cursor: pages.at(-1)?.cursor })).toMatchObject({ data: [], next_cursor: null });
    const rows = [];
    for await (const row of sandbox.deleted.walk({ table: 'people' })) rows.push(row);
    expect(rows).toMatchObject([{ table: 'people', reason: 'removed' }]);
  });

  it('collected profiles and trends are read', async () => {
    await storeProfiles(server, holder.workspaceId, [{ email: 'ada@weaver.example' }, {}]);
    const { data, total } = await client.profiles.list({ with_email: true });
    expect(total).toBe(1);
    expect(data).toMatchObject([{ full_name: 'Person 0', email: 'ada@weaver.example' }]);
    expect(await client.profiles.get(data[0]?.user_id ?? '')).toMatchObject({ full_name: 'Person 0', experiences: [] });
    const walked: (string | null)[] = [];
    for await (const { full_name: name } of client.profiles.walk({ per_page: 1 })) walked.push(name);
    expect(walked).toEqual(['Person 0', 'Person 1']);
    expect(await client.trends()).toEqual([]);
  });

  it('lines of a list are matched, and the call is counted by their number', async () => {
    const before = (await client.usage()).request_count;
    const lines = Array.from({ length: 101 }, () => ({ name: 'Nobody of this name' }));
    const results = await client.match('companies', lines);
    expect(results).toHaveLength(101);
    expect(results[100]).toEqual({ row: 100, id: null, by: null, found: null, candidates: [] });
    expect((await client.usage()).request_count).toBe(before + 2);
    expect(await sandbox.match('people', [{ name: 'x' }])).toHaveLength(1);
    await expect(client.match('companies', [])).rejects.toMatchObject({ status: 400, code: 'REQUEST.INVALID' });
  });

  it('a sandbox key reads every table for free', async () => {
    const before = (await client.usage()).request_count;
    const { tables } = sandbox;
    const query = { per_page: 100 };
    const pages = await Promise.all([
      tables.investors.list(query),
      tables.companies.list(query),
      tables.people.list(query),
      tables.reviews.list(query),
      tables.shopify.list(query),
      tables.redditPosts.list(query),
      tables.tiktokVideos.list(query),
    ]);
    for (const { data, total } of pages) {
      expect(data.length).toBe(total);
      expect(total).toBeGreaterThan(20);
    }
    expect((await client.usage()).request_count).toBe(before);
  });

  it('throws what the server says', async () => {
    const nobody = createClient({ origin, apiKey: 'll_live_of-nobody' });
    const error = await nobody.usage().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, code: 'AUTH.KEY_INVALID', message: 'This API key is not valid.' });
    await expect(client.tables.companies.get(999_999_999)).rejects.toMatchObject({ status: 404, code: 'ROWS.NOT_FOUND' });
    await expect(client.tables.companies.list({ per_page: 101 })).rejects.toMatchObject({
      code: 'REQUEST.INVALID',
      problem: { errors: [{ parameter: 'per_page' }] },
    });
  });
});
