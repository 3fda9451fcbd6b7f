import { companies } from '@leadloom/shared/tables/companies';
import type { FilterDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { databaseName, isIndexed, isListColumn } from '../../../schema/data-table.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { arbitraryRow } from '../../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { isIndexWalk } from './index-walk.ts';
import { type PagePlan, planPage } from './page-plan.ts';
import { gatheredPageStatement, pageStatement } from './page-statement.ts';
import { type RowOrder, settleOrder } from './row-order.ts';

/** Enough that sorting all of them clearly costs more than reading ten in order. */
const ROWS = 3_000;
const definitions = tableNames.map(tableByName);
const plansSchema = z.array(z.object({ 'QUERY PLAN': z.string() }));

/** One value for each filter with an index, by the index's name. */
function indexedFilters(definition: TableDefinition): readonly (readonly [index: string, filters: TableFilters])[] {
  return definition.filters.flatMap((filter) => {
    const value = sampleValue(definition, filter);
    const isOfValues = filter.kind === 'choice' || filter.kind === 'lookup';
    const index = `${databaseName(definition)}_${isOfValues ? 'values_by' : 'by'}_${filter.key}`;
    return value === null ? [] : [[index, { [filter.key]: value }] as const];
  });
}

function sampleValue(definition: TableDefinition, filter: FilterDefinition): TableFilters[string] | null {
  if (filter.kind === 'flag') return true;
  if (filter.kind === 'text') return filter.match === 'domain' ? ['alpha.example'] : ['Paris'];
  if (filter.kind !== 'choice' && filter.kind !== 'lookup') return null;
  if (!isIndexed(filter) || isListColumn(definition, filter.column)) return null;
  return [filter.kind === 'choice' ? (filter.options[0]?.value ?? '') : 'one'];
}

describe('the statement of a page', () => {
  let server: TestServer;
  const dialect = new PgDialect();
  const firstPage: PagePlan = { heading: 'forward', from: null, skip: 0, take: 10 };

  beforeAll(async () => {
    server = await startTestServer();
    for (const definition of definitions) {
      await addRows(server.database, definition, fc.sample(arbitraryRow(definition), { numRuns: ROWS, seed: 7 }));
      await server.database.execute(sql`analyze ${sql.identifier(databaseName(definition))}`);
    }
  });
  afterAll(() => server.close());

  const choiceOf = (definition: TableDefinition, filters: TableFilters, order: RowOrder = {}) => ({
    definition,
    filters,
    order: settleOrder(definition, order),
  });

  async function explain(statement: ReturnType<typeof pageStatement>): Promise<string> {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    const { rows } = await server.database.$client.query(`explain ${text}`, params);
    return plansSchema
      .parse(rows)
      .map((line) => line['QUERY PLAN'])
      .join('\n');
  }

  /** Plans it like a prepared statement whose values no longer matter. */
  async function explainPrepared(statement: ReturnType<typeof pageStatement>): Promise<string> {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    const client = await server.platform.direct.$client.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare kept as ${text}`);
      const values = params.map((value) => `'${String(value)}'`).join(', ');
      const { rows } = await client.query(`explain execute kept${params.length === 0 ? '' : ` (${values})`}`);
      return plansSchema
        .parse(rows)
        .map((line) => line['QUERY PLAN'])
        .join('\n');
    } finally {
      client.release(true);
    }
  }

  function expectIndexed(plan: string, index: string): void {
    expect(plan).not.toMatch(/\bSort\b|Seq Scan on (?!table_versions)/);
    expect(plan).toContain(`using ${index} `);
  }

  const orders: readonly RowOrder[] = [{}, { order: 'asc' }];

  it.each(definitions)('$name: the default order, either way, is its index’s', async (definition) => {
    for (const order of orders) {
      const choice = choiceOf(definition, {}, order);
      expectIndexed(await explain(pageStatement(choice, firstPage)), `${databaseName(definition)}_newest`);
    }
  });

  it.each(
    definitions.flatMap((definition) => indexedFilters(definition).map(([index, filters]) => ({ index, definition, filters }))),
  )(
    '$index holds the rows of its filter in the default order, planned for its value or for any',
    async ({ definition, filters, index }) => {
      const choice = choiceOf(definition, filters);
      expect(isIndexWalk(choice)).toBe(true);
      expectIndexed(await explain(pageStatement(choice, firstPage)), index);
      expectIndexed(await explainPrepared(pageStatement(choice, firstPage)), index);
    },
  );

  it.each(definitions.filter(({ columns }) => columns.some(({ field }) => field === 'name')))(
    '$name: the order of names, either way, is its index’s',
    async (definition) => {
      for (const order of ['asc', 'desc'] as const) {
        const choice = choiceOf(definition, {}, { sort: 'name', order });
        expect(isIndexWalk(choice)).toBe(true);
        expectIndexed(await explain(pageStatement(choice, firstPage)), `${databaseName(definition)}_by_name`);
      }
    },
  );

  it.each(definitions)(
    '$name: pages from a position, from the end and far away are walked along the index',
    async (definition) => {
      const key = '2026-01-01 12:34:56.789+00';
      const positions = [{ index: 1_000, key, id: 900 }];
      const choice = choiceOf(definition, {});
      const index = `${databaseName(definition)}_newest`;
      for (const [offset, isIdsFirst] of [
        [1_020, false],
        [960, false],
        [2_900, false],
        [1_300, true],
      ] as const) {
        const plan = planPage({ offset, limit: 10, total: ROWS, positions }, 100) ?? firstPage;
        const text = await explain(pageStatement(choice, plan, isIdsFirst));
        expect(text).toContain(index);
        // The ids selected first are few, so sorting them is fine.
        expect(text).not.toMatch(isIdsFirst ? /Seq Scan on (?!table_versions)/ : /\bSort\b|Seq Scan on (?!table_versions)/);
        if (plan.from !== null) expect(text).toMatch(/Index Cond: \(ROW\(/);
      }
    },
  );

  it.each(definitions)('$name: the many rows of a search are walked in their order', async (definition) => {
    const filter = definition.filters.find(({ kind }) => kind === 'search');
    const choice = choiceOf(definition, { [filter?.key ?? '']: 'no such word' });
    const text = await explain(pageStatement(choice, firstPage));
    expectIndexed(text, `${databaseName(definition)}_newest`);
  });

  it('the few rows of a search are found by its index', async () => {
    for (const definition of definitions) {
      const filter = definition.filters.find(({ kind }) => kind === 'search');
      const choice = choiceOf(definition, { [filter?.key ?? '']: 'snake case' });
      const text = await explain(gatheredPageStatement(choice, 0, 10, 100));
      expect(text).toContain(`Bitmap Index Scan on ${databaseName(definition)}_texts_by_${filter?.key}`);
    }
  });

  it.each(['snake -snake', 'snake -case', '"snake" case', 'snake OR "case" -kebab', 'snake -case OR kebab'])(
    'rows that the words of a search tell are found by its index alone: %s',
    async (search) => {
      const text = await explain(gatheredPageStatement(choiceOf(companies, { search_query: search }), 0, 10, null));
      expect(text).toContain('Bitmap Index Scan on companies_texts_by_search_query');
      expect(text).not.toMatch(/Filter: .*(?:search_words|has_phrase)/);
    },
  );

  it.each(['"snake case" OR kebab', 'snake -"kebab case"'])(
    'of a search with a phrase, only rows that have all its words are compared with it: %s',
    async (search) => {
      const text = await explain(gatheredPageStatement(choiceOf(companies, { search_query: search }), 0, 10, null));
      const scans = text.split('Bitmap Heap Scan on companies').slice(1);
      expect(scans).toHaveLength(2);
      expect(scans.filter((scan) => scan.includes('has_phrase'))).toHaveLength(1);
      for (const scan of scans) expect(scan).toContain('Bitmap Index Scan on companies_texts_by_search_query');
    },
  );

  it.each(['-snake', '-snake -"kebab case"', '-snake OR kebab'])(
    'what a search of exclusions leaves out is found by its index: %s',
    async (search) => {
      const text = await explain(gatheredPageStatement(choiceOf(companies, { search_query: search }), 0, 10, 100));
      expect(text).toContain('Anti Join');
      expect(text).toContain('Bitmap Index Scan on companies_texts_by_search_query');
    },
  );
});
