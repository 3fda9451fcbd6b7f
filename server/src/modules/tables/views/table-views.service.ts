/**
 * Views of a table's screen: a member lists those that they see in the workspace, and opens any view of a personal workspace by
 * its id, which is the permission to read. A view of another workspace shows its filters and columns, never its author.
 */
import { randomBytes } from 'node:crypto';
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import {
  type ColumnLayout,
  type changeTableView,
  type createTableView,
  type LayoutChange,
  MAX_PINNED_CHARTS,
  MAX_VIEWS,
  MAX_VIEWS_PER_TABLE,
  MAX_WORKSPACE_VIEWS,
  type PinnedChart,
  pinnedChartSchema,
  type TableLayout,
  type TableView,
  tableLayoutSchema,
  tableViewSchema,
  type ViewChart,
  type ViewName,
  viewNameSchema,
} from '@leadloom/shared/contract/table-views';
import { dimensionsOf, measuredFields } from '@leadloom/shared/tables/dimensions';
import { tableParameters } from '@leadloom/shared/tables/filter-parameters';
import { readFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import * as z from 'zod/mini';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { refuseUnknown } from '../../../http/refuse-unknown.ts';
import type { Member } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { authorIdOf } from '../../../schema/visible-rows.ts';
import { requireRoom } from '../../accounts/storage-room.service.ts';
import { noteActivity } from '../../activity/activity.service.ts';
import { requestFilters } from '../filters/request-filters.ts';
import { memberRowsOf } from '../my-rows/named-rows.ts';
import { requireRoomForPin } from '../my-rows/pins.service.ts';
import { requireSharedLists } from '../my-rows/require-list.ts';
import { type ActingMember, changeVisibility, noteDeletion, requireSameState, visibilityIn } from '../shared-objects.ts';
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

type NewView = EndpointRequest<typeof createTableView>['body'];
type ViewChange = EndpointRequest<typeof changeTableView>['body'];

/** Lists views by name. */
export async function listViews({ database }: Platform, member: Member, table: TableName): Promise<TableView[]> {
  const views = await repository.listViews(database, member, table);
  return views.flatMap((view) => toTableView(view, member) ?? []);
}

/** Lists the names of views of all tables that exist, by name. */
export async function listViewNames({ database }: Platform, member: Member): Promise<ViewName[]> {
  const stored = await repository.listViewNames(database, member);
  return stored.flatMap(({ visibility, ...view }) => {
    const { data } = viewNameSchema.safeParse(view);
    return data === undefined ? [] : { ...data, ...visibilityIn(member, visibility) };
  });
}

/** @throws {AppError} VIEW.NOT_FOUND */
export async function openView({ database }: Platform, member: Member, id: string): Promise<TableView> {
  const stored = await repository.findView(database, member, id);
  const view = stored === null ? null : toTableView(stored, member);
  if (view === null) throw new AppError('VIEW.NOT_FOUND');
  return view;
}

/** Lists the pinned views with a chart that the member sees, of all tables that exist, by name. */
export async function listPinnedCharts({ database }: Platform, member: Member): Promise<PinnedChart[]> {
  const stored = await repository.listPinnedCharts(database, member);
  return stored.flatMap(({ state, ...view }) => {
    const filters = tableViewSchema.shape.state.safeParse(state).data?.filters;
    return pinnedChartSchema.safeParse({ ...view, filters }).data ?? [];
  });
}

/**
 * @throws {AppError} REQUEST.INVALID for what the table does not have, VIEW.NAME_TAKEN, VIEW.LIMIT_REACHED, PIN.LIMIT_REACHED,
 * CHART_PIN.LIMIT_REACHED, VIEW.PRIVATE_LIST
 */
export async function createView({ database, now }: Platform, member: ActingMember, body: NewView): Promise<TableView> {
  const { table, name, state, is_default: isDefault, is_pinned: isPinned, chart, visibility = 'private' } = body;
  const checked = checkedState(table, state);
  requireChart(table, chart);
  if (visibility === 'workspace') await requireSharedFilters(database, member, table, checked);
  const id = randomBytes(ID_BYTES).toString('base64url');
  const { accountId, workspaceId } = member;
  const view = { id, accountId, workspaceId, tableName: table, name, state: checked, isDefault, isPinned, chart, visibility };
  const code = 'VIEW.LIMIT_REACHED';
  const added = await repository.addView(database, view, now(), MAX_VIEWS_PER_TABLE, {
    requireRoom: async (transaction, own, all) => {
      await requireRoom(transaction, member.workspaceId, { limit: MAX_VIEWS, total: own, code });
      if (all > MAX_WORKSPACE_VIEWS) throw new AppError(code);
      if (visibility === 'workspace')
        await noteActivity(transaction, member, { action: 'shared', target: targetOf(view) }, now());
    },
    requireRoomForPin: (transaction) => requireRoomForPinnedView(transaction, member),
  });
  return toOwnView(added, member);
}

/**
 * Changes a view; absent fields stay as they are. Views that the member does not see are treated as missing.
 * @throws {AppError} REQUEST.INVALID for what the table does not have, VIEW.NOT_FOUND, VIEW.NAME_TAKEN, PIN.LIMIT_REACHED,
 * CHART_PIN.LIMIT_REACHED, VIEW.PRIVATE_LIST, WORKSPACE.CHANGED_MEANWHILE, WORKSPACE.ROLE_MISSING
 */
export async function changeView(
  { database, now }: Platform,
  member: ActingMember,
  id: string,
  { name, state, is_default: isDefault, is_pinned: isPinned, chart, visibility, based_on: basedOn }: ViewChange,
): Promise<TableView> {
  const at = now();
  const decide = async (view: repository.ChangedView, transaction: Connection) => {
    const table = tableNames.find((known) => known === view.tableName);
    // A table may be gone since.
    if (table === undefined) throw new AppError('VIEW.NOT_FOUND');
    requireSameState(basedOn, view.updatedAt, () => toTableView(view, member));
    const isAuthor = authorIdOf(view) === member.accountId;
    if (isDefault === true && !isAuthor) refuse('/is_default', 'only the author of a view can make it the default');
    requireChart(table, chart);
    const checked = state === undefined ? undefined : checkedState(table, state);
    const object = { ...view, target: targetOf({ name: name ?? view.name }) };
    const shared = await changeVisibility(transaction, member, object, visibility, at);
    // A state that stays is asked for only where the view is shared with it.
    const shownNow = checked ?? (shared.visibility === view.visibility ? null : stateOf(view));
    if (shared.visibility === 'workspace' && shownNow !== null) await requireSharedFilters(transaction, member, table, shownNow);
    // Screens of others say false, which is what they see. Whoever takes a view over has a default already, or none.
    const isDefaultNow = shared.createdBy === view.createdBy ? undefined : false;
    return { name, state: checked, isDefault: isAuthor ? isDefault : isDefaultNow, isPinned, chart, ...shared };
  };
  const changed = await repository.changeView(database, member, id, at, decide, {
    requireRoomForPin: (transaction) => requireRoomForPinnedView(transaction, member),
  });
  return toOwnView(changed, member);
}

/**
 * Called after a pinned view was stored, under the lock of the workspace's views.
 * @throws {AppError} PIN.LIMIT_REACHED, CHART_PIN.LIMIT_REACHED
 */
async function requireRoomForPinnedView(transaction: Connection, member: Member): Promise<void> {
  await requireRoomForPin(transaction, member);
  const charts = await repository.listPinnedCharts(transaction, member);
  if (charts.length > MAX_PINNED_CHARTS) throw new AppError('CHART_PIN.LIMIT_REACHED');
}

/** @throws {AppError} VIEW.NOT_FOUND */
export async function deleteView({ database, now }: Platform, member: Member, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const gone = await repository.deleteView(transaction, member, id);
    if (gone === null) throw new AppError('VIEW.NOT_FOUND');
    await noteDeletion(transaction, member, { ...gone, target: targetOf(gone) }, now());
  });
}

