/**
 * The endpoints of the data tables: the same set for each table, made from its definition. Those of one table are under
 * `tableEndpoints[name]`. The file is long because a table's types follow from all its endpoints together.
 */
import * as z from 'zod/mini';
import { exportFileName } from '../domain/export-file-name.ts';
import type { TableDefinition } from '../tables/define-table.ts';
import { filterShape } from '../tables/filter-query.ts';
import { listedRowSchema, rowSchema } from '../tables/row-schema.ts';
import { filePresets, hasSenderFile } from '../tables/sender-file.ts';
import { type TableName, tableByName, tableNames, type tables } from '../tables/tables.ts';
import { amongNames } from './among-names.ts';
import { endpoint } from './endpoint.ts';
import { HEADER_LINE_LIMIT } from './header-line-limit.ts';
import { lineText } from './line-text.ts';
import { cursorSchema, fileFormat, MAX_PAGE_SIZE, momentSchema, rowIdsSchema } from './list-parameters.ts';
import { partName } from './part-name.ts';
import type { StorageLimit } from './storage-limit.ts';
import { accessOf, countTable, filterErrors, listChanges } from './table-changes.ts';
import { listFacets, summarizeTable } from './table-facets.ts';
import { listHistory, listRelated, listRowSources, rowParams } from './table-records.ts';
import { wholeNumber } from './whole-number.ts';

/** Largest number of rows a table may have to be counted and paged by number. */
const MAX_PAGE = 1_000_000_000;
/** Largest number of rows a program can reach by page number; beyond it, programs use a cursor. */
export const MAX_PAGED_ROWS = 10_000;
/** Lines of the ledger. Those of verified accounts cost rows of their month. */
export const MAX_EXPORTS: StorageLimit = { of: 'exports', verified: Number.POSITIVE_INFINITY, unverified: 10 };

const optionSchema = z.object({ id: z.string(), name: z.string() });
export type OptionItem = z.infer<typeof optionSchema>;

const fieldsOf = (definition: TableDefinition) => definition.columns.map((column) => column.field);

/** Columns a table can be sorted by: all of them, and the id. Blank cells come last in both directions. */
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

/** `fields`: the columns to return, by default all. The id and `changed_in` are always included and may be named. */
const narrowed = (definition: TableDefinition) => ({
  fields: z.optional(listOfFields([...fieldsOf(definition), 'id', 'changed_in'])),
});

/**
 * A page of rows.
 * - `total`: rows on all pages; null if it was not requested, or takes longer to count than the caller waits.
 * - `page`: null when paging by cursor.
 * - `next_cursor`: cursor of the next page, null on the last; absent in responses to a session.
 * @param row has fewer columns than the table if `fields` was sent
 */
export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    data: z.array(row),
    total: z.nullable(z.int()),
    page: z.nullable(z.int()),
    per_page: z.int(),
    next_cursor: z.optional(z.nullable(z.string())),
  });

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
      /** Pages by cursor instead of by number: empty to start, then the value from the previous response. */
      cursor: z.optional(cursorSchema),
      /** Rows with a later `updated_at`. */
      updated_after: z.optional(momentSchema),
      /** Only rows with these ids. */
      ids: z.optional(rowIdsSchema(MAX_PAGE_SIZE)),
      /**
       * `fast`: null where counting takes long, as for screens by default; programs otherwise wait for it. `false`: not
       * counted.
       */
      include_total: z.optional(z.enum(['true', 'fast', 'false'])),
    }),
    turn: 'none',
    success: { kind: 'json', status: 200, body: pageOf(listedRowSchema(definition)) },
    errors: filterErrors,
  });

