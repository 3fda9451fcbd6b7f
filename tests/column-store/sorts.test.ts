/** Pages in orders without an index, from PostgreSQL alone and with an engine that sorts: the same rows in the same order. */
import type { ColumnStore } from '@leadloom/server/column-store/column-store';
import { comparesTextsByBytes } from '@leadloom/server/modules/tables/list/engine-order';
import { createLists, defaultListLimits, type ListedRows } from '@leadloom/server/modules/tables/list/list-rows';
import { createRecentChanges } from '@leadloom/server/modules/tables/list/recent-changes';
import { settleOrder } from '@leadloom/server/modules/tables/list/row-order';
import type { RawCell } from '@leadloom/server/modules/tables/list/write-row';
import { databaseName } from '@leadloom/server/schema/data-table';
import { loadCopy, readingOf } from '@leadloom/server/testing/load-copy';
import { addRows } from '@leadloom/server/testing/table-rows';
import { arbitraryRow } from '@leadloom/server/testing/table-samples';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { reviews } from '@leadloom/shared/tables/reviews';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngineDatabase, type EngineDatabase } from './testing/engine-database.ts';

const SEED = 20_261_130;
const ROWS = 150;
const PAGE = 20;
const filtersOf: Readonly<Record<string, readonly TableFilters[]>> = {
  companies: [{}, { where: 'employee_count >= 10 or revenue is blank' }, { search_query: 'a' }],
  reviews: [{}, { rating: ['3-4', '4-5'] }],
};
/** Beside usual ones: ties, numbers with a sign or without being one, days of far years, and letters that locales sort otherwise. */
const oddCompanies = [
  { name: 'Odd Loom', city: 'ähre', revenue: 0, last_financing_on: '0001-01-01', employee_range: '11-50' },
  { name: 'Odd Loom', city: 'Zeta', revenue: 0, last_financing_on: '9999-12-31', employee_count: 11 },
  { name: 'Odd Loom', city: 'zeta', revenue: -12.5, ebitda: 0.1, employee_count: 11 },
  { name: 'Odd Loom', city: 'Zeta', revenue: 1e15, ebitda: 0.1, employee_range: '5000+' },
  { name: 'Odd Loom', city: '', revenue: 1e-7, last_financing_on: '1969-12-31' },
  { name: 'Odd Loom', city: '💠 loom', revenue: 0 },
  { name: 'Odd Loom', city: '～loom' },
];

describe('sorts without an index', () => {
  let server: TestServer;
  let engine: EngineDatabase;
  let areTextsBytes: boolean;
  let versions: ReadonlyMap<string, number>;
  let answers = 0;

  const columnStore: ColumnStore = {
    read: async (kind, _definitions, read) => {
      const answer = await read({
        ...readingOf(engine.client),
        versionOf: (definition) => versions.get(databaseName(definition)) ?? -1,
      });
      if (answer !== null && kind === 'sort') answers += 1;
      return answer;
    },
  };
  const listsOf = (store: ColumnStore | null) =>
    createLists(server.database, createRecentChanges(server.database), { ...defaultListLimits, gathered: 5 }, store);
  async function readVersions(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await server.database.execute<{ table_name: string; version: string }>(sql`select * from table_versions`);
    return new Map(rows.map((row) => [row.table_name, Number(row.version)]));
  }
  /** Statements have columns of their own behind those of the rows. */
  const shown = ({ columns: { length } }: TableDefinition, { rows, ...known }: ListedRows) => ({
    ...known,
    rows: rows.map((cells) => cells.slice(0, length + 2)),
  });
  const idsOf = (definition: TableDefinition, rows: readonly (readonly RawCell[])[]) =>
    rows.map((cells) => cells[definition.columns.length]);

  beforeAll(async () => {
    [server, engine] = await Promise.all([startTestServer(), createEngineDatabase()]);
    for (const definition of [companies, reviews]) {
      const rows = fc.sample(arbitraryRow(definition), { numRuns: ROWS, seed: SEED });
      await addRows(server.database, definition, [
        ...rows,
        ...(definition === companies ? oddCompanies : []).map((row) => ({
          ...row,
          updated_at: '2026-01-01T00:00:00Z',
          sources: [],
        })),
      ]);
      await loadCopy(engine.client, server.database, definition);
    }
    await server.database.execute(sql`update companies set ebitda = 'NaN' where id % 40 = 1`);
    await server.database.execute(sql`update companies set revenue = '-0' where revenue = 0 and id % 2 = 0`);
    await loadCopy(engine.client, server.database, companies);
    versions = await readVersions();
    areTextsBytes = await comparesTextsByBytes(server.database);
  });
  afterAll(async () => {
    await Promise.all([server.close(), engine.drop()]);
  });

  const columns = [companies, reviews].flatMap((definition) =>
    definition.columns.map(({ field, kind }) => ({ definition, field, kind, table: definition.name })),
  );

  it.each(columns)('$table by $field', async ({ definition, field, kind }) => {
    const [plain, helped] = [listsOf(null), listsOf(columnStore)];
    for (const filters of filtersOf[definition.name] ?? [])
      for (const order of ['asc', 'desc'] as const) {
        const wanted = { definition, filters, sort: field, order, perPage: PAGE };
        const before = answers;
        for (const page of [1, 2, 5, 99]) {
          const [expected, listed] = [await plain.list({ ...wanted, page }), await helped.list({ ...wanted, page })];
          expect(shown(definition, listed), `${field} ${order}, page ${page}`).toEqual(shown(definition, expected));
        }
        // A search finds more rows than are gathered, for which the index of names is of no use.
        const isIndexed = field === definition.defaultSort || (field === 'name' && !('search_query' in filters));
        const isText = ['text', 'long-text', 'email', 'phone', 'link'].includes(kind);
        const isAnswered = !isIndexed && kind !== 'list' && (areTextsBytes || !isText);
        expect(answers > before, `${field} ${order}`).toBe(isAnswered);
      }
  });

  it.each(columns)('a walk over $table by $field', async ({ definition, field, kind }) => {
    if (kind === 'long-text') return;
    const searched = definition === companies ? [{ search_query: 'a' }] : [];
    const choices = [{}, ...searched].flatMap((filters) => [
      { filters, direction: 'asc' as const },
      { filters, direction: 'desc' as const },
    ]);
    for (const { filters, direction } of choices) {
      const order = settleOrder(definition, { sort: field, order: direction });
      const met: unknown[][] = [[], []];
      for (const [which, lists] of [listsOf(null), listsOf(columnStore)].entries())
        for (let passed = null, isEnd = false; !isEnd; ) {
          const part = { passed, skip: 0, take: 9, isTotalRequested: false };
          const walked: Awaited<ReturnType<typeof lists.walk>> = await lists.walk({ definition, filters, order, ...part });
          met[which]?.push(...idsOf(definition, walked.rows));
          ({ last: passed, isEnd } = { ...walked, last: walked.last as never });
        }
      expect(met[1], `${field} ${direction} ${JSON.stringify(filters)}`).toEqual(met[0]);
    }
  });

  it('a page of another version than the copy has is sorted by PostgreSQL', async () => {
    const wanted = { definition: reviews, filters: {}, sort: 'rating', order: 'desc', page: 1, perPage: PAGE } as const;
    await server.database.execute(
      sql`update reviews set rating = 5 where id = (select id from reviews order by rating, id limit 1)`,
    );
    const before = answers;
    const [listed, expected] = [await listsOf(columnStore).list(wanted), await listsOf(null).list(wanted)];
    expect(shown(reviews, listed)).toEqual(shown(reviews, expected));
    expect(answers).toBe(before);
  });
});
