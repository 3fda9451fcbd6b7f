import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { normalFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { redditPosts } from '@leadloom/shared/tables/reddit-posts';
import { reviews } from '@leadloom/shared/tables/reviews';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName } from '../../../schema/data-table.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { thoroughOr } from '../../../testing/thorough.ts';
import { whereClause } from '../filters/filter-sql.ts';
import { countRows } from '../list/count-rows.ts';
import { CHUNK_BITS } from './chunk-bitmaps.ts';
import { refreshBitmaps } from './refresh-bitmaps.ts';

const chunkRows = 2 ** CHUNK_BITS;

describe('totals', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  /** Companies with these ids, whose cells follow from the id. */
  async function addCompanies(from: number, to: number): Promise<void> {
    await server.database.execute(sql`
        insert into companies (id, name, canonical_key, source, country, region, verticals, employee_count,
          employee_range_from, employee_range_to, last_financing_on, main_contact_email, revenue)
        overriding system value
        select id, 'Company ' || id, 'key ' || id, case when id % 23 = 0 then 'sample' else 'test' end,
          case when id % 7 = 0 then null else 'Country ' || (id % 5) end,
          (array['Europe', 'Asia', 'Africa'])[id % 3 + 1],
          case when id % 11 = 0 then null else array['SaaS', 'Vertical ' || (id % 13)] end,
          case when id % 3 > 0 then id % 250 end, case when id % 2 = 0 then id % 60 end,
          case when id % 2 = 0 then id % 60 + id % 200 end, date '2020-01-01' + (id % 1500)::int, case when id % 2 = 0 then 'a@b.example' end,
          case when id % 4 = 0 then id % 9 - 3 end
        from generate_series(${from}::bigint, ${to}::bigint) as id`);
  }

  async function plainCount(definition: TableDefinition, filters: TableFilters): Promise<number> {
    const { rows } = await server.database.execute<{ total: string }>(
      sql`select count(*) as total from ${sql.identifier(databaseName(definition))}${whereClause(definition, filters)}`,
    );
    return Number(rows[0]?.total);
  }

  const day = fc.integer({ min: -40, max: 1600 }).map((days) => new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10));
  const filters = fc
    .record(
      {
        country: fc.subarray(['Country 0', 'Country 1', 'Country 4', 'Nowhere'], { minLength: 1 }),
        region: fc.subarray(['Europe', 'Asia', 'Atlantis'], { minLength: 1 }),
        vertical: fc.subarray(['SaaS', 'Vertical 3', 'Vertical 12'], { minLength: 1 }),
        employee_count: fc.subarray(['0-10', '10-50', '50-200', '200+'], { minLength: 1 }),
        last_funded_after: day,
        last_funded_before: day,
        with_contact_info: fc.constant(true as const),
        positive_revenue: fc.constant(true as const),
        sample: fc.constantFrom('true', 'false'),
      },
      { requiredKeys: [] },
    )
    .map((values) => normalFilters(companies, values));

  it('totals equal a plain count, whether bitmaps are complete or partial', { timeout: 120_000 }, async () => {
    await addCompanies(chunkRows - 700, chunkRows + 900);
    await refreshBitmaps(server.database);
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        expect((await countRows(server.database, companies, chosen)).total).toBe(await plainCount(companies, chosen));
      }),
      { numRuns: thoroughOr(150, 50) },
    );
    // A third chunk that nobody refreshed, beside two that are.
    await addCompanies(2 * chunkRows + 5, 2 * chunkRows + 400);
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        expect((await countRows(server.database, companies, chosen)).total).toBe(await plainCount(companies, chosen));
      }),
      { numRuns: thoroughOr(60, 20) },
    );
    // Written by other means than the importer.
    await server.database.execute(sql`delete from companies where id % 17 = 0`);
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        expect((await countRows(server.database, companies, chosen)).total).toBe(await plainCount(companies, chosen));
      }),
      { numRuns: thoroughOr(40, 13) },
    );
    expect(await refreshBitmaps(server.database)).toBe(3);
    expect(await refreshBitmaps(server.database)).toBe(0);
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        expect((await countRows(server.database, companies, chosen)).total).toBe(await plainCount(companies, chosen));
      }),
      { numRuns: thoroughOr(60, 20) },
    );
  });

  it('every writing statement raises the version, and totals stay exact', async () => {
    const before = await countRows(server.database, redditPosts, {});
    await server.database.execute(sql`insert into reddit_posts (title, permalink, posted_at, score, canonical_key, source)
      values ('One', 'https://reddit.example/1', '2026-01-31T23:59:59.999Z', -4, '1', 'test'),
        ('Two', 'https://reddit.example/2', '2026-02-01T00:00:00Z', 10, '2', 'test')`);
    const after = await countRows(server.database, redditPosts, {});
    expect(after.total).toBe(before.total + 2);
    expect(after.version).toBeGreaterThan(before.version);
    await refreshBitmaps(server.database);
    const january = { posted_before: '2026-01-31' };
    expect((await countRows(server.database, redditPosts, january)).total).toBe(1);
    expect((await countRows(server.database, redditPosts, { posted_after: '2026-02-01' })).total).toBe(1);
    expect((await countRows(server.database, redditPosts, { score: '10-20' })).total).toBe(1);
    expect((await countRows(server.database, redditPosts, { score: '0-10' })).total).toBe(0);
  });

  const exact = async () => {
    for (const chosen of [{}, { region: ['Europe'] }, { with_contact_info: true as const, country: ['Country 1'] }])
      expect((await countRows(server.database, companies, chosen)).total).toBe(await plainCount(companies, chosen));
  };
  const bitmapsOf = async (chunk: number) =>
    (
      await server.database.execute(
        sql`select facet, value, bits from chunk_bitmaps where table_name = 'companies' and chunk = ${chunk} order by facet, value`,
      )
    ).rows;
  const dirtyChunks = async () =>
    (await server.database.execute(sql`select chunk from stale_chunks where table_name = 'companies'`)).rows;

  it('a chunk in which few rows changed gets the same bitmaps as one that is built anew', async () => {
    const { database } = server;
    await addCompanies(8 * chunkRows, 8 * chunkRows + 3000);
    await refreshBitmaps(database);
    const change = fc.record({
      kind: fc.constantFrom('update', 'delete', 'add'),
      at: fc.integer({ min: 0, max: 3000 }),
      country: fc.constantFrom('Country 1', 'Country 9', null),
      employees: fc.constantFrom(null, 5, 400),
      from: fc.constantFrom(null, 1, 10, 51),
    });
    for (const changes of fc.sample(fc.array(change, { minLength: 1, maxLength: 12 }), { numRuns: 20, seed: 7 })) {
      for (const { kind, at, country, employees, from } of changes) {
        const id = 8 * chunkRows + at;
        if (kind === 'update')
          await database.execute(sql`update companies set country = ${country}, employee_count = ${employees},
            employee_range_from = ${from}::bigint, employee_range_to = ${from}::bigint * 5 where id = ${id}`);
        else if (kind === 'delete') await database.execute(sql`delete from companies where id = ${id}`);
        else
          await database.execute(sql`insert into companies (id, name, canonical_key, source, country, employee_count)
            overriding system value values (${id}, 'New', ${`key ${id}`}, 'test', ${country}, ${employees}) on conflict do nothing`);
      }
      await refreshBitmaps(database);
      const changed = await bitmapsOf(8);
      expect(await dirtyChunks()).toEqual([]);
      await database.execute(sql`insert into stale_chunks (table_name, chunk) values ('companies', 8)`);
      await refreshBitmaps(database);
      expect(changed).toEqual(await bitmapsOf(8));
    }
    await exact();
  });

  it('totals stay exact while a writer is at work and while work on a chunk breaks off', async () => {
    const { database } = server;
    await addCompanies(5 * chunkRows, 5 * chunkRows + 600);
    await addCompanies(6 * chunkRows, 6 * chunkRows + 600);
    await refreshBitmaps(database);
    const writer = await database.$client.connect();
    try {
      await writer.query('begin');
      await writer.query(`update companies set region = 'Europe' where id = ${5 * chunkRows + 1}`);
      await database.execute(sql`insert into stale_chunks (table_name, chunk) values ('companies', 6)`);
      // Its rows are read while the writer holds the table, so it stays marked.
      await refreshBitmaps(database);
      expect(await dirtyChunks()).toEqual([{ chunk: 6 }]);
      await exact();
      await writer.query('commit');
    } finally {
      writer.release();
    }
    await exact();
    await database.execute(sql`create function break_off() returns trigger language plpgsql as $$ begin
      if NEW.chunk = 5 then raise 'broken off'; end if;
      return NEW; end $$`);
    await database.execute(
      sql`create trigger break_off before insert on chunk_bitmaps for each row execute function break_off()`,
    );
    await expect(refreshBitmaps(database)).rejects.toThrow();
    await exact();
    await addCompanies(6 * chunkRows + 700, 6 * chunkRows + 750);
    await exact();
    await database.execute(sql`drop trigger break_off on chunk_bitmaps`);
    await refreshBitmaps(database);
    await exact();
    expect(await dirtyChunks()).toEqual([]);
  });

  it('the number of rows is exact after every kind of write, also after the table was emptied', async () => {
    const { database } = server;
    const counted = async () =>
      (
        await database.execute<{ rows: number }>(
          sql`select row_count::int as rows from table_versions where table_name = 'reviews'`,
        )
      ).rows[0]?.rows;
    await database.execute(
      sql`insert into reviews (review_title, canonical_key, source) select 'R', id::text, 'test' from generate_series(1, 50) id`,
    );
    expect(await counted()).toBe(50);
    await database.execute(sql`insert into reviews (review_title, canonical_key, source) select 'S', id::text, 'test' from generate_series(41, 60) id
      on conflict (canonical_key) do update set review_title = excluded.review_title`);
    expect(await counted()).toBe(60);
    await database.execute(sql`delete from reviews where canonical_key < '3'`);
    expect(await counted()).toBe(await plainCount(reviews, {}));
    await refreshBitmaps(database);
    await database.execute(sql`truncate reviews`);
    expect(await counted()).toBe(0);
    expect((await database.execute(sql`select from chunk_bitmaps where table_name = 'reviews'`)).rowCount).toBe(0);
  });

  it('rows are counted where a column has too many values for bitmaps', async () => {
    await server.database.execute(sql`
      insert into investors (name, canonical_key, source, country)
      select 'Investor ' || id, 'key ' || id, 'test', 'Land ' || id from generate_series(1, 1100) as id`);
    await refreshBitmaps(server.database);
    const { investors } = await import('@leadloom/shared/tables/investors');
    expect((await countRows(server.database, investors, { country: ['Land 7', 'Land 1099'] })).total).toBe(2);
  });
});