const getRow = <const Definition extends TableDefinition>(definition: Definition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/{id}`,
    access: accessOf(definition),
    apiKey: 'counted',
    summary: `Get one row of ${definition.title} by its id`,
    hasDownloadSibling: true,
    params: rowParams,
    query: z.strictObject(narrowed(definition)),
    success: { kind: 'json', status: 200, body: z.object({ data: rowSchema(definition) }) },
    errors: ['ROWS.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });

/** `columns`: the columns to write, in this order; by default all. `limit`: the maximum number of rows. `ids`: only these rows. */
const exportShape = (definition: TableDefinition) => ({
  ...filterShape(definition),
  ...sortShape(definition),
  updated_after: z.optional(momentSchema),
  ids: z.optional(rowIdsSchema(MAX_PAGE_SIZE)),
  columns: z.optional(listOfFields(fieldsOf(definition))),
  limit: z.optional(wholeNumber(1, 1_000_000_000)),
});

const presetSchema = z.optional(z.enum(filePresets));

/** `preset`: columns for a purpose, instead of `columns`. Tables without one refuse the parameter; the type is that of all. */
const presetShape = (definition: TableDefinition) =>
  (hasSenderFile(definition) ? { preset: presetSchema } : {}) as { readonly preset: typeof presetSchema };

const exportTable = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/export`,
    access: accessOf(definition),
    right: 'export',
    apiKey: 'free',
    summary: `Export ${definition.title} as CSV or as a workbook: the rows that match the filters, counted against the monthly export limit`,
    hasEffect: true,
    stores: false,
    query: z.strictObject({ ...exportShape(definition), ...presetShape(definition), format: fileFormat }),
    turn: 'none',
    success: { kind: 'csv', status: 200, fileName: exportFileName(definition.title, 'YYYYMMDD') },
    errors: [
      'ROW_LIST.NOT_FOUND',
      'ROW_LIST.OTHER_TABLE',
      'EXPORT.OVER_LIMIT',
      'WORKSPACE.MEMBER_EXPORT_LIMIT',
      'EXPORT.BUSY',
      'AUTH.SUBSCRIPTION_REQUIRED',
      'AUTH.NOT_VERIFIED',
    ],
    storageLimits: [MAX_EXPORTS],
  });

