/**
 * The data tables' endpoints: the same set for each table, made from its definition. Rows of one table are
 * found under `tableEndpoints[name]`.
 */
import * as z from 'zod/mini';
import { exportFileName } from '../domain/export-file-name.ts';
import type { TableDefinition } from '../tables/define-table.ts';
import { filterShape } from '../tables/filter-query.ts';
import { rowSchema } from '../tables/row-schema.ts';
import { type TableName, tableByName, tableNames, type tables } from '../tables/tables.ts';
import { amongNames } from './among-names.ts';
import { endpoint } from './endpoint.ts';
import { cursorSchema, momentSchema } from './list-parameters.ts';
import { wholeNumber } from './whole-number.ts';

/** What the screens offer; the API takes anything up to the maximum. */
export const PAGE_SIZES = [10, 15] as const;
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Rows a table can have and still be counted and paged by numbers. */
const MAX_PAGE = 1_000_000_000;
/** How far a program gets by page numbers; from there on, and better from the start, by cursor. */
export const MAX_PAGED_ROWS = 10_000;

const optionSchema = z.object({ id: z.string(), name: z.string() });
export type OptionItem = z.infer<typeof optionSchema>;

const fieldsOf = (definition: TableDefinition) => definition.columns.map((column) => column.field);

/** Which columns may order a table: all it has, and its id. Blank cells come last either way. */
function sortShape(definition: TableDefinition) {
  const fields = [...fieldsOf(definition), 'id'];
  return { sort: z.optional(z.enum(fields, { error: amongNames(fields) })), order: z.optional(z.enum(['asc', 'desc'])) };
}

const listOfFields = (fields: readonly string[]) => {
  const field = z.enum(fields);
  return z.union(
    [
      z.array(field).check(z.maxLength(fields.length)),
      z.pipe(
        field,
        z.transform((value) => [value]),
      ),
    ],
    { error: amongNames(fields) },
  );
};

/** `fields`: the columns to answer, all where absent; the id always comes, and may be named. */
const narrowed = (definition: TableDefinition) => ({ fields: z.optional(listOfFields([...fieldsOf(definition), 'id'])) });

/**
 * A page of rows. `total`: of all pages; null where it was not wanted. `page`: null on a walk by cursor.
 * `next_cursor`: what continues behind this page, null at the end; pages in a session have none.
 * @param row narrower than the table's own where `fields` were asked for
 */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    data: z.array(row),
    total: z.nullable(z.int()),
    page: z.nullable(z.int()),
    per_page: z.int(),
    next_cursor: z.optional(z.nullable(z.string())),
  });

function accessOf(definition: TableDefinition) {
  return definition.isGated ? ('subscribed' as const) : ('session' as const);
}

const listTable = <const Definition extends TableDefinition>(definition: Definition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}`,
    access: accessOf(definition),
    apiKey: 'counted',
    summary: `List ${definition.title}: one page, with the exact total`,
    query: z.strictObject({
      ...filterShape(definition),
      ...sortShape(definition),
      ...narrowed(definition),
      page: z.optional(wholeNumber(1, MAX_PAGE)),
      per_page: z.optional(wholeNumber(1, MAX_PAGE_SIZE)),
      /** Walks the rows instead of paging them: empty at first, then what the last answer gave. */
      cursor: z.optional(cursorSchema),
      /** Rows whose `updated_at` is later. */
      updated_after: z.optional(momentSchema),
      include_total: z.optional(z.enum(['true', 'false'])),
    }),
    success: { kind: 'json', status: 200, body: pageOf(rowSchema(definition)) },
    errors: ['LIST.BUSY', 'LIST.TOO_SLOW', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });

const getRow = <const Definition extends TableDefinition>(definition: Definition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/{id}`,
    access: accessOf(definition),
    apiKey: 'counted',
    summary: `Get one row of ${definition.title} by its id`,
    hasFileBeside: true,
    params: z.strictObject({
      id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be the id of a row')), z.transform(Number)),
    }),
    query: z.strictObject(narrowed(definition)),
    success: { kind: 'json', status: 200, body: z.object({ data: rowSchema(definition) }) },
    errors: ['ROWS.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });

/** `columns`: those to write, in this order; all where absent. `limit`: the first rows only. */
const exportQuery = (definition: TableDefinition) =>
  z.strictObject({
    ...filterShape(definition),
    ...sortShape(definition),
    columns: z.optional(listOfFields(fieldsOf(definition))),
    limit: z.optional(wholeNumber(1, 1_000_000_000)),
  });

const exportTable = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/export`,
    access: accessOf(definition),
    apiKey: 'free',
    summary: `Export ${definition.title} as CSV: the rows that match the filters, counted against the monthly export limit`,
    hasEffect: true,
    query: exportQuery(definition),
    success: { kind: 'csv', status: 200, fileName: exportFileName(definition.title, 'YYYYMMDD') },
    errors: ['EXPORT.OVER_LIMIT', 'EXPORT.BUSY', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });

const previewExport = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/export/preview`,
    access: accessOf(definition),
    apiKey: 'free',
    summary: 'Preview an export: its number of rows and its cost',
    query: exportQuery(definition),
    success: { kind: 'json', status: 200, body: exportPreviewSchema },
    errors: ['LIST.TOO_SLOW', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });

export const exportPreviewSchema = z.object({
  /** In the file. */
  rows: z.int(),
  /** Of these, exported already in this month, and so free. */
  already_exported: z.int(),
  /** Counted against the limit: the rest. */
  charged: z.int(),
  used: z.int(),
  /** null: no limit. */
  limit: z.nullable(z.int()),
  /** null: no limit. */
  remaining: z.nullable(z.int()),
  is_allowed: z.boolean(),
});
export type ExportPreview = z.infer<typeof exportPreviewSchema>;

