/** Events that other modules report to alerts: changes of an account's people and trends, which no data table shows. */
import type { FieldChange } from '@leadloom/shared/contract/alert-messages';
import { and, eq, or, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountEvents, alerts } from '../../schema/alerts.table.ts';
import { deleteProfileDeliveries, hideNamesInEvents } from './forget-people.repository.ts';

export interface AlertEvent {
  /** The id of the profile or the trend. */
  readonly subjectId: number;
  readonly change: 'added' | 'changed' | 'removed';
  readonly fields?: readonly FieldChange[];
  readonly name: string | null;
}

/**
 * Adds events that alerts report once the transaction is committed. Nothing is stored for an account without an alert on
 * them.
 */
export async function recordAlertEvents(
  transaction: Connection,
  { workspaceId, kind }: { readonly workspaceId: WorkspaceId; readonly kind: 'people' | 'trends' },
  events: readonly AlertEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  const isOfKind = sql`${alerts.watch} ->> 'kind' = ${kind}`;
  const wanted = await transaction
    .select({ id: alerts.id })
    .from(alerts)
    .where(
      and(
        eq(alerts.workspaceId, workspaceId),
        eq(alerts.state, 'active'),
        kind === 'people' ? or(isOfKind, eq(alerts.tableName, 'collected_people')) : isOfKind,
      ),
    )
    .limit(1);
  if (wanted.length === 0) return;
  // Ids of one account are in the order of its commits, so that nobody passes one that is committed later.
  await lockForTransaction(transaction, `account-events:${workspaceId}`);
  const rows = events.map(({ fields, ...event }) => ({
    workspaceId,
    kind,
    ...event,
    fields: fields === undefined ? null : fields.map(({ field }) => field),
    fieldChanges: fields === undefined ? null : [...fields],
    at,
  }));
  for (let from = 0; from < rows.length; from += 500)
    await transaction.insert(accountEvents).values(rows.slice(from, from + 500));
}

/** Removes people whose profiles were erased from alerts and webhooks. @param ids of the profiles */
export async function forgetPeopleInEvents(
  transaction: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await deleteProfileDeliveries(transaction, workspaceId, ids);
  await hideNamesInEvents(transaction, workspaceId, ids);
}
