/** Rows of alerts. Statements for a member name them; the others are for telling. Messages are in `alert-messages.repository.ts`. */
import { and, count, desc, eq, getTableColumns, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { isPutOffTooFar } from '../../database/plausible-time.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import { type Member, memberOf, type WorkspaceId } from '../../http/workspace-id.ts';
import { accountEvents, alertMessages, alerts } from '../../schema/alerts.table.ts';
import { linkedinProfiles } from '../../schema/linkedin.table.ts';
import { rowLists } from '../../schema/my-rows.table.ts';
import { tableViews } from '../../schema/table-views.table.ts';
import { sources, trackedSources } from '../../schema/tracking.table.ts';
import {
  authorEmail,
  authorIdOf,
  columnsAs,
  isAuthorThere,
  isMadeBy,
  isPersonal,
  isSeenBy,
  isSeenByAuthorOf,
} from '../../schema/visible-rows.ts';
import { boundAnew } from '../tables/filters/my-filters.ts';
import { marksVersion } from '../tables/my-rows/watched-lists.service.ts';

export type StoredAlert = typeof alerts.$inferSelect;
export type NewAlert = Omit<typeof alerts.$inferInsert, 'id'>;

/** The table of alerts on lists of collected people. */
const PEOPLE = 'collected_people';

const columns = columnsAs('alerts');
const shownColumns = { ...getTableColumns(alerts), author: authorEmail(columns) };
/** An alert as members are shown it. */
export type ShownAlert = StoredAlert & { readonly author: string | null };

/** Newest first. */
export function listAlerts(connection: Connection, member: Member): Promise<ShownAlert[]> {
  return connection.select(shownColumns).from(alerts).where(isSeenBy(columns, member)).orderBy(desc(alerts.id));
}

export async function findAlert(connection: Connection, member: Member, id: number): Promise<ShownAlert | null> {
  const [found] = await connection.select(shownColumns).from(alerts).where(isSeen(member, id));
  return found ?? null;
}

/** The same, and no other change of the alert goes on until the transaction ends. */
export async function lockAlert(
  transaction: Connection,
  member: Member,
  id: number,
): Promise<(ShownAlert & { readonly isAuthorThere: boolean }) | null> {
  const wanted = { ...shownColumns, isAuthorThere: isAuthorThere(columns) };
  const [found] = await transaction.select(wanted).from(alerts).where(isSeen(member, id)).for('no key update');
  return found ?? null;
}

/** Finds an alert of any account, for links that carry a signed id. */
export async function findAnyAlert(connection: Connection, id: number): Promise<StoredAlert | null> {
  const [found] = await connection.select().from(alerts).where(eq(alerts.id, id));
  return found ?? null;
}

/** How many alerts the member made, and how many there are in the workspace. */
export async function countAlerts(connection: Connection, member: Member): Promise<{ own: number; all: number }> {
  const [counted] = await connection
    .select({ all: count(), own: sql<number>`count(*) filter (where ${isMadeBy(columns, member)})`.mapWith(Number) })
    .from(alerts)
    .where(eq(alerts.workspaceId, member.workspaceId));
  return counted ?? { own: 0, all: 0 };
}

export async function addAlert(connection: Connection, alert: NewAlert): Promise<StoredAlert> {
  const [added] = await connection.insert(alerts).values(alert).returning();
  if (added === undefined) throw new Error('an alert was not stored');
  return added;
}

/**
 * Removes an alert that was just added where there are more than may be. Those added at the same time are judged one
 * after the other, each once it is committed: by their ids, one that is committed late would not be counted.
 * @returns whether it was removed
 */
export function removeBeyond(
  database: Database,
  member: Member,
  id: number,
  max: { readonly own: number; readonly all: number },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lockForTransaction(transaction, `alerts:${member.workspaceId}`);
    const { own, all } = await countAlerts(transaction, member);
    if (own <= max.own && all <= max.all) return false;
    return (await deleteAlert(transaction, member, id)) !== null;
  });
}

export async function changeAlert(connection: Connection, id: number, changes: Partial<NewAlert>): Promise<ShownAlert | null> {
  const [changed] = await connection.update(alerts).set(changes).where(eq(alerts.id, id)).returning(shownColumns);
  return changed ?? null;
}

/** @returns what is gone; null: the member sees no such alert */
export async function deleteAlert(connection: Connection, member: Member, id: number) {
  const [gone] = await connection
    .delete(alerts)
    .where(isSeen(member, id))
    .returning({ name: alerts.name, visibility: alerts.visibility });
  return gone ?? null;
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

/** Active alerts whose view or list is gone, or no longer seen by their author, or whose name is no longer tracked. */
export function lockWidowedAlerts(transaction: Connection, limit: number): Promise<StoredAlert[]> {
  return lockBehind(
    transaction,
    sql`(${alerts.watch} ->> 'kind' = 'view' and not exists (
        select from ${tableViews} where ${tableViews.id} = ${alerts.watch} ->> 'id'
          and (${isSeenByAuthorOf(columnsAs('table_views'), columns)} or ${isPersonal(columnsAs('table_views'))}))
      or ${alerts.watch} ->> 'kind' = 'list' and not exists (
        select from ${rowLists} where ${isSeenByAuthorOf(columnsAs('row_lists'), columns)}
          and ${rowLists.id}::text = ${alerts.watch} ->> 'id' and ${rowLists.deletedAt} is null)
      or ${alerts.watch} ->> 'kind' = 'source' and not exists (
        select from ${trackedSources} join ${sources} on ${sources.id} = ${trackedSources.sourceId}
        where ${trackedSources.workspaceId} = ${alerts.workspaceId} and ${sources.network} = ${alerts.watch} ->> 'network'
          and lower(${sources.displayName}) = lower(${alerts.watch} ->> 'name')))`,
    limit,
  );
}

async function lockBehind(transaction: Connection, condition: SQL, limit: number): Promise<StoredAlert[]> {
  const locked = await transaction
    .select()
    .from(alerts)
    .where(and(eq(alerts.state, 'active'), condition))
    .orderBy(alerts.tableName, alerts.position, alerts.id)
    .limit(limit)
    .for('update', { skipLocked: true });
  // Lists are asked about as the author sees them, who may be another one since.
  return locked.map((alert) => ({ ...alert, filters: boundAnew(alert.filters, authorOf(alert)) }));
}

/** The member who made an alert, whose lists it is about and whom its mails go to. */
export function authorOf(alert: Pick<StoredAlert, 'createdBy' | 'workspaceId'>): Member {
  return memberOf({ accountId: authorIdOf(alert), workspaceId: alert.workspaceId });
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

/** The state of the watched views that still exist and that the authors of the alerts may open, by the ids of the alerts. */
export async function readViewStates(
  connection: Connection,
  watching: readonly StoredAlert[],
): Promise<ReadonlyMap<number, unknown>> {
  if (watching.length === 0) return new Map();
  const view = columnsAs('table_views');
  const rows = await connection
    .select({ id: alerts.id, state: tableViews.state })
    .from(alerts)
    .innerJoin(tableViews, sql`${tableViews.id} = ${alerts.watch} ->> 'id'`)
    .where(
      and(
        inArray(
          alerts.id,
          watching.map(({ id }) => id),
        ),
        sql`(${isSeenByAuthorOf(view, columns)} or ${isPersonal(view)})`,
      ),
    );
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

function isSeen(member: Member, id: number): SQL | undefined {
  return and(eq(alerts.id, id), isSeenBy(columns, member));
}
