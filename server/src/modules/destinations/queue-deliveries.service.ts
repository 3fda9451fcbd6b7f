/**
 * Queues deliveries to destinations, in the transaction that causes them. Nothing is queued for a destination that is disabled,
 * or while the workspace's storage is full; for one that is paused, deliveries wait until it is confirmed.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { DeliveryTask, RunCounts } from '../../schema/destinations.table.ts';

export type DeliveryEvent = 'export.finished' | 'alert.fired' | 'crm.push' | 'crm.read' | 'crm.withdraw';

export interface QueuedDelivery {
  readonly workspaceId: WorkspaceId;
  readonly destinationId: string;
  readonly event: DeliveryEvent;
  readonly task: DeliveryTask;
  /** Runs of CRMs only. */
  readonly counts?: RunCounts;
}

/** @returns the ids of those that were queued */
export async function queueDeliveries(
  transaction: Connection,
  deliveries: readonly QueuedDelivery[],
  at: Date,
): Promise<readonly string[]> {
  if (deliveries.length === 0) return [];
  const time = sql`${at.toISOString()}::timestamptz`;
  const wanted = deliveries.map(({ workspaceId, destinationId, event, task, counts = null }) => ({
    id: randomUUID(),
    account_id: workspaceId,
    destination_id: destinationId,
    ...{ event, task, counts },
  }));
  const { rows } = await transaction.execute<{ id: string }>(sql`
    insert into destination_deliveries (id, account_id, destination_id, event, task, counts, state, created_at, next_try_at)
    select wanted.id, wanted.account_id, wanted.destination_id, wanted.event, wanted.task, wanted.counts, 'waiting',
      -- In the order in which they were queued.
      ${time} + (wanted.place - 1) * interval '1 microsecond', ${time}
    from ${recordsOf(wanted)}
    join destinations destination on destination.id = wanted.destination_id and destination.account_id = wanted.account_id
    join workspaces workspace on workspace.id = wanted.account_id
    where (destination.state = 'active' or destination.paused_at is not null) and workspace.storage_full_at is null
    returning id`);
  return rows.map(({ id }) => id);
}

function recordsOf(wanted: readonly object[]): SQL {
  return sql`rows from (jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as (id uuid, account_id bigint, destination_id uuid, event text, task jsonb, counts jsonb))
    with ordinality as wanted (id, account_id, destination_id, event, task, counts, place)`;
}
