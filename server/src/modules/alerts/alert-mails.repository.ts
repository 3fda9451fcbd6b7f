/** Which messages are to be mailed, and how many mails of its alerts an account got. */
import type { AlertMessage } from '@leadloom/shared/contract/alert-messages';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { alertMailCounts, alertMessages, alerts } from '../../schema/alerts.table.ts';
import type { MailCounts } from './plan-mails.ts';

/** Accounts with messages to be mailed. @param after the last one of the part before */
export async function listDueAccounts(database: Database, after: number, limit: number): Promise<readonly number[]> {
  const rows = await database
    .selectDistinct({ accountId: alertMessages.accountId })
    .from(alertMessages)
    .where(and(alertMessages.isMailDue, sql`${alertMessages.accountId} > ${after}::bigint`))
    .orderBy(asc(alertMessages.accountId))
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
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

/** Lists due messages, oldest first. Must run in the transaction that has locked the counts of the account. */
export async function listDueMessages(transaction: Connection, accountId: number): Promise<readonly DueMessage[]> {
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
    .where(and(eq(alertMessages.accountId, accountId), alertMessages.isMailDue))
    .orderBy(asc(alertMessages.id));
}

export async function readRows(
  transaction: Connection,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<AlertMessage, 'count' | 'rows'>>> {
  if (ids.length === 0) return new Map();
  const found = await transaction
    .select({ id: alertMessages.id, count: alertMessages.count, rows: alertMessages.rows })
    .from(alertMessages)
    .where(and(eq(alertMessages.accountId, accountId), inArray(alertMessages.id, [...ids])));
  return new Map(found.map(({ id, ...content }) => [id, content]));
}

/** Settles messages that are mailed now, or will not be. */
export async function settleMessages(transaction: Connection, accountId: number, ids: readonly number[]): Promise<void> {
  await transaction
    .update(alertMessages)
    .set({ isMailDue: false })
    .where(and(eq(alertMessages.accountId, accountId), sql`${alertMessages.id} = any(${sql.param(ids)}::bigint[])`));
}

/** Locks the counts until the end of the transaction. null: there is no such account. */
export async function lockMailCounts(transaction: Connection, accountId: number, now: Date): Promise<MailCounts | null> {
  const day = now.toISOString().slice(0, 10);
  await transaction.execute(sql`
    insert into ${alertMailCounts} (account_id, minute_began, of_minute, day, of_day)
    select ${accounts.id}, ${now.toISOString()}::timestamptz, 0, ${day}::date, 0 from ${accounts} where ${accounts.id} = ${accountId}
    on conflict do nothing`);
  const [counts] = await transaction.select().from(alertMailCounts).where(eq(alertMailCounts.accountId, accountId)).for('update');
  return counts ?? null;
}

export async function storeMailCounts(transaction: Connection, accountId: number, counts: MailCounts): Promise<void> {
  await transaction.update(alertMailCounts).set(counts).where(eq(alertMailCounts.accountId, accountId));
}
