/** Messages of alerts. Statements for a member name them. */
import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { inBatches } from '../../database/in-batches.ts';
import type { Member, WorkspaceId } from '../../http/workspace-id.ts';
import { alertMessages, alerts, type StoredMessageRow } from '../../schema/alerts.table.ts';
import { columnsAs, isSeenBy } from '../../schema/visible-rows.ts';

export type StoredMessage = typeof alertMessages.$inferSelect;
type WatchedByAlert = Pick<typeof alerts.$inferSelect, 'watch' | 'tableName'>;

/** Messages of one statement; each names up to a hundred rows. */
const MESSAGES_AT_ONCE = 200;

/** Messages of alerts that the member sees, and notices about the workspace. */
function isReadBy(member: Member): SQL | undefined {
  const ofWorkspace = eq(alertMessages.workspaceId, member.workspaceId);
  if (member.accountId === member.workspaceId) return ofWorkspace;
  const isOfSeen = sql`exists (select from ${alerts} where ${alerts.id} = ${alertMessages.alertId} and ${isSeenBy(columnsAs('alerts'), member)})`;
  return and(ofWorkspace, sql`(${alertMessages.alertId} is null or ${isOfSeen})`);
}

/** Newest first, each with what its alert watches; null: it is a notice. */
export async function listMessages(
  connection: Connection,
  { member, isUnread, skip, take }: { member: Member; isUnread: boolean; skip: number; take: number },
): Promise<{ messages: { message: StoredMessage; alert: WatchedByAlert | null }[]; total: number }> {
  const condition = and(isReadBy(member), isUnread ? isNull(alertMessages.readAt) : undefined);
  const [messages, [{ total } = { total: 0 }]] = await Promise.all([
    connection
      .select({ message: alertMessages, alert: { watch: alerts.watch, tableName: alerts.tableName } })
      .from(alertMessages)
      .leftJoin(alerts, eq(alerts.id, alertMessages.alertId))
      .where(condition)
      .orderBy(desc(alertMessages.id))
      .offset(skip)
      .limit(take),
    connection.select({ total: count() }).from(alertMessages).where(condition),
  ]);
  return { messages, total };
}

/** null: it is gone. */
export async function findMessage(connection: Connection, workspaceId: WorkspaceId, id: number): Promise<StoredMessage | null> {
  const [found] = await connection
    .select()
    .from(alertMessages)
    .where(and(eq(alertMessages.workspaceId, workspaceId), eq(alertMessages.id, id)));
  return found ?? null;
}

/** Marks all of the messages as read, for all who see them, or none. @param ids null: all @returns false: the member does not see one */
export async function markRead(
  transaction: Connection,
  member: Member,
  ids: readonly number[] | null,
  now: Date,
): Promise<boolean> {
  const isMine = isReadBy(member);
  if (ids !== null) {
    const wanted = and(isMine, inArray(alertMessages.id, [...ids]));
    const [{ total } = { total: 0 }] = await transaction.select({ total: count() }).from(alertMessages).where(wanted);
    if (total !== new Set(ids).size) return false;
  }
  const chosen = ids === null ? undefined : inArray(alertMessages.id, [...ids]);
  await transaction
    .update(alertMessages)
    .set({ readAt: now })
    .where(and(isMine, chosen, isNull(alertMessages.readAt)));
  return true;
}

export interface NewMessage {
  readonly workspaceId: WorkspaceId;
  readonly alertId: number;
  readonly title: string;
  readonly count: number;
  readonly rows: StoredMessageRow[];
  readonly createdAt: Date;
  readonly isMailDue: boolean;
}

/** @returns in the same order */
export async function addMessages(connection: Connection, messages: readonly NewMessage[]): Promise<readonly StoredMessage[]> {
  const added: StoredMessage[] = [];
  for (const some of inBatches(messages, MESSAGES_AT_ONCE)) {
    const stored = await connection
      .insert(alertMessages)
      .values([...some])
      .returning();
    if (stored.length !== some.length) throw new Error('a message was not stored');
    // Ids are given out in the order of the list, whatever the order of the answer.
    added.push(...stored.sort((one, other) => one.id - other.id));
  }
  return added;
}
