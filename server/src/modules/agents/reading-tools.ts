/** The tools that read. Each takes its answer from a call of the data API, or from the account's views. */
import { cursorSchema, MAX_PAGE_SIZE } from '@leadloom/shared/contract/list-parameters';
import { matchRows } from '@leadloom/shared/contract/match';
import {
  facetsSchema,
  MAX_FACETS,
  MAX_SUMMARY_DIMENSIONS,
  measures,
  summarySchema,
} from '@leadloom/shared/contract/table-facets';
import { listTableViews, type TableView, tableViewSchema } from '@leadloom/shared/contract/table-views';
import { endpointsByName, pageOf } from '@leadloom/shared/contract/tables';
import { listTrends } from '@leadloom/shared/contract/trends';
import { tableNames } from '@leadloom/shared/tables/tables';
import * as z from 'zod/mini';
import { type AgentTool, tool } from './agent-tool.ts';
import { anyObject, countMatching, fieldNames, filterQuery, filters, id, name, read, table } from './tool-arguments.ts';

const anyRow = z.looseObject({ id: z.int() });

export const readingTools: readonly AgentTool[] = [
  tool({
    name: 'search_rows',
    title: 'Search rows',
    description:
      'Lists rows of one table that match filters, with the exact total. Ask precisely instead of reading many rows: filters also say not (k_not), has a value (k_has), from and to (k_from, k_to), and ask linked rows (link.k); where takes an expression with and, or, not and brackets. Read on with cursor while next_cursor is not null. Costs one request of the month.',
    input: z.strictObject({
      table,
      filters,
      fields: fieldNames,
      sort: z.optional(name),
      order: z.optional(z.enum(['asc', 'desc'])),
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_PAGE_SIZE))),
      cursor: z.optional(cursorSchema),
    }),
    output: pageOf(anyRow),
    run: ({ limit, cursor = '', filters: chosen, table: of, ...query }, call) =>
      read(call, endpointsByName(of).list, {}, { ...filterQuery(of, chosen), ...query, per_page: limit, cursor }),
  }),
  tool({
    name: 'get_row',
    title: 'Get a row',
    description: 'Gets one row of a table by its id. Costs one request of the month.',
    input: z.strictObject({ table, id, fields: fieldNames }),
    output: z.object({ data: anyRow }),
    run: ({ table: of, id: row, fields }, call) => read(call, endpointsByName(of).get, { id: row }, { fields }),
  }),
  tool({
    name: 'count_rows',
    title: 'Count rows',
    description:
      'Counts the rows of one table that match filters, with the same operators as search_rows: k_not, k_has, k_from, k_to, link.k and where. Costs one request of the month.',
    input: z.strictObject({ table, filters }),
    output: z.object({ total: z.int() }),
    run: async ({ table: of, filters: chosen }, call) => ({ total: await countMatching(call, of, chosen) }),
  }),
  tool({
    name: 'facets',
    title: 'Count values',
    description:
      'Counts the rows of one table that match filters beside each value, such as companies per country: the 100 most frequent values of up to ten filters. Each is counted under all filters but its own. Numbers come as ranges, days as days, months or years. Filters have the operators of search_rows: k_not, k_has, k_from, k_to, link.k and where. Costs one request of the month.',
    input: z.strictObject({
      table,
      of: z.array(name).check(z.minLength(1), z.maxLength(MAX_FACETS)),
      q: z.optional(z.string().check(z.maxLength(100))),
      filters,
    }),
    output: facetsSchema,
    run: ({ table: of, of: dimensions, q, filters: chosen }, call) =>
      read(call, endpointsByName(of).facets, {}, { ...filterQuery(of, chosen), of: dimensions, q }),
  }),
  tool({
    name: 'summary',
    title: 'Summarize rows',
    description:
      'Summarizes the rows of one table that match filters by one or two of its filters: how many rows, or the sum, avg, median, min or max of a column of numbers (of). Rows whose values are left out are counted as other. Filters have the operators of search_rows: k_not, k_has, k_from, k_to, link.k and where. Costs one request of the month.',
    input: z.strictObject({
      table,
      by: z.array(name).check(z.minLength(1), z.maxLength(MAX_SUMMARY_DIMENSIONS)),
      measure: z.optional(z.enum(measures)),
      of: z.optional(name),
      filters,
    }),
    output: summarySchema,
    run: ({ table: of, by, measure, of: column, filters: chosen }, call) =>
      read(call, endpointsByName(of).summary, {}, { ...filterQuery(of, chosen), by, measure, of: column }),
  }),
  tool({
    name: 'related_rows',
    title: 'Related rows',
    description:
      'Lists rows of other tables that belong to one row, such as the people of a company: the total of each group, its first rows, and the filters that list them all. Costs one request of the month.',
    input: z.strictObject({ table, id }),
    output: z.object({ data: z.array(z.looseObject({ table, title: z.string(), total: z.int() })) }),
    run: ({ table: of, id: row }, call) => read(call, endpointsByName(of).related, { id: row }),
  }),
  tool({
    name: 'match_rows',
    title: 'Match rows',
    description:
      'Finds the rows of a table that lines of your own mean: by domain, LinkedIn address, email, or name and country. The first key that finds exactly one row decides; where none does, candidates names those of the first key that found several. A name without a country decides nothing where rows have countries: its row is a candidate. Costs one request of the month for each 100 lines begun.',
    input: matchRows.body,
    output: matchRows.success.body,
    run: async (body, { callDataApi }) =>
      matchRows.success.body.parse(await callDataApi({ method: matchRows.method, path: matchRows.path, body })),
  }),
  tool({
    name: 'list_views',
    title: 'List views',
    description: 'Lists the saved views of the account: named filters, columns and an order of a table. Free.',
    input: z.strictObject({ table: z.optional(table) }),
    output: listTableViews.success.body,
    run: async ({ table: of }, { views }) => {
      const data: TableView[] = [];
      // The tables are read one after the other: one agent takes no more than one connection.
      for (const each of of === undefined ? tableNames : [of]) data.push(...(await views.list(each)));
      return { data };
    },
  }),
  tool({
    name: 'open_view',
    title: 'Open a view',
    description:
      'Gets one saved view by its id. Pass the filters, sort and order of its state to search_rows to list its rows. Free.',
    input: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(40)) }),
    output: tableViewSchema,
    run: async ({ id: view }, { views }) => ({ ...(await views.open(view)) }),
  }),
  tool({
    name: 'list_trends',
    title: 'List trends',
    description:
      'Lists the trends found in the videos of the TikTok users that the account tracks, newest first. Costs one request of the month.',
    input: z.strictObject({}),
    output: z.object({ data: z.array(anyObject) }),
    // The result of a tool is an object; the data API answers a list.
    run: async (_, { callDataApi }) => ({ data: await callDataApi({ method: 'GET', path: listTrends.path }) }),
  }),
];
