import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { normalFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { reviews } from '@leadloom/shared/tables/reviews';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../database/database.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { arbitraryRow } from '../../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readTextOrder } from '../../../testing/text-order.ts';
import { thoroughOr } from '../../../testing/thorough.ts';
import { type CompareTexts, matchingRows, orderedRows } from '../filters/table-model.ts';
import { createLists } from './list-rows.ts';
import { createRecentChanges } from './recent-changes.ts';
import { type RawCell, writeRow } from './write-row.ts';

/** So small that a hundred rows cover every way to read a page. */
const limits = { far: 12, longSkip: 20, gathered: 15, worthwhile: 3, wholeRows: 4, among: 20 };
const SEED = 42;

/** Few lists, so that each is read repeatedly; their columns are of every compared kind, with and without blanks. */
const choices = {
  companies: {
    filters: [
      {},
      { employee_count: ['0-10', '50-200'] },
      { country: ['Afghanistan'] },
      { with_contact_info: true },
      { search_query: 'alpha' },
      { search_query: 'a' },
    ],
    sorts: [undefined, 'name', 'employee_count', 'verticals', 'last_financing_on', 'city'],
  },
  reviews: {
    filters: [{}, { rating: ['3-4', '4-5'] }, { search_query: 'alp' }],
    sorts: [undefined, 'rating', 'tags', 'published_on', 'review_title'],
  },
} satisfies Record<string, { readonly filters: readonly TableFilters[]; readonly sorts: readonly (string | undefined)[] }>;

const idsOf = ({ columns }: TableDefinition, rows: readonly (readonly RawCell[])[]) =>
  rows.map((cells) => Number(cells[columns.length]));

describe('lists read from wherever is nearest', () => {
  let server: TestServer;
  let compareTexts: CompareTexts;
  const stored = new Map<TableDefinition, TableRow[]>();

  async function grow(definition: TableDefinition, count: number, seed: number): Promise<void> {
    const rows = fc.sample(arbitraryRow(definition), { numRuns: count, seed });
    const ids = await addRows(server.database, definition, rows);
    stored.get(definition)?.push(...rows.map((row, at) => ({ ...row, id: ids[at] ?? 0 })));
    compareTexts = await readTextOrder(server.database, [...stored.values()].flat());
  }
  async function shrink(definition: TableDefinition, at: number): Promise<void> {
    const rows = stored.get(definition) ?? [];
    const [gone] = rows.splice(at % rows.length, 1);
    await server.database.execute(sql`delete from ${sql.identifier(databaseName(definition))} where id = ${gone?.id ?? 0}`);
  }

  beforeAll(async () => {
    server = await startTestServer();
    for (const definition of [companies, reviews]) {
      stored.set(definition, []);
      await grow(definition, 160, SEED);
    }
  });
  afterAll(() => server.close());

  it.each([
    { ...choices.companies, definition: companies },
    { ...choices.reviews, definition: reviews },
  ])(
    '$definition.name: any page is right after any other, while rows are added and deleted',
    async ({ definition, filters: allFilters, sorts }) => {
      const lists = createLists(server.database, createRecentChanges(server.database), limits);
      const step = fc.record({
        filters: fc.constantFrom<TableFilters>(...allFilters),
        sort: fc.constantFrom(...sorts),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        page: fc.integer({ min: 1, max: 40 }),
        perPage: fc.constantFrom(3, 5),
        change: fc.constantFrom(...Array.from({ length: 38 }, () => 'none'), 'grow', 'shrink'),
      });
      const steps = fc.sample(step, { numRuns: thoroughOr(500, 100), seed: SEED });
      for (const [at, { filters, sort, order, page, perPage, change }] of steps.entries()) {
        if (change === 'grow') await grow(definition, 1, SEED + at);
        if (change === 'shrink') await shrink(definition, at * 7);
        const sent = Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, value === true ? 'true' : value]));
        const expected = orderedRows(
          definition,
          matchingRows(definition, sent, stored.get(definition) ?? []),
          { sort, order },
          compareTexts,
        );
        // The same page twice: first from far away, then from the positions stored the first time.
        for (let time = 0; time < 2; time += 1) {
          const listed = await lists.list({
            definition,
            filters: normalFilters(definition, filters),
            sort,
            order,
            page,
            perPage,
          });
          const text = `${JSON.stringify({ filters, sort, order, page, perPage })}, time ${time}`;
          expect(listed.total, text).toBe(expected.length);
          expect(idsOf(definition, listed.rows), text).toEqual(
            expected.slice((page - 1) * perPage, page * perPage).map(({ id }) => id),
          );
        }
      }
    },
  );

  it('page and total are of one moment, however fast rows are added and deleted', async () => {
    const lists = createLists(server.database, createRecentChanges(server.database), limits);
    await server.database.execute(sql`delete from reviews`);
    let isOver = false;
    let writes = 0;
    const writing = (async () => {
      while (!isOver) {
        await server.database.execute(
          sql`insert into reviews (review_title, canonical_key, source) select 'A title', gen_random_uuid()::text, 'test' from generate_series(1, ${writes === 0 ? 30 : 1 + (writes % 5)})`,
        );
        await server.database.execute(
          sql`delete from reviews where id in (select id from reviews order by random() limit ${1 + ((writes * 3) % 5)})`,
        );
        writes += 1;
      }
    })();
    const read = async (reader: number) => {
      for (let round = 0; round < 40; round += 1) {
        const filters: TableFilters = reader === 0 ? { search_query: 'title' } : {};
        const [page, perPage] = reader === 3 ? [1, 100] : [1 + ((round * 7 + reader) % 9), 5];
        const { rows, total } = await lists.list({ definition: reviews, filters, page, perPage });
        expect(rows).toHaveLength(Math.max(0, Math.min(total - (page - 1) * perPage, perPage)));
      }
    };
    await Promise.all([0, 1, 2, 3].map(read));
    isOver = true;
    await writing;
    expect(writes).toBeGreaterThan(20);
  });

  it('pages skip few rows once a distant page was read', async () => {
    await addRows(server.database, companies, fc.sample(arbitraryRow(companies), { numRuns: 200, seed: 1 }));
    const passedOver: number[] = [];
    const lists = createLists(listeningTo(server.database, passedOver), createRecentChanges(server.database), {
      ...limits,
      far: 1,
      longSkip: 40,
    });
    const list = (page: number) => lists.list({ definition: companies, filters: {}, page, perPage: 2 });
    await list(80);
    expect(Math.max(...passedOver)).toBeLessThan(limits.longSkip);
    passedOver.length = 0;
    for (const page of [79, 81, 40, 20, 70, 11]) await list(page);
    expect(Math.max(...passedOver)).toBeLessThan(limits.longSkip / 2);
  });

  it('rows are valid JSON, whatever is stored', async () => {
    await server.database.execute(
      sql`insert into companies (name, revenue, ebitda, last_financing_on, updated_at, canonical_key, source)
        values ('Strange', 'NaN', '-Infinity', '9999-12-31', '9999-12-31T23:59:59.9999Z', 'strange', 'test')`,
    );
    const lists = createLists(server.database, createRecentChanges(server.database));
    const { rows } = await lists.list({ definition: companies, filters: { search_query: 'strange' }, page: 1, perPage: 1 });
    expect(rows.map((cells) => JSON.parse(writeRow(companies, cells)))).toMatchObject([
      { revenue: null, ebitda: null, last_financing_on: '9999-12-31', updated_at: '9999-12-31T23:59:59.999Z' },
    ]);
  });
});

/** Records how many rows each statement skips. */
function listeningTo(database: Database, passedOver: number[]): Database {
  const client = new Proxy(database.$client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'query' || typeof value !== 'function') return value;
      return (config: { readonly text: string }, ...rest: unknown[]) => {
        const skipped = [...config.text.matchAll(/ offset (\d+)/g)].map((match) => Number(match[1]));
        passedOver.push(...skipped);
        return value.call(target, config, ...rest);
      };
    },
  });
  return new Proxy(database, { get: (target, name) => (name === '$client' ? client : Reflect.get(target, name)) });
}