const targetOf = ({ name }: { readonly name: string }) => `view “${name}”`;

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

/** The state as it is stored; null: in an unsupported form. */
function stateOf(view: repository.StoredView): TableView['state'] | null {
  return storedSchema.safeParse({ table: view.tableName, state: view.state }).data?.state ?? null;
}

/** All members of a workspace must find with a shared view what it was shared for. @throws {AppError} VIEW.PRIVATE_LIST */
async function requireSharedFilters(
  connection: Connection,
  member: Member,
  table: TableName,
  { filters }: TableView['state'],
): Promise<void> {
  await requireSharedLists(connection, memberRowsOf(member, table), readFilters(tableByName(table), filters));
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

function toOwnView(saved: repository.SavedView, member: Member): TableView {
  if (saved === 'no such view') throw new AppError('VIEW.NOT_FOUND');
  if (saved === 'name taken') throw new AppError('VIEW.NAME_TAKEN');
  if (saved === 'limit reached') throw new AppError('VIEW.LIMIT_REACHED');
  const view = toTableView(saved, member);
  if (view === null) throw new Error('a view was not stored as it came');
  return view;
}

/** The view of the contract; null for one in an unsupported form. */
function toTableView(view: repository.StoredView, { accountId, workspaceId }: Member): TableView | null {
  const isOwn = view.workspaceId === workspaceId;
  const stored = storedSchema.safeParse({ table: view.tableName, state: view.state });
  if (!stored.success) return null;
  const { table, state } = stored.data;
  return {
    id: view.id,
    table,
    state: { ...state, columns: withoutGone(table, state.columns) },
    name: view.name,
    // Nobody else need know whether it is its author's default.
    is_default: isOwn && view.isDefault && authorIdOf(view) === accountId,
    is_pinned: isOwn && view.isPinned,
    chart: tableViewSchema.shape.chart.safeParse(view.chart).data ?? null,
    is_own: isOwn,
    visibility: view.visibility,
    created_by: isOwn ? view.author : null,
    updated_at: view.updatedAt.toISOString(),
  };
}
