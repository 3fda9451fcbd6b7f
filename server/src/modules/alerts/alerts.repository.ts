/** Rows of alerts and their messages. Statements for an account name it; the others are for telling. */
import type { AlertMessage } from '@leadloom/shared/contract/alert-messages';
import { and, count, desc, eq, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { inBatches } from '../../database/in-batches.ts';
import { isPutOffTooFar } from '../../database/plausible-time.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../http/workspace.ts';
import { accountEvents, alertMessages, alerts } from '../../schema/alerts.table.ts';
import { linkedinProfiles } from '../../schema/linkedin.table.ts';
import { rowLists } from '../../schema/my-rows.table.ts';
import { tableViews } from '../../schema/table-views.table.ts';
import { sources, trackedSources } from '../../schema/tracking.table.ts';
import { marksVersion } from '../tables/my-rows/watched-lists.service.ts';

export type StoredAlert = typeof alerts.$inferSelect;
export type NewAlert = Omit<typeof alerts.$inferInsert, 'id'>;
export type StoredMessage = typeof alertMessages.$inferSelect;

/** Messages of one statement; each names up to a hundred rows. */
const MESSAGES_AT_ONCE = 200;
/** The table of alerts on lists of collected people. */
const PEOPLE = 'collected_people';

/** Newest first. */
export function listAlerts(connection: Connection, workspaceId: WorkspaceId): Promise<StoredAlert[]> {
  return connection.select().from(alerts).where(eq(alerts.workspaceId, workspaceId)).orderBy(desc(alerts.id));
}

export async function findAlert(connection: Connection, workspaceId: WorkspaceId, id: number): Promise<StoredAlert | null> {
  const [found] = await connection.select().from(alerts).where(isOwn(workspaceId, id));
  return found ?? null;
}

/** Finds an alert of any account, for links that carry a signed id. */
export async function findAnyAlert(connection: Connection, id: number): Promise<StoredAlert | null> {
  const [found] = await connection.select().from(alerts).where(eq(alerts.id, id));
  return found ?? null;
}

export async function countAlerts(connection: Connection, workspaceId: WorkspaceId): Promise<number> {
  const [{ total } = { total: 0 }] = await connection
    .select({ total: count() })
    .from(alerts)
    .where(eq(alerts.workspaceId, workspaceId));
  return total;
}

export async function addAlert(connection: Connection, alert: NewAlert): Promise<StoredAlert> {
  const [added] = await connection.insert(alerts).values(alert).returning();
  if (added === undefined) throw new Error('an alert was not stored');
  return added;
}

/**
 * Removes an alert that was just added where the account has more than it may. Those added at the same time are judged one
 * after the other, each once it is committed: by their ids, one that is committed late would not be counted.
 * @returns whether it was removed
 */
export function removeBeyond(database: Database, workspaceId: WorkspaceId, id: number, max: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `alerts:${workspaceId}`);
    if ((await countAlerts(transaction, workspaceId)) <= max) return false;
    return deleteAlert(transaction, workspaceId, id);
  });
}

export async function changeAlert(
  connection: Connection,
  workspaceId: WorkspaceId,
  id: number,
  changes: Partial<NewAlert>,
): Promise<StoredAlert | null> {
  const [changed] = await connection.update(alerts).set(changes).where(isOwn(workspaceId, id)).returning();
  return changed ?? null;
}

export async function deleteAlert(connection: Connection, workspaceId: WorkspaceId, id: number): Promise<boolean> {
  const { rowCount } = await connection.delete(alerts).where(isOwn(workspaceId, id));
  return rowCount === 1;
}

/** Newest first. */
export async function listMessages(
  connection: Connection,
  { workspaceId, isUnread, skip, take }: { workspaceId: WorkspaceId; isUnread: boolean; skip: number; take: number },
): Promise<{ messages: StoredMessage[]; total: number }> {
  const condition = isUnread
    ? and(eq(alertMessages.workspaceId, workspaceId), isNull(alertMessages.readAt))
    : eq(alertMessages.workspaceId, workspaceId);
  const [messages, [{ total } = { total: 0 }]] = await Promise.all([
    connection.select().from(alertMessages).where(condition).orderBy(desc(alertMessages.id)).offset(skip).limit(take),
    connection.select({ total: count() }).from(alertMessages).where(condition),
  ]);
  return { messages, total };
}

