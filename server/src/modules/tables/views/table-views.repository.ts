/** Rows of views and layouts. Every statement names the workspace and the member, except those about layouts. */
import type { Visibility } from '@leadloom/shared/contract/visibility';
import { and, asc, count, eq, getTableColumns, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { tableLayouts, tableViews } from '../../../schema/table-views.table.ts';
import {
  authorEmail,
  authorIdOf,
  authorOf,
  changedAt,
  columnsAs,
  isAuthorThere,
  isMadeBy,
  isPersonal,
  isSeenBy,
} from '../../../schema/visible-rows.ts';

/** The parts of a view that members set. */
export interface ViewContent {
  readonly name: string;
  readonly state: unknown;
  readonly isDefault: boolean;
  readonly isPinned?: boolean | undefined;
  /** null: none. */
  readonly chart?: unknown;
  readonly visibility?: Visibility | undefined;
}

interface ViewScope extends Member {
  readonly tableName: string;
}

export type SavedView = StoredView | 'no such view' | 'name taken' | 'limit reached';

const columns = columnsAs('table_views');
const { createdAt, ...stored } = getTableColumns(tableViews);
const listedColumns = { ...stored, author: authorEmail(columns) };
export type StoredView = Omit<typeof tableViews.$inferSelect, 'createdAt'> & { readonly author: string | null };
const byName = [asc(sql`lower(${tableViews.name})`), asc(tableViews.id)] as const;
const layoutColumns = {
  columns: tableLayouts.columns,
  density: tableLayouts.density,
  per_page: tableLayouts.perPage,
  work_columns: tableLayouts.workColumns,
  work_per_page: tableLayouts.workPerPage,
};

/** Lists views by name. */
export function listViews(database: Database, member: Member, tableName: string) {
  return database
    .select(listedColumns)
    .from(tableViews)
    .where(and(isSeenBy(columns, member), eq(tableViews.tableName, tableName)))
    .orderBy(...byName);
}

/** Lists the views of all tables, by name. */
export function listViewNames(database: Database, member: Member) {
  return database
    .select({ id: tableViews.id, table: tableViews.tableName, name: tableViews.name, visibility: tableViews.visibility })
    .from(tableViews)
    .where(isSeenBy(columns, member))
    .orderBy(...byName);
}

/** Lists the pinned views with a chart of all tables, by name. */
export function listPinnedCharts(connection: Connection, member: Member) {
  const { id, tableName: table, name, state, chart } = tableViews;
  return connection
    .select({ id, table, name, state, chart })
    .from(tableViews)
    .where(and(isSeenBy(columns, member), eq(tableViews.isPinned, true), isNotNull(chart)))
    .orderBy(...byName);
}

/** A condition on a view: a member opens what they see, and any view of a personal workspace, whose id is the permission. */
export const isOpenTo = (view: ReturnType<typeof columnsAs>, member: Member): SQL =>
  sql`(${isSeenBy(view, member)} or ${isPersonal(view)})`;

/** Finds a view that the member may open. */
export async function findView(database: Database, member: Member, id: string) {
  const [view] = await database
    .select(listedColumns)
    .from(tableViews)
    .where(and(eq(tableViews.id, id), isOpenTo(columns, member)));
  return view ?? null;
}

/** Called in the transaction that changes views; what throws undoes it. */
export interface ViewChecks {
  /** @param own views of all tables that the member made @param all those of the workspace; the new one included */
  readonly requireRoom: (transaction: Connection, own: number, all: number) => Promise<void>;
  /** Called after a pinned view was stored. */
  readonly requireRoomForPin: (transaction: Connection) => Promise<void>;
}

/** @param max views of one table that a member may make */
export function addView(
  database: Database,
  { accountId, ...view }: ViewScope & ViewContent & { readonly id: string; readonly visibility: Visibility },
  now: Date,
  max: number,
  { requireRoom, requireRoomForPin }: ViewChecks,
): Promise<SavedView> {
  const { workspaceId, tableName } = view;
  const member = { accountId, workspaceId };
  return inTurn(database, workspaceId, async (transaction) => {
    const isOwn = isMadeBy(columns, member);
    const [row] = await transaction
      .select({
        all: count(),
        own: sql<number>`count(*) filter (where ${isOwn})`.mapWith(Number),
        ofTable: sql<number>`count(*) filter (where ${isOwn} and ${tableViews.tableName} = ${tableName})`.mapWith(Number),
      })
      .from(tableViews)
      .where(eq(tableViews.workspaceId, workspaceId));
    if ((row?.ofTable ?? 0) >= max) return 'limit reached';
    await requireRoom(transaction, (row?.own ?? 0) + 1, (row?.all ?? 0) + 1);
    const named = { ...view, authorId: accountId };
    if (await isNameTaken(transaction, named)) return 'name taken';
    if (view.isDefault) await unsetDefault(transaction, named);
    const [added] = await transaction
      .insert(tableViews)
      .values({ ...view, createdBy: accountId, createdAt: now, updatedAt: now })
      .returning(listedColumns);
    if (added?.isPinned === true) await requireRoomForPin(transaction);
    return added ?? 'no such view';
  });
}

/** A change of a view that was looked at; undefined: as it is. */
interface ViewChange {
  readonly name: string | undefined;
  readonly state: unknown;
  readonly isDefault: boolean | undefined;
  readonly isPinned: boolean | undefined;
  /** null: none from now on. */
  readonly chart: unknown;
  readonly visibility: Visibility;
  /** Who the author is. */
  readonly createdBy: number | null;
}

export interface ChangedView extends StoredView {
  readonly isAuthorThere: boolean;
}

/**
 * @param decide says what changes, by the view as it is stored, in the transaction that no other change of the workspace's views
 * overtakes; what throws undoes it
 */
export function changeView(
  database: Database,
  member: Member,
  id: string,
  now: Date,
  decide: (view: ChangedView, transaction: Connection) => Promise<ViewChange>,
  { requireRoomForPin }: Pick<ViewChecks, 'requireRoomForPin'>,
): Promise<SavedView> {
  return inTurn(database, member.workspaceId, async (transaction) => {
    const [view] = await transaction
      .select({ ...listedColumns, isAuthorThere: isAuthorThere(columns) })
      .from(tableViews)
      .where(and(eq(tableViews.id, id), isSeenBy(columns, member)))
      .for('no key update');
    if (view === undefined) return 'no such view';
    const change = await decide(view, transaction);
    const { workspaceId, tableName } = view;
    const { name = view.name, isDefault = view.isDefault, visibility, createdBy } = change;
    const authorId = authorIdOf({ createdBy, workspaceId });
    if (await isNameTaken(transaction, { id, workspaceId, tableName, authorId, name, visibility })) return 'name taken';
    if (isDefault) await unsetDefault(transaction, { id, workspaceId, tableName, authorId });
    const [saved] = await transaction
      .update(tableViews)
      .set({ ...change, updatedAt: changedAt(now, view.updatedAt) })
      .where(eq(tableViews.id, id))
      .returning(listedColumns);
    const isPinChanged = change.isPinned !== undefined || change.chart !== undefined || visibility !== view.visibility;
    if (saved?.isPinned === true && isPinChanged) await requireRoomForPin(transaction);
    return saved ?? 'no such view';
  });
}

/** @returns what is gone; null: the member sees no such view */
export async function deleteView(connection: Connection, member: Member, id: string) {
  const [gone] = await connection
    .delete(tableViews)
    .where(and(eq(tableViews.id, id), isSeenBy(columns, member)))
    .returning({ name: tableViews.name, visibility: tableViews.visibility });
  return gone ?? null;
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

/** Undoes all that was written for what is refused, such as a line of activity. */
class RefusedView extends Error {
  readonly reason: Exclude<SavedView, StoredView>;
  constructor(reason: Exclude<SavedView, StoredView>) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Runs the writes to one workspace's views one after the other, so that the names, number and default that a
 * write has read do not change before it writes.
 */
async function inTurn(
  database: Database,
  workspaceId: WorkspaceId,
  work: (transaction: Connection) => Promise<SavedView>,
): Promise<SavedView> {
  try {
    return await database.transaction(async (transaction) => {
      await lockForTransaction(transaction, `table-views:${workspaceId}`);
      const saved = await work(transaction);
      if (typeof saved === 'string') throw new RefusedView(saved);
      return saved;
    });
  } catch (error) {
    if (error instanceof RefusedView) return error.reason;
    throw error;
  }
}

interface NamedView {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly tableName: string;
  readonly authorId: number;
}

/** Shared views have names that differ, and so have the private ones of each author. */
async function isNameTaken(
  transaction: Connection,
  view: NamedView & { readonly name: string; readonly visibility: Visibility },
) {
  const isShared = eq(tableViews.visibility, 'workspace');
  const isBeside = view.visibility === 'workspace' ? isShared : and(eq(tableViews.visibility, 'private'), isOf(view));
  const isSame = sql`lower(${tableViews.name}) = lower(${view.name})`;
  const taken = await transaction
    .select({ id: tableViews.id })
    .from(tableViews)
    .where(and(isIn(view), ne(tableViews.id, view.id), isSame, isBeside))
    .limit(1);
  return taken.length > 0;
}

async function unsetDefault(transaction: Connection, view: NamedView): Promise<void> {
  const isOther = and(isIn(view), isOf(view), ne(tableViews.id, view.id), eq(tableViews.isDefault, true));
  await transaction.update(tableViews).set({ isDefault: false }).where(isOther);
}

function isIn({ workspaceId, tableName }: Pick<NamedView, 'workspaceId' | 'tableName'>): SQL | undefined {
  return and(eq(tableViews.workspaceId, workspaceId), eq(tableViews.tableName, tableName));
}

const isOf = ({ authorId }: NamedView): SQL => sql`${authorOf(columns)} = ${authorId}::bigint`;