const previewExport = (definition: TableDefinition) =>
  endpoint({
    method: 'GET',
    path: `/table/${definition.name}/export/preview`,
    access: accessOf(definition),
    apiKey: 'free',
    summary: 'Preview an export: its number of rows and its cost',
    query: z.strictObject(exportShape(definition)),
    turn: 'none',
    success: { kind: 'json', status: 200, body: exportPreviewSchema },
    errors: ['ROW_LIST.NOT_FOUND', 'ROW_LIST.OTHER_TABLE', 'LIST.TOO_SLOW', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
  });

export const exportPreviewSchema = z.object({
  /** Rows in the file. */
  rows: z.int(),
  /** Rows already exported this month, which are free. */
  already_exported: z.int(),
  /** The remaining rows, which count against the limit. */
  charged: z.int(),
  used: z.int(),
  /** null: no limit. */
  limit: z.nullable(z.int()),
  /** null: no limit. */
  remaining: z.nullable(z.int()),
  is_allowed: z.boolean(),
});
export type ExportPreview = z.infer<typeof exportPreviewSchema>;

/** Values found in the data in addition to those the definition lists, by the key of each open choice filter. */
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

/**
 * Suggests values for text filters: those of the column that start with the text, most frequent first where the frequency
 * is known.
 */
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
    stores: false,
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
  /** Rows of the file replaced by a later row with the same key. */
  duplicates: z.int(),
  /** The first hundred of them: what they have in common with the row that was kept, and the lines of both. */
  folded: z.array(z.object({ key: z.string(), line: z.int(), kept_line: z.int() })),
  rejected: z.int(),
  /** Rows left out because the person asked to be erased. */
  held_back: z.int(),
  /** Number of changed rows per column. */
  changed_columns: z.record(z.string(), z.int()),
  /** Header → column; null: ignored. */
  mapping: z.record(z.string(), z.nullable(z.string())),
  /** The first rejected rows; the command writes all of them to its rejects file. */
  rejects: z.array(z.object({ line: z.int(), reason: z.string() })),
  /**
   * Values that could not be stored although their rows could, most frequent first. At most a hundred values; the rest
   * are summed up per column with `value` null.
   */
  left_blank: z.array(z.object({ column: z.string(), value: z.nullable(z.string()), rows: z.int() })),
  /** Notices about the whole file, in sentences. */
  notices: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReportSchema>;

const importRows = (definition: TableDefinition) =>
  endpoint({
    method: 'POST',
    path: `/table/${definition.name}/import`,
    access: 'operator',
    stores: false,
    summary: 'Import a CSV, JSONL or XLSX file, plain, gzip or ZIP, as the import command does',
    streamBody: true,
    bodyLimit: 20 * 1024 * 1024 * 1024,
    query: z.strictObject({
      format: z.optional(z.enum(['csv', 'jsonl'])),
      dry_run: z.optional(z.enum(['true', 'false'])),
      source: z.optional(lineText(100)),
      /** JSON object, header → column; also joined headers, constants and units, as docs/operator/import-files.md has them. */
      mapping: z.optional(z.string().check(z.maxLength(20_000))),
      /** Number of rejected rows above which the whole file is refused. */
      max_rejects: z.optional(wholeNumber(0, 1_000_000_000)),
      /** A blank cell keeps the stored value instead of clearing it. */
      keep_known: z.optional(z.enum(['true', 'false'])),
      /** `false`: an optional cell that cannot be read refuses its row instead of being left blank. */
      blank_unreadable: z.optional(z.enum(['true', 'false'])),
      /** The order of all numeric dates such as 3/4/2024; by default it is inferred for each column. */
      date_order: z.optional(z.enum(['mdy', 'dmy', 'ymd'])),
      /** CSV: `no` where the first line is a row; the columns are then named 1, 2 and so on. */
      header: z.optional(z.enum(['yes', 'no'])),
      /** CSV: the line of the header; by default the line that names most columns. */
      header_line: z.optional(wholeNumber(1, HEADER_LINE_LIMIT)),
      /** A label such as windows-1252; detected by default. */
      encoding: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
      /** The sheet of a workbook; by default the first that holds a table. */
      sheet: z.optional(partName),
      /** The file in an archive of several. */
      entry: z.optional(partName),
    }),
    success: { kind: 'json', status: 200, body: importReportSchema },
    errors: ['IMPORT.UNREADABLE', 'IMPORT.TOO_MANY_REJECTS', 'IMPORT.BUSY', 'AUTH.OPERATOR_ONLY'],
  });

const endpointsOf = <const Definition extends TableDefinition>(definition: Definition) => ({
  list: listTable(definition),
  total: countTable(definition),
  facets: listFacets(definition),
  summary: summarizeTable(definition),
  get: getRow(definition),
  related: listRelated(definition),
  history: listHistory(definition),
  sources: listRowSources(definition),
  export: exportTable(definition),
  previewExport: previewExport(definition),
  options: tableOptions(definition),
  suggest: suggestValues(definition),
  changes: listChanges(definition),
  remove: removeRows(definition),
  import: importRows(definition),
});

type TableEndpoints = { readonly [Name in TableName]: ReturnType<typeof endpointsOf<(typeof tables)[Name]>> };

/** Definitions are made when they are first used: a screen that shows one table does not wait for the schemas of the others. */
function madeOnce<Made>(make: () => Made): PropertyDescriptor {
  let made: Made | undefined;
  return {
    enumerable: true,
    get: () => {
      made ??= make();
      return made;
    },
  };
}

// The compiler cannot derive the names from a list: each name maps to the endpoints of its own definition.
export const tableEndpoints = Object.defineProperties(
  {},
  Object.fromEntries(tableNames.map((name) => [name, madeOnce(() => endpointsOf(tableByName(name)))])),
) as TableEndpoints;

/**
 * The endpoints by name with the general type, like `tableByName` for definitions: for code that serves all tables
 * alike.
 */
export function endpointsByName(name: TableName): ReturnType<typeof endpointsOf<TableDefinition>> {
  return tableEndpoints[name];
}

/** Suggestions of values in the tables. `q`: the typed text; `ids`: known values whose labels are needed. */
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
