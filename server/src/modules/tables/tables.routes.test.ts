import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import type { CellValue, TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { linkedTable, linkNames } from '@leadloom/shared/tables/linked-tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { databaseName, domainColumn, domainSources } from '../../schema/data-table.ts';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { addRows } from '../../testing/table-rows.ts';
import { arbitraryFilter, arbitraryFilters, arbitraryRow } from '../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { lowersInFull, readTextOrder } from '../../testing/text-order.ts';
import { thoroughOr } from '../../testing/thorough.ts';
import { type CompareTexts, matchingRows, orderedRows, type SentFilters, simplyLowered } from './filters/table-model.ts';

const ROWS = 130;
const RUNS = thoroughOr(40, 6);
/** Of each filter alone. */
const VALUES = thoroughOr(15, 4);
const SEED = 20_260_101;
const linkedTables = tableNames.filter((name) => linkNames(tableByName(name)).length > 0);

const answerSchema = z.object({
  data: z.array(z.object({ id: z.number() })),
  total: z.number(),
  page: z.number(),
  per_page: z.number(),
});
type Sent = SentFilters & { readonly [key: string]: string | readonly string[] };

describe('the lists of the data tables', () => {
  let server: TestServer;
  let compareTexts: CompareTexts;
  let lower: typeof simplyLowered;
  let account: TestAccount;
  const stored = new Map<string, readonly TableRow[]>();

  async function list(definition: TableDefinition, sent: Sent) {
    const query = new URLSearchParams(
      Object.entries(sent).flatMap(([key, value]) => [value].flat().map((text): [string, string] => [key, text])),
    );
    const url = `/api/v1/table/${definition.name}?${query}`;
    const answer = await server.app.inject({ url, headers: account.headers });
    expect(answer.statusCode, `${url}: ${answer.payload.slice(0, 300)}`).toBe(200);
    return answerSchema.parse(answer.json());
  }
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

  beforeAll(async () => {
    // Every row is exported, of as many tables as there are.
    server = await startTestServer({ environment: { TRIAL_EXPORT_LIMIT: '100000' } });
    account = await createVerifiedAccount(server);
    for (const definition of tableNames.map(tableByName)) {
      const rows = fc.sample(arbitraryRow(definition), { numRuns: ROWS, seed: SEED });
      const ids = await addRows(
        server.database,
        definition,
        rows.map((row) => ({ ...row, ...domainsOf(definition, row) })),
      );
      stored.set(
        definition.name,
        rows.map((row, at) => ({ ...row, id: ids[at] ?? 0 })),
      );
    }
    compareTexts = await readTextOrder(server.database, [...stored.values()].flat());
    lower = (await lowersInFull(server.database)) ? (text) => text.toLowerCase() : simplyLowered;
  });
  afterAll(() => server.close());

  /** Of all tables: runs that found some rows and not all. */
  let found = 0;
  it.each(tableNames)('%s: any filters and order find what plain code finds, on every page', async (name) => {
    const definition = tableByName(name);
    const rows = stored.get(name) ?? [];
    const fields = definition.columns.map(({ field }) => field);
    await fc.assert(
      fc.asyncProperty(
        arbitraryFilters(definition),
        fc.option(fc.constantFrom(...fields), { nil: undefined }),
        fc.constantFrom(undefined, 'asc' as const, 'desc' as const),
        fc.constantFrom(7, 40, 100),
        async (filters, sort, order, perPage) => {
          const expected = orderedRows(
            definition,
            matchingRows(definition, filters, rows, { lower }),
            { sort, order },
            compareTexts,
          );
          const choice = { ...filters, ...(sort && { sort }), ...(order && { order }), per_page: String(perPage) };
          const pages = Math.max(1, Math.ceil(expected.length / perPage));
          const ids: number[] = [];
          for (let page = 1; page <= pages; page += 1) {
            const answer = await list(definition, { ...choice, page: String(page) });
            expect(answer).toMatchObject({ total: expected.length, page, per_page: perPage });
            ids.push(...idsOf(answer.data));
          }
          expect(ids).toEqual(idsOf(expected));
          if (expected.length > 0 && expected.length < rows.length) found += 1;
        },
      ),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('the filters found some rows and not all', () => {
    // Those that find nothing, or everything, would agree by accident.
    expect(found).toBeGreaterThan((tableNames.length * RUNS) / 10);
  });

  it.each(tableNames)('%s: each filter alone finds what plain code finds, and not all rows', async (name) => {
    const definition = tableByName(name);
    const rows = stored.get(name) ?? [];
    for (const filter of definition.filters) {
      const parted = new Set<number>();
      for (const sent of fc.sample(arbitraryFilter(filter), { numRuns: VALUES, seed: SEED })) {
        const expected = orderedRows(definition, matchingRows(definition, sent, rows, { lower }), {});
        const answer = await list(definition, { ...sent, per_page: '100' });
        expect(answer.total, JSON.stringify(sent)).toBe(expected.length);
        expect(idsOf(answer.data), JSON.stringify(sent)).toEqual(idsOf(expected).slice(0, 100));
        if (expected.length > 0 && expected.length < rows.length) parted.add(expected.length);
      }
      expect(parted.size, filter.key).toBeGreaterThan(0);
    }
  });

  it.each(linkedTables)('%s: filters by linked rows find what plain code finds, and not all rows', async (name) => {
    const definition = tableByName(name);
    const rows = stored.get(name) ?? [];
    const rowsOf = (linked: TableDefinition) => stored.get(linked.name) ?? [];
    for (const link of linkNames(definition)) {
      const linked = linkedTable(definition, link);
      const asked = linked === null ? [] : fc.sample(arbitraryFilters(linked), { numRuns: VALUES, seed: SEED });
      const parted = new Set<number>();
      for (const filters of [{ any: 'true' }, { any: 'false' }, ...asked]) {
        const sent = Object.fromEntries(Object.entries(filters).map(([key, value]) => [`${link}.${key}`, value]));
        const expected = orderedRows(definition, matchingRows(definition, sent, rows, { lower, rowsOf }), {});
        const answer = await list(definition, { ...sent, per_page: '100' });
        expect(answer.total, JSON.stringify(sent)).toBe(expected.length);
        expect(idsOf(answer.data), JSON.stringify(sent)).toEqual(idsOf(expected).slice(0, 100));
        if (expected.length > 0 && expected.length < rows.length) parted.add(expected.length);
      }
      expect(parted.size, link).toBeGreaterThan(0);
    }
  });

  it.each(tableNames)('%s: `sample` filters list, total, export and chosen rows alike', async (name) => {
    const definition = tableByName(name);
    const table = sql.identifier(databaseName(definition));
    const get = (path: string) => server.app.inject({ url: `/api/v1/table/${name}${path}`, headers: account.headers });
    await server.database.execute(sql`update ${table} set source = 'sample' where id % 4 = 0`);
    const rows = stored.get(name) ?? [];
    for (const [sample, isSample] of [
      ['true', true],
      ['false', false],
    ] as const) {
      const expected = orderedRows(
        definition,
        rows.filter(({ id }) => (id % 4 === 0) === isSample),
        {},
      );
      const answer = await list(definition, { sample, per_page: '100' });
      expect(answer.total).toBe(expected.length);
      expect(idsOf(answer.data)).toEqual(idsOf(expected).slice(0, 100));
      expect((await get(`/total?sample=${sample}`)).json()).toEqual({ total: expected.length });
      expect((await get(`/export/preview?sample=${sample}`)).json()).toMatchObject({ rows: expected.length });
      expect((await get(`/export?sample=${sample}`)).headers['x-export-rows']).toBe(String(expected.length));
      const created = await server.app.inject({
        method: 'POST',
        url: '/api/v1/lists',
        headers: account.headers,
        payload: { table: name, name: `Sample ${sample}` },
      });
      const chosen = await server.app.inject({
        method: 'POST',
        url: `/api/v1/lists/${created.json().id}/rows`,
        headers: account.headers,
        payload: { filters: { sample: isSample } },
      });
      expect(chosen.statusCode, chosen.payload).toBeLessThan(300);
      expect((await get(`/total?list=${created.json().id}`)).json()).toEqual({ total: expected.length });
    }
    await server.database.execute(sql`update ${table} set source = 'test'`);
    await server.database.execute(sql`delete from row_lists`);
  });

  it('a page past the end is empty and has the exact total', async () => {
    for (const page of ['4', '14', '1000000', '1000000000']) {
      expect(await list(tableByName('people'), { page, per_page: '100' })).toEqual({
        data: [],
        total: ROWS,
        page: Number(page),
        per_page: 100,
      });
    }
  });

  it.each([
    ['page', 'page=0'],
    ['page', 'page=1e3'],
    ['page', 'page=1&page=2', /whole number from 1 to/],
    ['page', 'page=99999999999'],
    ['per_page', 'per_page=101'],
    ['per_page', 'per_page=-1'],
    ['sort', 'sort=canonical_key', /among name, .*, updated_at, .*, sources, id; not "canonical_key"\.$/],
    ['sort', 'sort=id;drop'],
    ['sort', 'sort=name&sort=id'],
    ['order', 'order=up'],
    ['contry', 'contry=Germany', /is not a parameter of this endpoint\./],
    ['fields', 'fields=nme', /among name, .*, updated_at, .*, sources, id, changed_in; not "nme"\.$/],
    ['fields', 'fields=name&fields=canonical_key&fields=x', /; not "canonical_key", "x"\.$/],
    ['employee_count', 'employee_count=1-2'],
    ['last_funded_after', 'last_funded_after=2026-02-30'],
    ['with_contact_info', 'with_contact_info=yes', /true or false/],
    ['search_query', 'search_query=a&search_query=b'],
    ['sample', 'sample=maybe', /true or false/],
    ['country', 'country=%00'],
  ])('a wrong %s (%s) is refused with the reason', async (parameter, query, detail = /^\S/) => {
    const answer = await server.app.inject({ url: `/api/v1/table/companies?${query}`, headers: account.headers });
    expect(answer.json()).toMatchObject({ status: 400, code: 'REQUEST.INVALID' });
    const [first, ...others] = answer.json().errors;
    expect(first).toEqual({
      parameter: expect.stringMatching(new RegExp(`^${parameter}(\\.\\d+)?$`)),
      detail: expect.stringMatching(detail),
    });
    expect(others).toEqual([]);
    expect(answer.json().msg).toBe(`${first.parameter}: ${first.detail}`);
  });

  it('every unknown parameter is named', async () => {
    const url = '/api/v1/table/companies?contry=Germany&per_page=0&serch=a';
    const { errors } = (await server.app.inject({ url, headers: account.headers })).json();
    expect(errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['per_page', 'contry', 'serch']);
  });

  it('a cancelled statement answers busy with a time to retry', async () => {
    const blocker = await server.database.$client.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table shopify in access exclusive mode');
      const pending = server.app.inject({ url: '/api/v1/table/shopify', headers: account.headers }).then((answer) => answer);
      const cut = async () => {
        const { rows } = await server.database.execute(
          sql`select pg_cancel_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%from "shopify"%'`,
        );
        return rows.length;
      };
      await vi.waitFor(async () => expect(await cut()).toBeGreaterThan(0), { timeout: 10_000 });
      // The page, and its count next to it.
      const cutting = setInterval(() => void cut().catch(() => undefined), 20);
      const answer = await pending.finally(() => clearInterval(cutting));
      expect(answer.statusCode).toBe(503);
      expect(answer.json().code).toBe('SERVER.BUSY');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
  });

  it.each(tableNames)('%s: every column of every row is answered as it was stored', async (name) => {
    const definition = tableByName(name);
    const rows = orderedRows(definition, stored.get(name) ?? [], {});
    const pages = await Promise.all([1, 2].map((page) => list(definition, { page: String(page), per_page: '100' })));
    expect(pages.flatMap(({ data }) => data)).toHaveLength(ROWS);
    const answer = await server.app.inject({ url: `/api/v1/table/${name}?per_page=100`, headers: account.headers });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const my = { tags: [], lists: [], notes: 0 };
    expect(answer.json().data).toEqual(rows.slice(0, 100).map((row) => ({ ...row, changed_in: expect.any(Number), my })));
    // Rows are sent without validation, so this checks that they match the contract.
    expect(tableEndpoints[name].list.success.body.parse(answer.json())).toEqual(answer.json());
  });
});

function domainsOf(definition: TableDefinition, row: Readonly<Record<string, CellValue>>): Record<string, string | null> {
  return Object.fromEntries(
    domainSources(definition).map((source) => {
      const address = row[source];
      return [domainColumn(source), typeof address === 'string' ? normalDomain(address) : null];
    }),
  );
}
