/**
 * Views of a table's screen: an account lists its own by name, and opens any view by its id, which is the permission to
 * read. A shared view shows its filters and columns, never its owner.
 */
import { randomBytes } from 'node:crypto';
import {
  type ColumnLayout,
  type LayoutChange,
  MAX_PINNED_CHARTS,
  MAX_VIEWS,
  MAX_VIEWS_PER_TABLE,
  type PinnedChart,
  pinnedChartSchema,
  type TableLayout,
  type TableView,
  tableLayoutSchema,
  tableViewSchema,
  type ViewChart,
} from '@leadloom/shared/contract/table-views';
import { dimensionsOf, measuredFields } from '@leadloom/shared/tables/dimensions';
import { tableParameters } from '@leadloom/shared/tables/filter-parameters';
import { readFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import * as z from 'zod/mini';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { refuseUnknown } from '../../../http/refuse-unknown.ts';
import type { WorkspaceId } from '../../../http/workspace.ts';
import type { Platform } from '../../../platform.ts';
import { requireRoom } from '../../accounts/storage-room.service.ts';
import { requestFilters } from '../filters/request-filters.ts';
import { requireRoomForPin } from '../my-rows/pins.service.ts';
import * as repository from './table-views.repository.ts';

const firstLayout: TableLayout = {
  columns: [],
  density: 'comfortable',
  per_page: null,
  work_columns: [],
  work_per_page: null,
};

/** 128 bits: an id cannot be guessed. */
const ID_BYTES = 16;

const storedSchema = z.object({ table: z.enum(tableNames), state: tableViewSchema.shape.state });

type ViewContent = Pick<TableView, 'name' | 'state' | 'is_default' | 'chart' | 'is_pinned'>;

/** Lists views by name. */
export async function listViews({ database }: Platform, workspaceId: WorkspaceId, table: TableName): Promise<TableView[]> {
  const views = await repository.listViews(database, { workspaceId, tableName: table });
  return views.flatMap((view) => toTableView(view, workspaceId) ?? []);
}

const nameSchema = z.object({ id: z.string(), table: z.enum(tableNames), name: z.string() });

/** Lists the names of views of all tables that exist, by name. */
export async function listViewNames({ database }: Platform, workspaceId: WorkspaceId): Promise<z.infer<typeof nameSchema>[]> {
  const stored = await repository.listViewNames(database, workspaceId);
  return stored.flatMap((view) => nameSchema.safeParse(view).data ?? []);
}

/** @throws {AppError} VIEW.NOT_FOUND */
export async function openView({ database }: Platform, workspaceId: WorkspaceId, id: string): Promise<TableView> {
  const stored = await repository.findView(database, id);
  const view = stored === null ? null : toTableView(stored, workspaceId);
  if (view === null) throw new AppError('VIEW.NOT_FOUND');
  return view;
}

/** Lists the account's pinned views with a chart, of all tables that exist, by name. */
export async function listPinnedCharts({ database }: Platform, workspaceId: WorkspaceId): Promise<PinnedChart[]> {
  const stored = await repository.listPinnedCharts(database, workspaceId);
  return stored.flatMap(({ state, ...view }) => {
    const filters = tableViewSchema.shape.state.safeParse(state).data?.filters;
    return pinnedChartSchema.safeParse({ ...view, filters }).data ?? [];
  });
}

/**
 * @throws {AppError} REQUEST.INVALID for what the table does not have, VIEW.NAME_TAKEN, VIEW.LIMIT_REACHED, PIN.LIMIT_REACHED,
 * CHART_PIN.LIMIT_REACHED
 */
export async function createView(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  { table, name, state, is_default: isDefault, is_pinned: isPinned, chart }: ViewContent & { readonly table: TableName },
): Promise<TableView> {
  const checked = checkedState(table, state);
  requireChart(table, chart);
  const id = randomBytes(ID_BYTES).toString('base64url');
  const view = { id, workspaceId, tableName: table, name, state: checked, isDefault, isPinned, chart };
  const added = await repository.addView(database, view, now(), MAX_VIEWS_PER_TABLE, {
    requireRoom: (transaction, total) =>
      requireRoom(transaction, workspaceId, { limit: MAX_VIEWS, total, code: 'VIEW.LIMIT_REACHED' }),
    requireRoomForPin: (transaction) => requireRoomForPinnedView(transaction, workspaceId),
  });
  return toOwnView(added, workspaceId);
}

/**
 * Changes a view. Other accounts' views are treated as missing.
 * @throws {AppError} REQUEST.INVALID for what the table does not have, VIEW.NOT_FOUND, VIEW.NAME_TAKEN, PIN.LIMIT_REACHED,
 * CHART_PIN.LIMIT_REACHED
 */
export async function changeView(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  id: string,
  { name, state, is_default: isDefault, is_pinned: isPinned, chart }: ViewContent,
): Promise<TableView> {
  const stored = await repository.findView(database, id);
  const table = tableNames.find((name) => name === stored?.tableName && stored.workspaceId === workspaceId);
  const checked = table === undefined ? state : checkedState(table, state);
  if (table !== undefined) requireChart(table, chart);
  const content = { id, name, state: checked, isDefault, isPinned, chart };
  const changed = await repository.changeView(database, workspaceId, content, now(), {
    requireRoomForPin: (transaction) => requireRoomForPinnedView(transaction, workspaceId),
  });
  return toOwnView(changed, workspaceId);
}

/**
 * Called after a pinned view was stored, under the lock of the account's views.
 * @throws {AppError} PIN.LIMIT_REACHED, CHART_PIN.LIMIT_REACHED
 */
async function requireRoomForPinnedView(transaction: Connection, workspaceId: WorkspaceId): Promise<void> {
  await requireRoomForPin(transaction, workspaceId);
  const charts = await repository.listPinnedCharts(transaction, workspaceId);
  if (charts.length > MAX_PINNED_CHARTS) throw new AppError('CHART_PIN.LIMIT_REACHED');
}

/** @throws {AppError} VIEW.NOT_FOUND */
export async function deleteView({ database }: Platform, workspaceId: WorkspaceId, id: string): Promise<void> {
  if (!(await repository.deleteView(database, workspaceId, id))) throw new AppError('VIEW.NOT_FOUND');
}

/** The defined one if the account has never arranged the table. */
export async function readLayout({ database }: Platform, accountId: number, table: TableName): Promise<TableLayout> {
  return toLayout(table, await repository.findLayout(database, { accountId, tableName: table }));
}

/** @throws {AppError} REQUEST.INVALID for columns that the table does not have */
export async function saveLayout(
  { database, now }: Platform,
  accountId: number,
  table: TableName,
  { columns, density, per_page: perPage, work_columns: workColumns, work_per_page: workPerPage }: LayoutChange,
): Promise<TableLayout> {
  refuseUnknown('/columns', namesOf(columns), columnsOf(table));
  refuseUnknown('/work_columns', namesOf(workColumns ?? []), columnsOf(table));
  const content = { columns, density, perPage, workColumns, workPerPage };
  return toLayout(table, await repository.saveLayout(database, { accountId, tableName: table }, content, now()));
}

/** A layout in an unsupported form counts as none. */
function toLayout(table: TableName, stored: unknown): TableLayout {
  const layout = tableLayoutSchema.safeParse(stored).data ?? firstLayout;
  return {
    ...layout,
    columns: withoutGone(table, layout.columns),
    work_columns: withoutGone(table, layout.work_columns),
  };
}

/**
 * The state with its filters in normal form. A parameter that is not known would be dropped when the view is opened, and the view
 * would find more rows than it was saved with. @throws {AppError} REQUEST.INVALID
 */
function checkedState(table: TableName, state: TableView['state']): TableView['state'] {
  refuseUnknown('/state/columns', namesOf(state.columns), columnsOf(table));
  const definition = tableByName(table);
  const { filters } = state;
  refuseUnknown('/state/filters', Object.keys(filters), [...tableParameters(definition).keys(), UPDATED_AFTER]);
  const { where } = requestFilters(definition, readFilters(definition, filters), '/state/filters');
  return typeof where === 'string' ? { ...state, filters: { ...filters, where } } : state;
}

/** @throws {AppError} REQUEST.INVALID for a chart that the table cannot be asked for */
function requireChart(table: TableName, chart: ViewChart | null | undefined): void {
  if (chart === null || chart === undefined) return;
  const definition = tableByName(table);
  refuseUnknown('/chart/by', chart.by, [...dimensionsOf(definition).keys()]);
  if (new Set(chart.by).size < chart.by.length) refuse('/chart/by', 'must not name one twice');
  if (chart.measure === 'count') {
    if (chart.of !== undefined) refuse('/chart/of', 'must be absent for count');
    return;
  }
  if (chart.of === undefined) refuse('/chart/of', `is needed for ${chart.measure}`);
  else refuseUnknown('/chart/of', [chart.of], measuredFields(definition));
}

function refuse(pointer: string, detail: string): never {
  throw new AppError('REQUEST.INVALID', { message: `${pointer}: ${detail}`, errors: [{ pointer, detail }] });
}

function columnsOf(table: TableName): readonly string[] {
  return tableByName(table).columns.map(({ field }) => field);
}

function namesOf(columns: readonly ColumnLayout[]): readonly string[] {
  return columns.map(({ field }) => field);
}

/** A definition may have lost columns since: what is shown can be saved again. */
function withoutGone(table: TableName, columns: readonly ColumnLayout[]): ColumnLayout[] {
  const known = new Set(columnsOf(table));
  return columns.filter(({ field }) => known.has(field));
}

function toOwnView(saved: repository.SavedView, workspaceId: WorkspaceId): TableView {
  if (saved === 'no such view') throw new AppError('VIEW.NOT_FOUND');
  if (saved === 'name taken') throw new AppError('VIEW.NAME_TAKEN');
  if (saved === 'limit reached') throw new AppError('VIEW.LIMIT_REACHED');
  const view = toTableView(saved, workspaceId);
  if (view === null) throw new Error('a view was not stored as it came');
  return view;
}

/** The view of the contract; null for one in an unsupported form. */
function toTableView(view: Omit<repository.StoredView, 'createdAt'>, workspaceId: WorkspaceId): TableView | null {
  const isOwn = view.workspaceId === workspaceId;
  const stored = storedSchema.safeParse({ table: view.tableName, state: view.state });
  if (!stored.success) return null;
  const { table, state } = stored.data;
  return {
    id: view.id,
    table,
    state: { ...state, columns: withoutGone(table, state.columns) },
    name: view.name,
    // Other accounts need not know whether it is its owner's default.
    is_default: isOwn && view.isDefault,
    is_pinned: isOwn && view.isPinned,
    chart: tableViewSchema.shape.chart.safeParse(view.chart).data ?? null,
    is_own: isOwn,
    updated_at: view.updatedAt.toISOString(),
  };
}
