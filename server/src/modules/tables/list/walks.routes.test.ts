import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKeyHolder, type KeyHolder } from '../../../testing/key-holder.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { arbitraryFilters, arbitraryRow } from '../../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { lowersInFull, readTextOrder } from '../../../testing/text-order.ts';
import { thoroughOr } from '../../../testing/thorough.ts';
import { type CompareTexts, matchingRows, orderedRows, type SentFilters, simplyLowered } from '../filters/table-model.ts';

const ROWS = 130;
const RUNS = thoroughOr(25, 4);
const SEED = 20_260_202;
const MANY = { KEY_REQUESTS_PER_SECOND: '100000', KEY_REQUESTS_PER_MINUTE: '1000000', ACCOUNT_REQUESTS_PER_MINUTE: '1000000' };

const pageSchema = z.object({
  data: z.array(z.looseObject({ id: z.number() })),
  total: z.number().nullable(),
  page: z.number().nullable(),
  per_page: z.number(),
  next_cursor: z.string().nullable(),
});

describe('walks by cursor', () => {
  let server: TestServer;
  let compareTexts: CompareTexts;
  let lower: typeof simplyLowered;
  let holder: KeyHolder;
  const stored = new Map<string, readonly TableRow[]>();

  const ask = (path: string, sent: SentFilters, headers: Record<string, string> = holder.headers) => {
    const query = new URLSearchParams(
      Object.entries(sent).flatMap(([key, value]) => [value].flat().map((text): [string, string] => [key, text])),
    );
    return server.app.inject({ url: `/api/v1/table/${path}?${query}`, headers });
  };
  async function page(path: string, sent: SentFilters) {
    const answer = await ask(path, sent);
    expect(answer.statusCode, `${JSON.stringify(sent)}: ${answer.payload.slice(0, 300)}`).toBe(200);
    return { ...pageSchema.parse(answer.json()), link: answer.headers.link };
  }
  async function* walk(path: string, sent: SentFilters) {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer: Awaited<ReturnType<typeof page>> = await page(path, { ...sent, cursor });
      yield answer;
      cursor = answer.next_cursor;
    }
  }
  async function walkedIds(path: string, sent: SentFilters): Promise<number[]> {
    const ids: number[] = [];
    for await (const { data } of walk(path, sent)) ids.push(...data.map(({ id }) => id));
    return ids;
  }
  const idsOf = (rows: readonly TableRow[]) => rows.map(({ id }) => id);
  const rowsOf = (definition: TableDefinition) => stored.get(definition.name) ?? [];

  beforeAll(async () => {
    server = await startTestServer({ environment: { BILLING: 'off', ...MANY } });
    holder = await createKeyHolder(server);
    for (const definition of tableNames.map(tableByName)) {
      const rows = fc.sample(arbitraryRow(definition), { numRuns: ROWS, seed: SEED });
      const ids = await addRows(server.database, definition, rows);
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
  it.each(tableNames)(
    '%s: a walk with any filters and order meets every row that plain code finds, once and in order',
    async (name) => {
      const definition = tableByName(name);
      const fields = definition.columns.flatMap(({ field, kind }) => (kind === 'long-text' ? [] : [field]));
      // Hosts are in columns of their own, which rows created here lack.
      const arbitrary = arbitraryFilters({
        ...definition,
        filters: definition.filters.filter((filter) => filter.kind !== 'text' || filter.match !== 'domain'),
      });
      await fc.assert(
        fc.asyncProperty(
          arbitrary,
          fc.option(fc.constantFrom(...fields, 'id'), { nil: undefined }),
          fc.constantFrom(undefined, 'asc' as const, 'desc' as const),
          fc.constantFrom(7, 40, 100),
          async (filters, sort, order, perPage) => {
            const matching = matchingRows(definition, filters, rowsOf(definition), { lower });
            const expected = idsOf(orderedRows(definition, matching, { sort: sort ?? 'id', order }, compareTexts));
            const choice = { ...filters, ...(sort && { sort }), ...(order && { order }), per_page: String(perPage) };
            expect(await walkedIds(name, choice)).toEqual(expected);
            if (expected.length > 0 && expected.length < ROWS) found += 1;
          },
        ),
        { numRuns: RUNS, seed: SEED },
      );
    },
  );

  it('the filters found some rows and not all', () => {
    // Those that find nothing, or everything, would agree by accident.
    expect(found).toBeGreaterThan((tableNames.length * RUNS) / 10);
  });

  it('every page of a walk has the exact total, or none if it is switched off', async () => {
    for await (const { total, page: number } of walk('reviews', { per_page: '50' })) {
      expect(total).toBe(ROWS);
      expect(number).toBeNull();
    }
    for await (const { total } of walk('reviews', { per_page: '50', include_total: 'false' })) expect(total).toBeNull();
    const searched = { search_query: 'alpha', include_total: 'false', per_page: '3' };
    for await (const { total } of walk('reviews', searched)) expect(total).toBeNull();
  });

  it('a walk can start behind any page, by the cursor in its body or its header', async () => {
    const expected = idsOf(orderedRows(companies, rowsOf(companies), { sort: 'name' }, compareTexts));
    const first = await page('companies', { sort: 'name', per_page: '30', page: '2' });
    expect(first).toMatchObject({ total: ROWS, page: 2, per_page: 30 });
    const next = /^<\/api\/v1\/table\/companies\?(.+)>; rel="next"$/.exec(String(first.link))?.[1] ?? '';
    expect(Object.fromEntries(new URLSearchParams(next))).toEqual({ sort: 'name', per_page: '30', cursor: first.next_cursor });
    // The cursor contains the order, so it need not be repeated.
    const second = await page('companies', { per_page: '100', cursor: first.next_cursor ?? '' });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(expected.slice(30));
    expect(second).toMatchObject({ next_cursor: null, link: undefined });
    expect(await page('companies', { page: '2', per_page: '100' })).toMatchObject({ next_cursor: null, link: undefined });
    expect((await page('companies', { include_total: 'false', page: '2', per_page: '60' })).data).toEqual(
      (await page('companies', { page: '2', per_page: '60' })).data,
    );
  });

  it('a walk answers the requested fields, the id and the version', async () => {
    for (const sent of [{}, { cursor: '' }, { include_total: 'false' }]) {
      const { data } = await page('companies', { ...sent, fields: ['name', 'verticals'], per_page: '5' });
      expect(data).toHaveLength(5);
      for (const row of data) {
        expect(Object.keys(row)).toEqual(['id', 'changed_in', 'name', 'verticals']);
        const known = rowsOf(companies).find(({ id }) => id === row.id);
        expect(row).toEqual({ id: row.id, changed_in: expect.any(Number), name: known?.name, verticals: known?.verticals });
      }
    }
    expect((await page('companies', { per_page: '1', fields: 'city' })).data[0]).not.toHaveProperty('name');
    expect((await page('companies', { per_page: '1' })).data[0]).toHaveProperty('name');
  });

  it('a walk with updated_after leaves out rows that were neither changed nor imported since', async () => {
    await server.database.execute(sql`update companies set imported_at = '2000-01-01'`);
    const times = [...new Set(rowsOf(companies).map(({ updated_at: time }) => String(time)))].sort();
    for (const time of times) {
      const expected = rowsOf(companies).filter(({ updated_at: changed }) => String(changed) > time);
      expect(await walkedIds('companies', { updated_after: time, per_page: '50' })).toEqual(idsOf(expected));
      expect(await page('companies', { updated_after: time })).toMatchObject({ total: expected.length });
      const inAfghanistan = matchingRows(companies, { country: 'Afghanistan' }, expected);
      expect(await page('companies', { updated_after: time, country: 'Afghanistan' })).toMatchObject({
        total: inAfghanistan.length,
      });
    }
    const shifted = { updated_after: '2026-01-01T02:00:00+02:00', cursor: '' };
    expect((await page('companies', shifted)).total).toBe(
      (await page('companies', { updated_after: '2026-01-01T00:00:00Z', cursor: '' })).total,
    );
    // A file imported today may say that its rows changed long ago.
    const [late = 0] = idsOf(rowsOf(companies));
    await server.database.execute(sql`update companies set imported_at = '2098-02-01' where id = ${late}`);
    expect(await walkedIds('companies', { updated_after: '2098-01-01T00:00:00Z' })).toEqual([late]);
  });

  it('a walk has no gaps and no repeats while rows are changed, added and deleted', async () => {
    const rows = 12_000;
    const { rows: before } = await server.database.execute<{ id: string }>(sql`
      insert into people (name, country, canonical_key, source)
      select 'Person ' || n, (array['Norway', 'Kenya', 'Peru'])[n % 3 + 1], 'walk ' || n, 'test' from generate_series(1, ${rows}) n returning id`);
    const known = new Set(before.map(({ id }) => Number(id)));
    const deleted = new Set<number>();
    let isOver = false;
    let rounds = 0;
    const changing = (async () => {
      while (!isOver) {
        rounds += 1;
        await server.database.execute(
          sql`update people set name = 'Changed ' || id, country = 'Kenya', updated_at = now() where id % 7 = ${rounds % 7}`,
        );
        await server.database.execute(
          sql`insert into people (name, canonical_key, source) select 'New', gen_random_uuid()::text, 'test' from generate_series(1, 20)`,
        );
        const gone = await server.database.execute<{ id: string }>(
          sql`delete from people where id in (select id from people where canonical_key like 'walk %' order by random() limit 5) returning id`,
        );
        for (const { id } of gone.rows) deleted.add(Number(id));
      }
    })();
    const seen: number[] = [];
    for await (const { data } of walk('people', { per_page: '100', include_total: 'false' }))
      seen.push(...data.map(({ id }) => id));
    isOver = true;
    await changing;
    expect(rounds).toBeGreaterThan(3);
    expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other));
    const met = new Set(seen);
    const missed = [...known].filter((id) => !met.has(id) && !deleted.has(id));
    expect(missed).toEqual([]);
  });

  it('a cursor is refused with another table, filter or order', async () => {
    const cursor = (await page('companies', { cursor: '', country: 'Afghanistan', per_page: '1' })).next_cursor ?? '';
    expect(cursor).not.toBe('');
    const same = { cursor, country: 'Afghanistan' };
    expect((await ask('companies', same)).statusCode).toBe(200);
    const refusals: (readonly [path: string, sent: SentFilters, word: RegExp])[] = [
      ['investors', { cursor }, /another table/],
      ['companies', { cursor }, /other filters/],
      ['companies', { ...same, country: ['Afghanistan', 'France'] }, /other filters/],
      ['companies', { ...same, updated_after: '2026-01-01T00:00:00Z' }, /other filters/],
      ['companies', { ...same, sort: 'name' }, /another order/],
      ['companies', { ...same, order: 'desc' }, /another order/],
      ['companies', { ...same, page: '2' }, /no page numbers/],
      ['companies', { cursor: '', sort: 'description' }, /too long for a cursor/],
      ['companies', { ...same, cursor: `${cursor}A` }, /not valid here/],
      ['companies', { ...same, cursor: cursor.slice(0, -2) }, /not valid here/],
      ['companies', { ...same, cursor: 'A' }, /not valid here/],
      ['companies', { ...same, cursor: 'nö' }, /is not a cursor/],
    ];
    for (let at = 0; at < cursor.length; at += 5) {
      const other = cursor[at] === 'x' ? 'y' : 'x';
      refusals.push(['companies', { ...same, cursor: cursor.slice(0, at) + other + cursor.slice(at + 1) }, /not valid here/]);
    }
    for (const [path, sent, word] of refusals) {
      const answer = await ask(path, sent);
      expect(answer.json(), JSON.stringify(sent)).toMatchObject({ status: 400, code: 'REQUEST.INVALID' });
      expect(answer.json().msg).toMatch(word);
      expect(answer.json().errors).toHaveLength(1);
    }
    for (const bad of ['', 'yesterday', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '2026-01-01'])
      expect((await ask('companies', { updated_after: bad })).statusCode, bad).toBe(400);
  });

  it('programs read beyond ten thousand rows by cursor only, and screens by any page', async () => {
    expect((await ask('companies', { page: '100', per_page: '100' })).statusCode).toBe(200);
    for (const sent of [
      { page: '101', per_page: '100' },
      { page: '1001' },
      { page: '101', per_page: '100', include_total: 'false' },
    ]) {
      const answer = await ask('companies', sent);
      expect(answer.json()).toMatchObject({ status: 400, errors: [{ parameter: 'page' }] });
      expect(answer.json().msg).toMatch(/10,000 rows.*cursor/);
    }
    expect((await ask('companies', { page: '1001' }, holder.account.headers)).statusCode).toBe(200);
  });

  it('sessions may walk by cursor, and their numbered pages have no cursor', async () => {
    const { headers } = holder.account;
    const walked = await ask('companies', { cursor: '', per_page: '5' }, headers);
    expect(walked.json()).toMatchObject({ next_cursor: expect.any(String), page: null });
    expect(walked.headers).not.toHaveProperty('etag');
    const paged = await ask('companies', { per_page: '5' }, headers);
    expect(Object.keys(paged.json())).toEqual(['data', 'total', 'page', 'per_page']);
    expect(paged.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(paged.headers).not.toHaveProperty('link');
  });
});
