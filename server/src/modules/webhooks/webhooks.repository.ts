/** Rows of webhooks and their deliveries, for their workspace. Every statement names the workspace it is for. */
import { and, count, desc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.table.ts';
import { workspaces } from '../../schema/workspaces.table.ts';

export type StoredWebhook = typeof webhooks.$inferSelect;
export type NewWebhook = typeof webhooks.$inferInsert;
export type StoredDelivery = typeof webhookDeliveries.$inferSelect;
type NewDelivery = typeof webhookDeliveries.$inferInsert;

/** A webhook without a maker was made by a server of the version before, in a personal workspace. */
const makerId = sql<number>`coalesce(${webhooks.createdBy}, ${webhooks.workspaceId})`;

/** A webhook and who made it. */
export interface ListedWebhook extends StoredWebhook {
  /** The email; null: the account is gone. */
  readonly maker: string | null;
  readonly isShared: boolean;
}

/** Newest first. */
export function listWebhooks(connection: Connection, workspaceId: WorkspaceId): Promise<ListedWebhook[]> {
  return selectListed(connection).where(eq(webhooks.workspaceId, workspaceId)).orderBy(desc(webhooks.createdAt));
}

export async function findListed(connection: Connection, workspaceId: WorkspaceId, id: string): Promise<ListedWebhook | null> {
  const [found] = await selectListed(connection).where(isOwn(workspaceId, id));
  return found ?? null;
}

function selectListed(connection: Connection) {
  const isShared = sql<boolean>`${workspaces.personalAccountId} is null`;
  return connection
    .select({ ...getTableColumns(webhooks), maker: accounts.email, isShared })
    .from(webhooks)
    .innerJoin(workspaces, eq(workspaces.id, webhooks.workspaceId))
    .leftJoin(accounts, eq(accounts.id, makerId));
}

export async function countWebhooks(
  connection: Connection,
  workspaceId: WorkspaceId,
  accountId: number,
): Promise<{ readonly total: number; readonly own: number }> {
  const own = sql<number>`count(*) filter (where ${eq(makerId, accountId)})`.mapWith(Number);
  const [counted] = await connection.select({ total: count(), own }).from(webhooks).where(eq(webhooks.workspaceId, workspaceId));
  return counted ?? { total: 0, own: 0 };
}

export async function addWebhook(connection: Connection, webhook: NewWebhook): Promise<StoredWebhook> {
  const [added] = await connection.insert(webhooks).values(webhook).returning();
  if (added === undefined) throw new Error('a webhook was not stored');
  return added;
}

export async function changeWebhook(
  connection: Connection,
  workspaceId: WorkspaceId,
  id: string,
  changes: Partial<NewWebhook>,
): Promise<StoredWebhook | null> {
  const [changed] = await connection
    .update(webhooks)
    .set({ workspaceId, ...changes })
    .where(isOwn(workspaceId, id))
    .returning();
  return changed ?? null;
}

/** null: there is no such webhook. */
export async function deleteWebhook(connection: Connection, workspaceId: WorkspaceId, id: string): Promise<StoredWebhook | null> {
  const [deleted] = await connection.delete(webhooks).where(isOwn(workspaceId, id)).returning();
  return deleted ?? null;
}

/** Gives up waiting deliveries: they are not sent any more. */
export async function giveUpWaiting(connection: Connection, workspaceId: WorkspaceId, webhookId: string): Promise<void> {
  await connection
    .update(webhookDeliveries)
    .set({ state: 'failed', nextTryAt: null, leaseToken: null })
    .where(and(isOfWebhook(workspaceId, webhookId), eq(webhookDeliveries.state, 'waiting')));
}

/** Newest first. */
export async function listDeliveries(
  connection: Connection,
  workspaceId: WorkspaceId,
  webhookId: string,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<{ readonly deliveries: StoredDelivery[]; readonly total: number }> {
  const condition = and(isOfWebhook(workspaceId, webhookId), ne(webhookDeliveries.state, 'proposed'));
  const [deliveries, [{ total } = { total: 0 }]] = await Promise.all([
    connection
      .select()
      .from(webhookDeliveries)
      .where(condition)
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
      .offset(skip)
      .limit(take),
    connection.select({ total: count() }).from(webhookDeliveries).where(condition),
  ]);
  return { deliveries, total };
}

export async function addDelivery(connection: Connection, delivery: NewDelivery): Promise<StoredDelivery> {
  const [added] = await connection.insert(webhookDeliveries).values(delivery).returning();
  if (added === undefined) throw new Error('a delivery was not stored');
  return added;
}

/** Makes a delivery due at once, with all tries before it. A try under way goes on. */
export async function repeatDelivery(
  connection: Connection,
  workspaceId: WorkspaceId,
  { webhookId, id, now }: { readonly webhookId: string; readonly id: string; readonly now: Date },
): Promise<StoredDelivery | null> {
  const isUnderWay = sql`${webhookDeliveries.leaseToken} is not null`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const [repeated] = await connection
    .update(webhookDeliveries)
    .set({
      state: 'waiting',
      failures: 0,
      nextTryAt: sql`case when ${isUnderWay} then ${webhookDeliveries.nextTryAt} else ${at} end`,
    })
    .where(and(isOfWebhook(workspaceId, webhookId), eq(webhookDeliveries.id, id), ne(webhookDeliveries.state, 'proposed')))
    .returning();
  return repeated ?? null;
}

function isOwn(workspaceId: WorkspaceId, id: string): SQL | undefined {
  return and(eq(webhooks.id, id), eq(webhooks.workspaceId, workspaceId));
}

function isOfWebhook(workspaceId: WorkspaceId, webhookId: string): SQL | undefined {
  return and(eq(webhookDeliveries.workspaceId, workspaceId), eq(webhookDeliveries.webhookId, webhookId));
}
