import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { normalFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { redditPosts } from '@leadloom/shared/tables/reddit-posts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../database/connect.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { databaseName } from '../data-table.ts';
import { whereClause } from '../filter-sql.ts';
import { countRows } from '../list/count-rows.ts';
import { beginTableChange, CHUNK_BITS, endTableChange } from '../record-change.ts';
import { refreshBitmaps } from './refresh-bitmaps.ts';

const chunkRows = 2 ** CHUNK_BITS;

describe('totals', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  /** Companies with these ids, whose cells follow from the id. Says what changed, as writers do. */
  async function addCompanies(from: number, to: number): Promise<void> {
    await server.database.transaction(async (transaction) => {
      const change = await beginTableChange(transaction, companies);
      await transaction.execute(sql`
        insert into companies (id, name, canonical_key, source, country, region, verticals, employee_count,
          last_financing_on, main_contact_email, revenue)
        overriding system value
        select id, 'Company ' || id, 'key ' || id, 'test',
          case when id % 7 = 0 then null else 'Country ' || (id % 5) end,
          (array['Europe', 'Asia', 'Africa'])[id % 3 + 1],
          case when id % 11 = 0 then null else array['SaaS', 'Vertical ' || (id % 13)] end,
          id % 250, date '2020-01-01' + (id % 1500)::int, case when id % 2 = 0 then 'a@b.example' end,
          case when id % 4 = 0 then id % 9 - 3 end
        from generate_series(${from}::bigint, ${to}::bigint) as id`);
      const chunks = Array.from(
        { length: (to >> CHUNK_BITS) - (from >> CHUNK_BITS) + 1 },
        (_, index) => (from >> CHUNK_BITS) + index,
      );
      await endTableChange(transaction, change, { rowsAdded: to - from + 1, chunks });
    });
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
      },
      { requiredKeys: [] },
    )
    .map((values) => normalFilters(companies, values));

  it('totals equal a plain count, whether bitmaps are complete, partial or invalid', { timeout: 120_000 }, async () => {
    await addCompanies(chunkRows - 700, chunkRows + 900);
    await refreshBitmaps(server.database);
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        expect((await countRows(server.database, companies, chosen)).total).toBe(await plainCount(companies, chosen));
      }),
      { numRuns: 150 },
    );
    // A third chunk that nobody refreshed, beside two that are.
    await addCompanies(2 * chunkRows + 5, 2 * chunkRows + 400);
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        expect((await countRows(server.database, companies, chosen)).total).toBe(await plainCount(companies, chosen));
      }),
      { numRuns: 60 },
    );
    // A writer who says nothing.
    await server.database.execute(sql`delete from companies where id % 17 = 0`);
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        expect((await countRows(server.database, companies, chosen)).total).toBe(await plainCount(companies, chosen));
      }),
      { numRuns: 40 },
    );
    expect(await refreshBitmaps(server.database)).toBe(3);
    expect(await refreshBitmaps(server.database)).toBe(0);
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        expect((await countRows(server.database, companies, chosen)).total).toBe(await plainCount(companies, chosen));
      }),
      { numRuns: 60 },
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

  it('totals stay exact while chunks are rebuilt after an unrecorded write, and writers are not blocked', async () => {
    const { database } = server;
    const exact = async () => {
      for (const chosen of [{}, { region: ['Europe'] }, { with_contact_info: true as const, country: ['Country 1'] }])
        expect((await countRows(database, companies, chosen)).total).toBe(await plainCount(companies, chosen));
    };
    await addCompanies(5 * chunkRows, 5 * chunkRows + 600);
    await addCompanies(6 * chunkRows, 6 * chunkRows + 600);
    await refreshBitmaps(database);
    const bitmapsOf = async (chunk: number) =>
      (await database.execute(sql`select from table_bitmaps where table_name = 'companies' and chunk = ${chunk}`)).rowCount;
    const before = await bitmapsOf(6);
    expect(before).toBeGreaterThan(0);
    // What has been read of the table when its state is written down; and work on a chunk breaks off.
    await database.execute(sql`create table rows_read (at bigint generated always as identity, rows bigint)`);
    await database.execute(sql`create function note_reads() returns trigger language plpgsql as $$ begin
      insert into rows_read (rows) select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relname = 'companies';
      return null; end $$`);
    await database.execute(sql`create function break_off() returns trigger language plpgsql as $$ begin
      if NEW.chunk = 5 then raise 'broken off'; end if;
      return NEW; end $$`);
    await database.execute(sql`create trigger note_reads after update on table_versions
      for each row execute function note_reads()`);
    await database.execute(
      sql`create trigger break_off before insert on table_bitmaps for each row execute function break_off()`,
    );
    await database.execute(sql`delete from companies where id = ${6 * chunkRows + 3}`);
    await database.execute(sql`truncate rows_read`);
    // A connection of its own: what one reads is counted for all it did.
    const worker = connect(server.databaseUrl, { onIdleError: () => undefined, poolSize: 1 });
    await expect(refreshBitmaps(worker)).rejects.toThrow();
    await worker.$client.end();
    const { rows: read } = await database.execute<{ rows: string }>(sql`select rows from rows_read order by at limit 1`);
    expect(Number(read[0]?.rows)).toBeLessThan((await plainCount(companies, {})) / 10);
    await database.execute(sql`drop trigger note_reads on table_versions`);
    // The parts not come to yet are as they were.
    expect(await bitmapsOf(6)).toBe(before);
    await exact();
    await addCompanies(6 * chunkRows + 700, 6 * chunkRows + 750);
    await exact();
    await database.execute(sql`drop trigger break_off on table_bitmaps`);
    await refreshBitmaps(database);
    await exact();
    const { rows } = await database.execute<{ row_count: string }>(
      sql`select row_count from table_versions where table_name = 'companies' and version = described_version`,
    );
    expect(Number(rows[0]?.row_count)).toBe(await plainCount(companies, {}));
    await database.execute(sql`drop table rows_read`);
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
