/** Rows of views and layouts. Every statement names the account, except the one that opens a view by its id. */
import { and, asc, count, eq, getTableColumns, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../../http/workspace.ts';
import { tableLayouts, tableViews } from '../../../schema/table-views.table.ts';

export type StoredView = typeof tableViews.$inferSelect;

/** The parts of a view that its owner sets. */
export interface ViewContent {
  readonly name: string;
  readonly state: unknown;
  readonly isDefault: boolean;
  /** Whether the view is pinned; undefined: as it is. */
  readonly isPinned?: boolean | undefined;
  /** null: none; undefined: as it is. */
  readonly chart?: unknown;
}

interface ViewScope {
  readonly workspaceId: WorkspaceId;
  readonly tableName: string;
}

export type SavedView = StoredView | 'no such view' | 'name taken' | 'limit reached';

const { createdAt, ...listedColumns } = getTableColumns(tableViews);
const layoutColumns = {
  columns: tableLayouts.columns,
  density: tableLayouts.density,
  per_page: tableLayouts.perPage,
  work_columns: tableLayouts.workColumns,
  work_per_page: tableLayouts.workPerPage,
};

/** Lists views by name. */
export function listViews(database: Database, { workspaceId, tableName }: ViewScope) {
  return database
    .select(listedColumns)
    .from(tableViews)
    .where(and(eq(tableViews.workspaceId, workspaceId), eq(tableViews.tableName, tableName)))
    .orderBy(asc(sql`lower(${tableViews.name})`), asc(tableViews.id));
}

/** Lists the views of all tables, by name. */
export function listViewNames(database: Database, workspaceId: WorkspaceId) {
  return database
    .select({ id: tableViews.id, table: tableViews.tableName, name: tableViews.name })
    .from(tableViews)
    .where(eq(tableViews.workspaceId, workspaceId))
    .orderBy(asc(sql`lower(${tableViews.name})`), asc(tableViews.id));
}

/** Lists the pinned views with a chart of all tables, by name. */
export function listPinnedCharts(connection: Connection, workspaceId: WorkspaceId) {
  const { id, tableName: table, name, state, chart } = tableViews;
  return connection
    .select({ id, table, name, state, chart })
    .from(tableViews)
    .where(and(eq(tableViews.workspaceId, workspaceId), eq(tableViews.isPinned, true), isNotNull(chart)))
    .orderBy(asc(sql`lower(${tableViews.name})`), asc(tableViews.id));
}

/** Finds a view of any account: knowing the id is the permission to read. */
export async function findView(database: Database, id: string) {
  const [view] = await database.select(listedColumns).from(tableViews).where(eq(tableViews.id, id));
  return view ?? null;
}

/** Called in the transaction that changes views; what throws undoes it. */
export interface ViewChecks {
  /** @param total views of all tables, the new one included */
  readonly requireRoom: (transaction: Connection, total: number) => Promise<void>;
  /** Called after a pinned view was stored. */
  readonly requireRoomForPin: (transaction: Connection) => Promise<void>;
}

/** @param max views an account may have per table */
export function addView(
  database: Database,
  view: ViewScope & ViewContent & { readonly id: string },
  now: Date,
  max: number,
  { requireRoom, requireRoomForPin }: ViewChecks,
): Promise<SavedView> {
  return inTurn(database, view.workspaceId, async (transaction) => {
    const ofAccount = eq(tableViews.workspaceId, view.workspaceId);
    const [row] = await transaction
      .select({ total: count(), ofTable: sql<number>`count(*) filter (where ${isIn(view)})`.mapWith(Number) })
      .from(tableViews)
      .where(ofAccount);
    if ((row?.ofTable ?? 0) >= max) return 'limit reached';
    await requireRoom(transaction, (row?.total ?? 0) + 1);
    if (await isNameTaken(transaction, view)) return 'name taken';
    if (view.isDefault) await unsetDefault(transaction, view);
    const [added] = await transaction
      .insert(tableViews)
      .values({ ...view, createdAt: now, updatedAt: now })
      .returning();
    if (added?.isPinned === true) await requireRoomForPin(transaction);
    return added ?? 'no such view';
  });
}

export function changeView(
  database: Database,
  workspaceId: WorkspaceId,
  { id, ...content }: ViewContent & { readonly id: string },
  now: Date,
  { requireRoomForPin }: Pick<ViewChecks, 'requireRoomForPin'>,
): Promise<SavedView> {
  return inTurn(database, workspaceId, async (transaction) => {
    const isOwn = and(eq(tableViews.id, id), eq(tableViews.workspaceId, workspaceId));
    const [{ tableName } = { tableName: null }] = await transaction
      .select({ tableName: tableViews.tableName })
      .from(tableViews)
      .where(isOwn);
    if (tableName === null) return 'no such view';
    const scope = { workspaceId, tableName, id };
    if (await isNameTaken(transaction, { ...scope, name: content.name })) return 'name taken';
    if (content.isDefault) await unsetDefault(transaction, scope);
    const [changed] = await transaction
      .update(tableViews)
      .set({ ...content, updatedAt: now })
      .where(isOwn)
      .returning();
    if (changed?.isPinned === true) await requireRoomForPin(transaction);
    return changed ?? 'no such view';
  });
}

export async function deleteView(database: Database, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const { rowCount } = await database
    .delete(tableViews)
    .where(and(eq(tableViews.id, id), eq(tableViews.workspaceId, workspaceId)));
  return rowCount === 1;
}

/** Layouts are an account's own, whatever workspace it looks at. */
export interface LayoutScope {
  readonly accountId: number;
  /** By its name in the database. */
  readonly tableName: string;
}

export async function findLayout(database: Database, { accountId, tableName }: LayoutScope) {
  const [layout] = await database
    .select(layoutColumns)
    .from(tableLayouts)
    .where(and(eq(tableLayouts.accountId, accountId), eq(tableLayouts.tableName, tableName)));
  return layout ?? null;
}

/** The content of a layout. Undefined fields stay as they are. */
export interface LayoutContent {
  readonly columns: unknown;
  readonly density?: string | undefined;
  readonly perPage?: number | null | undefined;
  readonly workColumns?: unknown;
  readonly workPerPage?: number | null | undefined;
}

export async function saveLayout(database: Database, scope: LayoutScope, content: LayoutContent, now: Date) {
  const [saved] = await database
    .insert(tableLayouts)
    .values({ ...scope, ...content, updatedAt: now })
    .onConflictDoUpdate({ target: [tableLayouts.accountId, tableLayouts.tableName], set: { ...content, updatedAt: now } })
    .returning(layoutColumns);
  return saved ?? null;
}

/**
 * Runs the writes to one account's views one after the other, so that the names, number and default that a
 * write has read do not change before it writes.
 */
function inTurn(
  database: Database,
  workspaceId: WorkspaceId,
  work: (transaction: Connection) => Promise<SavedView>,
): Promise<SavedView> {
  return database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `table-views:${workspaceId}`);
    return work(transaction);
  });
}

async function isNameTaken(transaction: Connection, view: ViewScope & { readonly id: string; readonly name: string }) {
  const isSame = sql`lower(${tableViews.name}) = lower(${view.name})`;
  const taken = await transaction
    .select({ id: tableViews.id })
    .from(tableViews)
    .where(and(isIn(view), ne(tableViews.id, view.id), isSame))
    .limit(1);
  return taken.length > 0;
}

async function unsetDefault(transaction: Connection, view: ViewScope & { readonly id: string }): Promise<void> {
  const isOther = and(isIn(view), ne(tableViews.id, view.id), eq(tableViews.isDefault, true));
  await transaction.update(tableViews).set({ isDefault: false }).where(isOther);
}

function isIn({ workspaceId, tableName }: ViewScope): SQL | undefined {
  return and(eq(tableViews.workspaceId, workspaceId), eq(tableViews.tableName, tableName));
}