/** Marks all of the messages as read, or none. @param ids null: all @returns false: one of them is not the account's */
export async function markRead(
  transaction: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[] | null,
  now: Date,
): Promise<boolean> {
  const isMine = eq(alertMessages.workspaceId, workspaceId);
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
  readonly rows: AlertMessage['rows'];
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

/**
 * Locks active alerts on tables, or on lists, tags and linked tables, that changed since they last notified, longest behind first, for
 * this transaction.
 */
export function lockInstantAlerts(transaction: Connection, limit: number): Promise<StoredAlert[]> {
  return lockBehind(
    transaction,
    sql`${alerts.frequency} = 'instant' and (${alerts.position} <
      (select known.version from table_versions known where known.table_name = ${alerts.tableName})
      or ${alerts.myVersion} is not null and ${alerts.myVersion} <> ${marksVersion(alerts)})`,
    limit,
  );
}

/** Locks active alerts on events that they have not notified of. */
export function lockEventAlerts(transaction: Connection, limit: number): Promise<StoredAlert[]> {
  return lockBehind(
    transaction,
    sql`${alerts.frequency} = 'instant' and (${alerts.tableName} is null or ${alerts.tableName} = ${PEOPLE}) and exists (
      select from account_events event where event.account_id = ${alerts.workspaceId}
        and event.kind = case when ${alerts.tableName} = ${PEOPLE} then 'people' else ${alerts.watch} ->> 'kind' end
        and event.id > ${alerts.position})`,
    limit,
  );
}

/** Digests whose next time only a clock that was ahead can have set, each locked for this transaction. */
export function lockImplausibleAlerts(transaction: Connection, now: Date, limit: number): Promise<StoredAlert[]> {
  return lockBehind(transaction, isPutOffTooFar(alerts.nextAt, alerts.frequency, now), limit);
}

export function lockDueAlerts(transaction: Connection, now: Date, limit: number): Promise<StoredAlert[]> {
  return lockBehind(transaction, lte(alerts.nextAt, now), limit);
}

/** Active alerts whose view or list is gone, or whose name is no longer tracked. */
export function lockWidowedAlerts(transaction: Connection, limit: number): Promise<StoredAlert[]> {
  return lockBehind(
    transaction,
    sql`(${alerts.watch} ->> 'kind' = 'view' and not exists (
        select from ${tableViews} where ${tableViews.id} = ${alerts.watch} ->> 'id')
      or ${alerts.watch} ->> 'kind' = 'list' and not exists (
        select from ${rowLists} where ${rowLists.workspaceId} = ${alerts.workspaceId}
          and ${rowLists.id}::text = ${alerts.watch} ->> 'id' and ${rowLists.deletedAt} is null)
      or ${alerts.watch} ->> 'kind' = 'source' and not exists (
        select from ${trackedSources} join ${sources} on ${sources.id} = ${trackedSources.sourceId}
        where ${trackedSources.workspaceId} = ${alerts.workspaceId} and ${sources.network} = ${alerts.watch} ->> 'network'
          and lower(${sources.displayName}) = lower(${alerts.watch} ->> 'name')))`,
    limit,
  );
}

function lockBehind(transaction: Connection, condition: SQL, limit: number): Promise<StoredAlert[]> {
  return transaction
    .select()
    .from(alerts)
    .where(and(eq(alerts.state, 'active'), condition))
    .orderBy(alerts.tableName, alerts.position, alerts.id)
    .limit(limit)
    .for('update', { skipLocked: true });
}

export async function updateAlert(connection: Connection, id: number, changes: Partial<NewAlert>): Promise<void> {
  await connection.update(alerts).set(changes).where(eq(alerts.id, id));
}

export interface AlertMove {
  readonly id: number;
  /** The version of what the account keeps about rows; null: the stored one stays. */
  readonly myVersion: number | null;
  readonly nextAt: Date | null;
}

/** Notes that alerts have notified of everything up to the position. */
export async function moveAlerts(connection: Connection, position: number, moves: readonly AlertMove[]): Promise<void> {
  if (moves.length === 0) return;
  const ids = moves.map(({ id }) => id);
  const versions = moves.map(({ myVersion }) => myVersion);
  const times = moves.map(({ nextAt }) => nextAt?.toISOString() ?? null);
  await connection.execute(sql`
    update ${alerts} moved set position = ${position}::bigint, my_version = coalesce(told.my_version, moved.my_version),
      next_at = told.next_at
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(versions)}::bigint[], ${sql.param(times)}::timestamptz[])
      as told (id, my_version, next_at) where moved.id = told.id`);
}

/** The state of views that still exist, by their ids. */
export async function readViewStates(connection: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await connection
    .select({ id: tableViews.id, state: tableViews.state })
    .from(tableViews)
    .where(inArray(tableViews.id, [...ids]));
  return new Map(rows.map(({ id, state }) => [id, state]));
}

export type AccountEvent = typeof accountEvents.$inferSelect;

/** Events in the order of their commits. */
export function readEvents(connection: Connection, { workspaceId, watch, position }: StoredAlert): Promise<AccountEvent[]> {
  const kind = watch.kind === 'trends' ? 'trends' : 'people';
  return connection
    .select()
    .from(accountEvents)
    .where(
      and(
        eq(accountEvents.workspaceId, workspaceId),
        eq(accountEvents.kind, kind),
        sql`${accountEvents.id} > ${position}::bigint`,
      ),
    )
    .orderBy(accountEvents.id);
}

/** The names of the account's collected people. */
export async function readPeopleNames(
  connection: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await connection
    .select({ id: linkedinProfiles.id, name: linkedinProfiles.fullName })
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), sql`${linkedinProfiles.id} = any(${sql.param(ids)}::bigint[])`));
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

export async function readLastEvent(connection: Connection, workspaceId: WorkspaceId): Promise<number> {
  const [{ last } = { last: null }] = await connection
    .select({ last: sql<string | null>`max(${accountEvents.id})` })
    .from(accountEvents)
    .where(eq(accountEvents.workspaceId, workspaceId));
  return Number(last ?? 0);
}

export async function forgetOld(database: Database, { messages, events }: { messages: Date; events: Date }): Promise<void> {
  await database.delete(alertMessages).where(lt(alertMessages.createdAt, messages));
  await database.delete(accountEvents).where(lt(accountEvents.at, events));
}

function isOwn(workspaceId: WorkspaceId, id: number): SQL | undefined {
  return and(eq(alerts.id, id), eq(alerts.workspaceId, workspaceId));
}
