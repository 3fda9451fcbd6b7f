/** Rows of destinations and their deliveries, for their workspace. Every statement names the workspace it is for. */
import { and, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { destinationDeliveries, destinations } from '../../schema/destinations.table.ts';
import { workspaces } from '../../schema/workspaces.table.ts';

export type StoredDestination = typeof destinations.$inferSelect;
export type NewDestination = typeof destinations.$inferInsert;
export type StoredDelivery = typeof destinationDeliveries.$inferSelect;

/** A destination and who made it. */
export interface ListedDestination extends StoredDestination {
  /** The email; null: the account is gone. */
  readonly maker: string | null;
  readonly isShared: boolean;
}

/** Newest first. */
export function listDestinations(connection: Connection, workspaceId: WorkspaceId): Promise<ListedDestination[]> {
  return selectListed(connection)
    .where(eq(destinations.workspaceId, workspaceId))
    .orderBy(desc(destinations.createdAt), desc(destinations.id));
}

/** The newest delivery of each destination that has one, by the destination. */
export async function listLastDeliveries(
  connection: Connection,
  workspaceId: WorkspaceId,
): Promise<ReadonlyMap<string, StoredDelivery>> {
  const newest = connection
    .select({ ...getTableColumns(destinationDeliveries) })
    .from(destinationDeliveries)
    .where(and(eq(destinationDeliveries.workspaceId, workspaceId), eq(destinationDeliveries.destinationId, destinations.id)))
    .orderBy(desc(destinationDeliveries.createdAt), desc(destinationDeliveries.id))
    .limit(1)
    .as('newest');
  const rows = await connection
    .select()
    .from(destinations)
    .innerJoinLateral(newest, sql`true`)
    .where(eq(destinations.workspaceId, workspaceId));
  return new Map(rows.map(({ newest: delivery }) => [delivery.destinationId, delivery]));
}

export async function findListed(
  connection: Connection,
  workspaceId: WorkspaceId,
  id: string,
): Promise<ListedDestination | null> {
  const [found] = await selectListed(connection).where(isOwn(workspaceId, id));
  return found ?? null;
}

function selectListed(connection: Connection) {
  const isShared = sql<boolean>`${workspaces.personalAccountId} is null`;
  return connection
    .select({ ...getTableColumns(destinations), maker: accounts.email, isShared })
    .from(destinations)
    .innerJoin(workspaces, eq(workspaces.id, destinations.workspaceId))
    .leftJoin(accounts, eq(accounts.id, destinations.createdBy));
}

export async function countDestinations(
  connection: Connection,
  workspaceId: WorkspaceId,
  accountId: number,
): Promise<{ readonly total: number; readonly own: number }> {
  const own = sql<number>`count(*) filter (where ${eq(destinations.createdBy, accountId)})`.mapWith(Number);
  const [counted] = await connection
    .select({ total: count(), own })
    .from(destinations)
    .where(eq(destinations.workspaceId, workspaceId));
  return counted ?? { total: 0, own: 0 };
}

export async function addDestination(connection: Connection, destination: NewDestination): Promise<StoredDestination> {
  const [added] = await connection.insert(destinations).values(destination).returning();
  if (added === undefined) throw new Error('a destination was not stored');
  return added;
}

export async function changeDestination(
  connection: Connection,
  workspaceId: WorkspaceId,
  id: string,
  changes: Partial<NewDestination>,
): Promise<StoredDestination | null> {
  const [changed] = await connection
    .update(destinations)
    .set({ workspaceId, ...changes })
    .where(isOwn(workspaceId, id))
    .returning();
  return changed ?? null;
}

/** Pins the host key that a test saw, unless one is pinned, or the server was changed since. */
export async function pinHostKey(connection: Connection, tested: StoredDestination, hostKey: string): Promise<void> {
  await connection
    .update(destinations)
    .set({ hostKey })
    .where(
      and(
        isOwn(tested.workspaceId, tested.id),
        sql`${destinations.hostKey} is null`,
        sql`${destinations.settings} = ${JSON.stringify(tested.settings)}::jsonb`,
      ),
    );
}

/** Locks a destination until the transaction ends; everything that changes its deliveries locks it first. */
export async function lockDestination(
  transaction: Connection,
  workspaceId: WorkspaceId,
  id: string,
): Promise<StoredDestination | null> {
  const [found] = await transaction.select().from(destinations).where(isOwn(workspaceId, id)).for('no key update');
  return found ?? null;
}

/** null: there is no such destination. */
export async function deleteDestination(
  connection: Connection,
  workspaceId: WorkspaceId,
  id: string,
): Promise<StoredDestination | null> {
  const [deleted] = await connection.delete(destinations).where(isOwn(workspaceId, id)).returning();
  return deleted ?? null;
}

/** Gives up waiting deliveries: they are not sent any more. */
export async function giveUpWaiting(connection: Connection, workspaceId: WorkspaceId, destinationId: string): Promise<void> {
  await connection
    .update(destinationDeliveries)
    .set({ state: 'failed', nextTryAt: null, leaseToken: null })
    .where(and(isOfDestination(workspaceId, destinationId), eq(destinationDeliveries.state, 'waiting')));
}

/** Newest first. */
export async function listDeliveries(
  connection: Connection,
  workspaceId: WorkspaceId,
  destinationId: string,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<{ readonly deliveries: StoredDelivery[]; readonly total: number }> {
  const condition = isOfDestination(workspaceId, destinationId);
  const [deliveries, [{ total } = { total: 0 }]] = await Promise.all([
    connection
      .select()
      .from(destinationDeliveries)
      .where(condition)
      .orderBy(desc(destinationDeliveries.createdAt), desc(destinationDeliveries.id))
      .offset(skip)
      .limit(take),
    connection.select({ total: count() }).from(destinationDeliveries).where(condition),
  ]);
  return { deliveries, total };
}

/** Makes a delivery due at once, from its beginning and with all tries before it. A try under way goes on. */
export async function repeatDelivery(
  connection: Connection,
  workspaceId: WorkspaceId,
  { destinationId, id, now }: { readonly destinationId: string; readonly id: string; readonly now: Date },
): Promise<StoredDelivery | null> {
  const isUnderWay = sql`${destinationDeliveries.leaseToken} is not null`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const [repeated] = await connection
    .update(destinationDeliveries)
    .set({
      state: 'waiting',
      failures: 0,
      progress: sql`case when ${destinationDeliveries.state} = 'delivered' then null else ${destinationDeliveries.progress} end`,
      nextTryAt: sql`case when ${isUnderWay} then ${destinationDeliveries.nextTryAt} else ${at} end`,
    })
    .where(and(isOfDestination(workspaceId, destinationId), eq(destinationDeliveries.id, id)))
    .returning();
  return repeated ?? null;
}

function isOwn(workspaceId: WorkspaceId, id: string): SQL | undefined {
  return and(eq(destinations.id, id), eq(destinations.workspaceId, workspaceId));
}

function isOfDestination(workspaceId: WorkspaceId, destinationId: string): SQL | undefined {
  return and(eq(destinationDeliveries.workspaceId, workspaceId), eq(destinationDeliveries.destinationId, destinationId));
}
