/** Rows of webhooks and their deliveries, for their account. Every statement names the account it is for. */
import { and, count, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.table.ts';

export type StoredWebhook = typeof webhooks.$inferSelect;
export type NewWebhook = typeof webhooks.$inferInsert;
export type StoredDelivery = typeof webhookDeliveries.$inferSelect;
type NewDelivery = typeof webhookDeliveries.$inferInsert;

/** Newest first. */
export function listWebhooks(connection: Connection, workspaceId: WorkspaceId): Promise<StoredWebhook[]> {
  return connection.select().from(webhooks).where(eq(webhooks.workspaceId, workspaceId)).orderBy(desc(webhooks.createdAt));
}

export async function findWebhook(connection: Connection, workspaceId: WorkspaceId, id: string): Promise<StoredWebhook | null> {
  const [found] = await connection.select().from(webhooks).where(isOwn(workspaceId, id));
  return found ?? null;
}

export async function countWebhooks(connection: Connection, workspaceId: WorkspaceId): Promise<number> {
  const [{ total } = { total: 0 }] = await connection
    .select({ total: count() })
    .from(webhooks)
    .where(eq(webhooks.workspaceId, workspaceId));
  return total;
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

export async function deleteWebhook(connection: Connection, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const { rowCount } = await connection.delete(webhooks).where(isOwn(workspaceId, id));
  return rowCount === 1;
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
