/**
 * Saved states of a table's screen: named views that can be shared by link, and the account's own layout: columns, density,
 * page size.
 */
import * as z from 'zod/mini';
import { WHERE_LIMIT } from '../tables/filter-limits.ts';
import { tableNames } from '../tables/table-names.ts';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import type { StorageLimit } from './storage-limit.ts';
import { MAX_SUMMARY_DIMENSIONS, measures } from './table-facets.ts';
import { basedOnInput, sharedFields, visibilityInput } from './visibility.ts';

/** Views of one table that one member made. */
export const MAX_VIEWS_PER_TABLE = 100;
/** Views of all tables that one member made. */
export const MAX_VIEWS: StorageLimit = { of: 'views', verified: MAX_VIEWS_PER_TABLE * tableNames.length, unverified: 10 };
/** Views of a workspace, of all its members. */
export const MAX_WORKSPACE_VIEWS = 10_000;
export const MIN_COLUMN_WIDTH = 50;
export const MAX_COLUMN_WIDTH = 400;

const table = z.enum(tableNames);

/**
 * One column of a layout, in the order of the screen. Columns the layout does not name follow in the order of the
 * definition.
 */
export const columnLayoutSchema = z.strictObject({
  field: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Pixels; null: the default width. */
  width: z.nullable(z.int().check(z.minimum(MIN_COLUMN_WIDTH), z.maximum(MAX_COLUMN_WIDTH))),
  is_hidden: z.boolean(),
  /** Pinned columns stay at the left while the others scroll. */
  is_pinned: z.boolean(),
});
export type ColumnLayout = z.infer<typeof columnLayoutSchema>;
const layout = z.array(columnLayoutSchema).check(z.maxLength(60));

/**
 * Filters by parameter, as in the address. Parameters that the table does not have are refused. Values are validated against
 * the table's definition when a view is opened, so that old views survive changes of the definition.
 */
const viewState = z.strictObject({
  filters: z.record(
    z.string().check(z.maxLength(60)),
    z.union([
      z.string().check(z.maxLength(WHERE_LIMIT)),
      z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200)),
      z.literal(true),
    ]),
  ),
  columns: layout,
  sort: z.nullable(z.string().check(z.maxLength(60))),
  order: z.nullable(z.enum(['asc', 'desc'])),
  per_page: z.nullable(z.int().check(z.minimum(1), z.maximum(100))),
});
export type ViewState = z.infer<typeof viewState>;

/** Pinned views with a chart, which stand on the dashboard. */
export const MAX_PINNED_CHARTS = 6;

/** A picture of the view's rows, as the summary of its table is asked for. */
export const chartSchema = z.strictObject({
  by: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.minLength(1), z.maxLength(MAX_SUMMARY_DIMENSIONS)),
  measure: z.enum(measures),
  /** The column whose numbers are measured; absent for `count`. */
  of: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
});
export type ViewChart = z.infer<typeof chartSchema>;

/** Heights of rows: 53 pixels, or the height of a line. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];
const density = z.enum(densities);

const ownPageSize = z.nullable(z.int().check(z.minimum(1), z.maximum(100)));

export const tableLayoutSchema = z.object({
  columns: layout,
  density,
  /** The size chosen in the table's pager, for addresses without one; null: none was chosen. */
  per_page: ownPageSize,
  /** Columns and page size of the layout "work", which has its own. */
  work_columns: layout,
  work_per_page: ownPageSize,
});
export type TableLayout = z.infer<typeof tableLayoutSchema>;

/** A change; absent fields stay as they are. */
export const layoutChangeSchema = z.strictObject({
  columns: layout,
  density: z.optional(density),
  per_page: z.optional(ownPageSize),
  work_columns: z.optional(layout),
  work_per_page: z.optional(ownPageSize),
});
export type LayoutChange = z.infer<typeof layoutChangeSchema>;

const viewName = lineText(80);

export const tableViewSchema = z.object({
  /**
   * Random. Any signed-in account that knows it may open a view of a personal workspace. Those of a shared workspace are opened
   * there, by those who see them.
   */
  id: z.string(),
  table,
  name: z.string(),
  state: viewState,
  /** Whether the view opens when its author, who is the caller, opens the table without parameters in the address. */
  is_default: z.boolean(),
  /** null: the view shows rows; absent where a server of an earlier version answers. */
  chart: z.optional(z.nullable(chartSchema)),
  /**
   * Whether the view is pinned to the sidebar of all who see it, and to their dashboard if it has a chart; a server of an earlier
   * version knows no pins.
   */
  is_pinned: z.optional(z.boolean()),
  /** false: of another workspace, opened by its link. */
  is_own: z.boolean(),
  ...sharedFields,
  updated_at: z.iso.datetime(),
});
export type TableView = z.infer<typeof tableViewSchema>;

const viewParams = z.strictObject({ view_id: z.string().check(z.minLength(1), z.maxLength(40)) });

export const listTableViews = endpoint({
  method: 'GET',
  path: '/table-views',
  access: 'session',
  apiKey: 'counted',
  summary: 'List the views of a table that you see in the workspace, by name: your own and those that are shared',
  query: z.strictObject({ table }),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(tableViewSchema) }) },
  errors: ['AUTH.SUBSCRIPTION_REQUIRED'],
});

