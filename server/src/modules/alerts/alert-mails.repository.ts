/** Which messages are to be mailed, and how many mails of their alerts an account got. */
import type { AlertMessage } from '@leadloom/shared/contract/alert-messages';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { type Member, personalWorkspaceOf, type WorkspaceId } from '../../http/workspace-id.ts';
import { alertMailCounts, alertMessages, alerts } from '../../schema/alerts.table.ts';
import { columnsAs, isMadeBy, authorOf as madeBy } from '../../schema/visible-rows.ts';
import { workspaces } from '../../schema/workspaces.table.ts';
import { describeRow } from './message-rows.ts';
import type { MailCounts } from './plan-mails.ts';

/** Workspaces with messages to be mailed. @param after the last one of the part before */
export async function listDueWorkspaces(database: Database, after: number, limit: number): Promise<readonly WorkspaceId[]> {
  const rows = await database
    .selectDistinct({ workspaceId: alertMessages.workspaceId })
    .from(alertMessages)
    .where(and(alertMessages.isMailDue, sql`${alertMessages.workspaceId} > ${after}::bigint`))
    .orderBy(asc(alertMessages.workspaceId))
    .limit(limit);
  return rows.map(({ workspaceId }) => workspaceId);
}

const alert = columnsAs('alerts');

/** The authors of the alerts that are to be mailed about, in whose accounts' names the mails are counted. */
export async function listDueAuthors(database: Database, workspaceId: WorkspaceId): Promise<readonly Member[]> {
  const rows = await database
    .selectDistinct({ accountId: sql<number>`${madeBy(alert)}`.mapWith(Number) })
    .from(alertMessages)
    .innerJoin(alerts, eq(alerts.id, alertMessages.alertId))
    .where(and(eq(alertMessages.workspaceId, workspaceId), alertMessages.isMailDue));
  return rows.map(({ accountId }) => ({ accountId, workspaceId }));
}

/** A message without its rows. */
export interface DueMessage {
  readonly id: number;
  readonly title: string;
  readonly alertId: number;
  readonly alertName: string;
  /** The alert still sends mails. */
  readonly isMailed: boolean;
}

/** Lists due messages of a member's alerts, oldest first. Must run in the transaction that has locked the counts of the account. */
export async function listDueMessages(transaction: Connection, author: Member): Promise<readonly DueMessage[]> {
  return transaction
    .select({
      id: alertMessages.id,
      title: alertMessages.title,
      alertId: alerts.id,
      alertName: alerts.name,
      isMailed: sql<boolean>`'mail' = any(${alerts.channels})`,
    })
    .from(alertMessages)
    .innerJoin(alerts, eq(alerts.id, alertMessages.alertId))
    .where(and(eq(alertMessages.workspaceId, author.workspaceId), alertMessages.isMailDue, isMadeBy(alert, author)))
    .orderBy(asc(alertMessages.id));
}

export async function readRows(
  transaction: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<AlertMessage, 'count' | 'rows'>>> {
  if (ids.length === 0) return new Map();
  const found = await transaction
    .select({ id: alertMessages.id, count: alertMessages.count, rows: alertMessages.rows })
    .from(alertMessages)
    .where(and(eq(alertMessages.workspaceId, workspaceId), inArray(alertMessages.id, [...ids])));
  return new Map(found.map(({ id, count, rows }) => [id, { count, rows: rows.map(describeRow) }]));
}

/** Settles messages that are mailed now, or will not be. */
export async function settleMessages(transaction: Connection, workspaceId: WorkspaceId, ids: readonly number[]): Promise<void> {
  await transaction
    .update(alertMessages)
    .set({ isMailDue: false })
    .where(and(eq(alertMessages.workspaceId, workspaceId), sql`${alertMessages.id} = any(${sql.param(ids)}::bigint[])`));
}

/** Locks the counts of an account, by its personal workspace, until the end of the transaction. null: there is no such account. */
export async function lockMailCounts(transaction: Connection, accountId: number, now: Date): Promise<MailCounts | null> {
  const workspaceId = personalWorkspaceOf(accountId);
  const day = now.toISOString().slice(0, 10);
  await transaction.execute(sql`
    insert into ${alertMailCounts} (account_id, minute_began, of_minute, day, of_day)
    select ${workspaces.id}, ${now.toISOString()}::timestamptz, 0, ${day}::date, 0 from ${workspaces} where ${workspaces.id} = ${workspaceId}
    on conflict do nothing`);
  const [counts] = await transaction
    .select()
    .from(alertMailCounts)
    .where(eq(alertMailCounts.workspaceId, workspaceId))
    .for('update');
  return counts ?? null;
}

export async function storeMailCounts(transaction: Connection, accountId: number, counts: MailCounts): Promise<void> {
  await transaction
    .update(alertMailCounts)
    .set(counts)
    .where(eq(alertMailCounts.workspaceId, personalWorkspaceOf(accountId)));
}
