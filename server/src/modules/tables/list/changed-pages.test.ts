import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { normalFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { redditPosts } from '@leadloom/shared/tables/reddit-posts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName, SAMPLE_SOURCE } from '../../../schema/data-table.ts';
import { addRows, endsOfRanges, type RowCells } from '../../../testing/table-rows.ts';
import { arbitraryRow } from '../../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readTextOrder } from '../../../testing/text-order.ts';
import { thoroughOr } from '../../../testing/thorough.ts';
import { matchingRows, orderedRows } from '../filters/table-model.ts';
import { createLists, type RequestedRows } from './list-rows.ts';
import { createRecentChanges } from './recent-changes.ts';
import { createWrittenPages } from './written-pages.ts';

const SEED = 11;
const PER_PAGE = 5;

const choices = [
  {
    definition: companies,
    filters: [
      {},
      { country: ['Afghanistan', 'Albania'] },
      { country_not: ['albania'], employee_count_from: '2.5', revenue_has: 'false' },
      { city: ['paris'], with_contact_info_not: true },
      { where: 'employee_count < 50 and not (city = "paris" or revenue is blank) or name contains "a"' },
      { employee_count: ['0-10', '200+'] },
      { with_contact_info: true },
      { last_funded_after: '2015-01-01' },
      { search_query: 'a' },
      { sample: 'true' },
      { sample: 'false', employee_count: ['0-10', '200+'] },
    ],
    sorts: [undefined, 'id', 'name', 'employee_count', 'last_financing_on'],
  },
  {
    definition: redditPosts,
    filters: [
      {},
      { score: ['0-10', '10-20'] },
      { score_to: '10', posted_has: 'true' },
      { posted_after: '2020-06-01', posted_before: '2024-06-01' },
      { search_query: 'a' },
    ],
    sorts: [undefined, 'id', 'score', 'title'],
  },
] satisfies readonly {
  readonly definition: TableDefinition;
  readonly filters: readonly TableFilters[];
  readonly sorts: readonly (string | undefined)[];
}[];

describe('cached pages of tables that change', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each(choices)(
    '$definition.name: every page is as the rows are, and not all of them are read again',
    async ({ definition, filters: allFilters, sorts }) => {
      const { database } = server;
      const table = sql.identifier(databaseName(definition));
      const rows: TableRow[] = [];
      const invented = new Set<number>();
      const samples = fc.sample(arbitraryRow(definition), { numRuns: 700, seed: SEED });
      const add = async (count: number) => {
        const cells = samples.splice(0, count);
        const ids = await addRows(database, definition, cells);
        rows.push(...cells.map((row, at) => ({ ...row, id: ids[at] ?? 0 })));
      };
      const update = async (at: number) => {
        const row = rows[at % rows.length];
        const [cells] = samples.splice(0, 1);
        if (row === undefined || cells === undefined) return;
        const fields = definition.columns.map(({ field }) => field).filter((_, index) => (index + at) % 4 === 0);
        const changed: RowCells = Object.fromEntries(fields.map((field) => [field, cells[field] ?? null]));
        const written = { ...changed, ...endsOfRanges(definition, changed) };
        const names = sql.join(
          Object.keys(written).map((field) => sql`${sql.identifier(field)} = given.${sql.identifier(field)}`),
          sql`, `,
        );
        const isSample = at % 3 === 0;
        await database.execute(sql`update ${table} known set ${names}, source = ${isSample ? SAMPLE_SOURCE : 'test'}
          from jsonb_populate_record(null::${table}, ${JSON.stringify(written)}::jsonb) given where known.id = ${row.id}`);
        Object.assign(row, changed);
        if (isSample) invented.add(row.id);
        else invented.delete(row.id);
      };
      const remove = async (at: number) => {
        const [gone] = rows.splice(at % rows.length, 1);
        await database.execute(sql`delete from ${table} where id = ${gone?.id ?? 0}`);
      };

      await add(120);
      const recent = createRecentChanges(database);
      const lists = createLists(database, recent);
      let reads = 0;
      const counting = {
        ...lists,
        list: (wanted: RequestedRows) => {
          reads += 1;
          return lists.list(wanted);
        },
      };
      const pages = createWrittenPages({ database, lists: counting, recent, nextCursor: () => null });
      const step = fc.record({
        change: fc.constantFrom('none', 'none', 'update', 'update', 'update', 'update', 'update', 'add', 'add', 'remove'),
        at: fc.nat({ max: 10_000 }),
        wanted: fc.array(
          fc.record({
            filters: fc.constantFrom<TableFilters>(...allFilters),
            sort: fc.constantFrom(...sorts),
            order: fc.constantFrom('asc' as const, 'desc' as const),
            // So few that most are read repeatedly.
            page: fc.integer({ min: 1, max: thoroughOr(4, 2) }),
          }),
          { minLength: 6, maxLength: 6 },
        ),
      });
      let answers = 0;
      for (const { change, at, wanted } of fc.sample(step, { numRuns: thoroughOr(500, 80), seed: SEED })) {
        if (change === 'update') await update(at);
        if (change === 'add') await add(1 + (at % 2));
        if (change === 'remove' && at % 5 === 0) await remove(at);
        const compareTexts = await readTextOrder(database, rows);
        for (const { filters, sort, order, page } of wanted) {
          const asked = { definition, filters: normalFilters(definition, filters), sort, order, page, perPage: PER_PAGE };
          const answer = JSON.parse((await pages.page(asked, pages.versionNow(definition))).text);
          const sent = Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, value === true ? 'true' : value]));
          const found = matchingRows(definition, sent, rows, { isSample: ({ id }) => invented.has(id) });
          const expected = orderedRows(definition, found, { sort, order }, compareTexts);
          const text = JSON.stringify({ filters, sort, order, page });
          expect(answer.total, text).toBe(expected.length);
          expect(
            answer.data.map(({ id }: { id: number }) => id),
            text,
          ).toEqual(expected.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(({ id }) => id));
          answers += 1;
        }
      }
      expect(reads).toBeLessThan(answers * 0.9);
    },
  );

  it('a version that the database no longer has ends the wait for it', async () => {
    const recent = createRecentChanges(server.database);
    await recent.catchUp(companies, 1);
    await recent.catchUp(companies, Number.MAX_SAFE_INTEGER);
    expect(recent.between(companies, 1, Number.MAX_SAFE_INTEGER)).toBeNull();
  });

  it('a page whose row changed is read again, and one whose rows did not only learns the total', async () => {
    const { database } = server;
    await database.execute(sql`delete from people`);
    const { people } = await import('@leadloom/shared/tables/people');
    await addRows(
      database,
      people,
      Array.from({ length: 30 }, (_, at) => ({ name: `Person ${String(at).padStart(2, '0')}`, country: 'Norway' })),
    );
    const recent = createRecentChanges(database);
    const lists = createLists(database, recent);
    const read: number[] = [];
    const listing = {
      ...lists,
      list: (wanted: RequestedRows) => {
        read.push(wanted.page);
        return lists.list(wanted);
      },
    };
    const pages = createWrittenPages({ database, lists: listing, recent, nextCursor: () => null });
    const page = async (number: number) =>
      JSON.parse(
        (
          await pages.page(
            { definition: people, filters: { country: ['Norway'] }, sort: 'id', order: 'asc', page: number, perPage: 10 },
            pages.versionNow(people),
          )
        ).text,
      );
    const [first] = [await page(1), await page(2), await page(3)];
    read.length = 0;
    await database.execute(sql`update people set name = 'Changed' where id = ${first.data[3].id}`);
    expect((await page(1)).data[3]).toMatchObject({ name: 'Changed' });
    await page(2);
    await page(3);
    expect(read).toEqual([1]);
    read.length = 0;
    await addRows(database, people, [{ name: 'Person 30', country: 'Norway' }]);
    expect([(await page(1)).total, (await page(2)).total, (await page(3)).total]).toEqual([31, 31, 31]);
    expect(read).toEqual([3]);
    read.length = 0;
    await addRows(database, people, [{ name: 'Person 31', country: 'Sweden' }]);
    expect([(await page(1)).total, (await page(3)).total]).toEqual([31, 31]);
    expect(read).toEqual([]);
  });
});