export const viewNameSchema = z.object({
  id: z.string(),
  table,
  name: z.string(),
  /** In a shared workspace: who sees it. */
  visibility: sharedFields.visibility,
});

export type ViewName = z.infer<typeof viewNameSchema>;

export const listViewNames = endpoint({
  method: 'GET',
  path: '/table-view-names',
  access: 'session',
  summary: 'List the names of the views of all tables that you see in the workspace, by name',
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ data: z.array(viewNameSchema), total: z.int() }),
  },
  errors: [],
});

export const pinnedChartSchema = z.object({
  /** The id of the view. */
  id: z.string(),
  table,
  name: z.string(),
  /** The view's filters by parameter, as in the address. */
  filters: viewState.shape.filters,
  chart: chartSchema,
});
export type PinnedChart = z.infer<typeof pinnedChartSchema>;

export const listPinnedCharts = endpoint({
  method: 'GET',
  path: '/pinned-charts',
  access: 'session',
  summary: 'List the pinned views that have a chart, of all tables, by name: the charts of the dashboard',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(pinnedChartSchema), total: z.int() }) },
  errors: [],
});

export const getTableView = endpoint({
  method: 'GET',
  path: '/table-views/{view_id}',
  access: 'session',
  apiKey: 'counted',
  summary: 'Get a view: your own, one shared in the workspace, or one of a personal workspace by its link',
  params: viewParams,
  success: { kind: 'json', status: 200, body: tableViewSchema },
  errors: ['VIEW.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

export const createTableView = endpoint({
  method: 'POST',
  path: '/table-views',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Save filters, columns, sorting, page size and chart as a view',
  bodyLimit: 128 * 1024,
  body: z.strictObject({
    table,
    name: viewName,
    state: viewState,
    is_default: z.boolean(),
    chart: z.optional(z.nullable(chartSchema)),
    is_pinned: z.optional(z.boolean()),
    visibility: visibilityInput,
  }),
  success: { kind: 'json', status: 201, body: tableViewSchema },
  errors: [
    'STORAGE.FULL',
    'VIEW.NAME_TAKEN',
    'VIEW.PRIVATE_LIST',
    'VIEW.LIMIT_REACHED',
    'PIN.LIMIT_REACHED',
    'CHART_PIN.LIMIT_REACHED',
    'AUTH.SUBSCRIPTION_REQUIRED',
  ],
  storageLimits: [MAX_VIEWS],
});

const changeErrors = [
  'STORAGE.FULL',
  'VIEW.NOT_FOUND',
  'VIEW.NAME_TAKEN',
  'VIEW.PRIVATE_LIST',
  'VIEW.LIMIT_REACHED',
  'PIN.LIMIT_REACHED',
  'CHART_PIN.LIMIT_REACHED',
  'WORKSPACE.CHANGED_MEANWHILE',
  'WORKSPACE.ROLE_MISSING',
  'AUTH.SUBSCRIPTION_REQUIRED',
] as const;

/** Where a field is absent, it stays as it is. Only its author makes a view the default, or takes that back. */
const viewChange = {
  name: z.optional(viewName),
  state: z.optional(viewState),
  is_default: z.optional(z.boolean()),
  chart: z.optional(z.nullable(chartSchema)),
  is_pinned: z.optional(z.boolean()),
  visibility: visibilityInput,
  based_on: basedOnInput,
};

export const updateTableView = endpoint({
  method: 'PUT',
  path: '/table-views/{view_id}',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Rename or replace a view, make it the default, or pin it to the sidebar',
  params: viewParams,
  bodyLimit: 128 * 1024,
  body: z.strictObject({ ...viewChange, name: viewName, state: viewState, is_default: z.boolean() }),
  success: { kind: 'json', status: 200, body: tableViewSchema },
  errors: changeErrors,
});

export const changeTableView = endpoint({
  method: 'PATCH',
  path: '/table-views/{view_id}',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: true,
  summary: 'Change parts of a view, or share it; only its author and admins make a shared view private',
  params: viewParams,
  bodyLimit: 128 * 1024,
  body: z.strictObject(viewChange),
  success: { kind: 'json', status: 200, body: tableViewSchema },
  errors: changeErrors,
});

export const deleteTableView = endpoint({
  method: 'DELETE',
  path: '/table-views/{view_id}',
  access: 'session',
  apiKey: 'counted',
  keyRight: 'write',
  stores: false,
  summary: 'Delete a view',
  params: viewParams,
  success: { kind: 'empty', status: 204 },
  errors: ['VIEW.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

export const getTableLayout = endpoint({
  method: 'GET',
  path: '/table-layouts/{table}',
  access: 'session',
  belongsTo: 'account',
  summary: "Get the account's layout of a table: its columns, the height of rows, and the page size",
  params: z.strictObject({ table }),
  success: { kind: 'json', status: 200, body: tableLayoutSchema },
  errors: [],
});

export const saveTableLayout = endpoint({
  method: 'PUT',
  path: '/table-layouts/{table}',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: "Save the account's layout of a table; what is left out stays as it is",
  params: z.strictObject({ table }),
  body: layoutChangeSchema,
  success: { kind: 'json', status: 200, body: tableLayoutSchema },
  errors: [],
});