/** Values met in the data, beyond those the definition lists, by the key of each open choice filter. */
const tableOptions = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/options`,
    access: accessOf(definition),
    apiKey: 'free',
    summary: 'List values found in the data, for filters that choose from a list',
    success: { kind: 'json', status: 200, body: z.record(z.string(), z.array(z.string())) },
    errors: ['AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });

/** For text filters that suggest: values of the column that begin so, most frequent first where that is known. */
const suggestValues = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/suggest`,
    access: accessOf(definition),
    apiKey: 'free',
    summary: 'Suggest values of a column by their start',
    query: z.strictObject({ filter: z.string().check(z.maxLength(60)), q: z.string().check(z.trim(), z.maxLength(100)) }),
    success: { kind: 'json', status: 200, body: z.array(optionSchema) },
    errors: ['AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });

const idList = z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(1000));

const removeRows = (definition: TableDefinition) =>
  endpoint({
    method: 'DELETE',
    path: `/table/${definition.name}`,
    access: 'operator',
    summary: 'Delete rows; operator only, because the data is shared',
    body: z.strictObject({ ids: idList }),
    success: { kind: 'json', status: 200, body: z.object({ deleted: z.int() }) },
    errors: ['AUTH.OPERATOR_ONLY'],
  });

export const importReportSchema = z.object({
  table: z.string(),
  is_dry_run: z.boolean(),
  rows_read: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** Rows of the file that a later row of the same key replaced. */
  duplicates: z.int(),
  rejected: z.int(),
  /** How many rows changed in each column. */
  changed_columns: z.record(z.string(), z.int()),
  /** Header → column; null: not read. */
  mapping: z.record(z.string(), z.nullable(z.string())),
  /** The first rejects; all are in the rejects file of the command. */
  rejects: z.array(z.object({ line: z.int(), reason: z.string() })),
  /**
   * What cells held that could not be kept though their rows could, those of most rows first; at most a hundred values,
   * and those beyond together (`value` null) for each column.
   */
  left_blank: z.array(z.object({ column: z.string(), value: z.nullable(z.string()), rows: z.int() })),
});
export type ImportReport = z.infer<typeof importReportSchema>;

const importRows = (definition: TableDefinition) =>
  endpoint({
    method: 'POST',
    path: `/table/${definition.name}/import`,
    access: 'operator',
    summary: 'Import a CSV or JSONL file, plain or gzip, as the import command does',
    streamBody: true,
    bodyLimit: 20 * 1024 * 1024 * 1024,
    query: z.strictObject({
      format: z.optional(z.enum(['csv', 'jsonl'])),
      dry_run: z.optional(z.enum(['true', 'false'])),
      source: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
      /** JSON object, header → column. */
      mapping: z.optional(z.string().check(z.maxLength(20_000))),
      /** Most rows that may be refused before the whole file is. */
      max_rejects: z.optional(wholeNumber(0, 1_000_000_000)),
      /** Blank cells leave what is known, instead of clearing it. */
      keep_known: z.optional(z.enum(['true', 'false'])),
      /** A label such as windows-1252; found out where absent. */
      encoding: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
    }),
    success: { kind: 'json', status: 200, body: importReportSchema },
    errors: ['IMPORT.UNREADABLE', 'IMPORT.TOO_MANY_REJECTS', 'IMPORT.BUSY', 'AUTH.OPERATOR_ONLY'],
  });

const endpointsOf = <const Definition extends TableDefinition>(definition: Definition) => ({
  list: listTable(definition),
  get: getRow(definition),
  export: exportTable(definition),
  previewExport: previewExport(definition),
  options: tableOptions(definition),
  suggest: suggestValues(definition),
  remove: removeRows(definition),
  import: importRows(definition),
});

type TableEndpoints = { readonly [Name in TableName]: ReturnType<typeof endpointsOf<(typeof tables)[Name]>> };

// The compiler does not follow names through a list: each name's endpoints are those of its own definition.
export const tableEndpoints = Object.fromEntries(
  tableNames.map((name) => [name, endpointsOf(tableByName(name))]),
) as TableEndpoints;

/** The same as the general kind, as `tableByName` answers a definition: for code that serves every table alike. */
export function endpointsByName(name: TableName): ReturnType<typeof endpointsOf<TableDefinition>> {
  return tableEndpoints[name];
}

/** Suggestions for what stands in the tables. `q`: what was typed; `ids`: labels for values known already. */
const lookupQuery = z.strictObject({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  ids: z.optional(
    z.union([
      z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200)),
      z.pipe(
        z.string().check(z.maxLength(200)),
        z.transform((value) => [value]),
      ),
    ]),
  ),
});
const lookup = <const Path extends `/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'verified',
    apiKey: 'free',
    summary,
    query: lookupQuery,
    success: { kind: 'json', status: 200, body: z.array(optionSchema) },
    errors: [],
  });

export const searchTopics = lookup('/search/shopify/topics', 'Suggest topics of Shopify stores by their start');
export const searchSubreddits = lookup('/reddit/search/subreddit', 'Suggest subreddits by the start of their name');
export const searchTikTokUsers = lookup('/tiktok/search/unique-id', 'Suggest TikTok user ids by their start');
export const searchHashtags = lookup('/tiktok/search/hashtag', 'Suggest hashtags by their start');
