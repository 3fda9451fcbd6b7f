/**
 * Events that other modules report to webhooks. An event is stored for each webhook that subscribes to it, in the
 * transaction that causes it, and sent once that is committed. Nothing is stored where no webhook does, or while the
 * account's storage is full.
 */
import type { AlertMessage } from '@leadloom/shared/contract/alert-messages';
import type { WebhookEvent } from '@leadloom/shared/contract/webhooks';
import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.table.ts';
import { keepsEvents } from './pause-webhooks.service.ts';

interface ProfileData {
  readonly user_id: string;
  readonly slug: string;
  readonly headline: string | null;
  readonly fields?: readonly string[];
}

interface TrendData {
  readonly trend_id: string;
  readonly name: string | null;
  readonly videos: number;
  /** Videos a day, in the last three days. */
  readonly per_day: number;
}

interface EventData {
  readonly 'alert.fired': {
    readonly alert_id: number;
    readonly message_id: number;
    readonly title: string;
    readonly count: number;
    readonly rows: AlertMessage['rows'];
  };
  readonly 'profile.collected': ProfileData;
  readonly 'profile.changed': ProfileData;
  readonly 'trend.found': TrendData;
  readonly 'trend.rising': TrendData;
  readonly 'export.finished': {
    readonly export_id: number;
    readonly kind: 'table' | 'scheduled';
    readonly table: string;
    readonly rows: number;
    readonly url?: string;
  };
  readonly 'import.finished': {
    readonly import_id: string;
    readonly table: string;
    readonly added: number;
    readonly changed: number;
    readonly refused: number;
  };
}

type AccountEventType = Exclude<keyof EventData, 'import.finished' | 'profile.changed'>;
/** An event of one account with its data. */
export type AccountWebhookEvent = {
  readonly [Type in AccountEventType]: { readonly type: Type; readonly data: EventData[Type] };
}[AccountEventType];

/** A profile's parts come in several answers; their changes are one event if none is further from the last than this. */
const ONE_CHANGE_MILLISECONDS = 15_000;
const changedBody = z.object({ data: z.object({ fields: z.array(z.string()) }) });

/** Adds the change of a profile, or joins it to the last one, which waits for more. */
export async function recordProfileChanged(
  transaction: Connection,
  workspaceId: WorkspaceId,
  { fields, ...profile }: ProfileData & { readonly fields: readonly string[] },
  at: Date,
): Promise<void> {
  const type = 'profile.changed';
  const held = await transaction
    .select({ id: webhookDeliveries.id, body: webhookDeliveries.body })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.workspaceId, workspaceId),
        eq(webhookDeliveries.event, type),
        eq(webhookDeliveries.state, 'waiting'),
        eq(webhookDeliveries.failures, 0),
        isNull(webhookDeliveries.leaseToken),
        gt(webhookDeliveries.nextTryAt, at),
        sql`${webhookDeliveries.body}::jsonb -> 'data' ->> 'user_id' = ${profile.user_id}`,
      ),
    )
    .for('update');
  const known = held.flatMap(({ body }) => changedBody.parse(JSON.parse(body)).data.fields);
  const body = writeBody(type, { ...profile, fields: [...new Set([...known, ...fields])] }, at);
  const sendAt = new Date(at.getTime() + ONE_CHANGE_MILLISECONDS);
  if (held.length === 0) {
    const owner = sql`webhook.account_id = ${workspaceId}`;
    return addDeliveries(transaction, [{ type, body }], { at, sendAt, state: 'waiting', owner });
  }
  const ids = held.map(({ id }) => id);
  await transaction
    .update(webhookDeliveries)
    .set({ body, nextTryAt: sendAt })
    .where(and(eq(webhookDeliveries.workspaceId, workspaceId), inArray(webhookDeliveries.id, ids)));
}

/** Adds events for the account's own webhooks. */
export async function recordWebhookEvents(
  transaction: Connection,
  workspaceId: WorkspaceId,
  events: readonly AccountWebhookEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  const written = events.map(({ type, data }) => ({ type, body: writeBody(type, data, at) }));
  await addDeliveries(transaction, written, { at, state: 'waiting', owner: sql`webhook.account_id = ${workspaceId}` });
}

/** Proposes the event to every webhook that subscribes to it; only those of operators get it. */
export async function recordImportFinished(transaction: Connection, data: EventData['import.finished'], at: Date): Promise<void> {
  const written = [{ type: 'import.finished', body: writeBody('import.finished', data, at) }] as const;
  await addDeliveries(transaction, written, { at, state: 'proposed', owner: sql`true` });
}

/** The text that is signed and sent. */
export function writeBody(type: string, data: object, at: Date): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

interface WrittenEvent {
  readonly type: WebhookEvent;
  readonly body: string;
}

interface NewDeliveries {
  readonly at: Date;
  readonly sendAt?: Date;
  readonly state: 'waiting' | 'proposed';
  /** Condition on whose webhooks get the event. */
  readonly owner: SQL;
}

async function addDeliveries(
  transaction: Connection,
  events: readonly WrittenEvent[],
  { at, sendAt = at, state, owner }: NewDeliveries,
): Promise<void> {
  // The lock keeps a webhook that is being deleted from failing what causes the event.
  await transaction.execute(sql`
    insert into ${webhookDeliveries} (id, account_id, webhook_id, event, body, state, created_at, next_try_at)
    select gen_random_uuid(), webhook.account_id, webhook.id, event.type, event.body, ${state},
      ${at.toISOString()}::timestamptz, ${sendAt.toISOString()}::timestamptz
    from ${webhooks} webhook
    join workspaces workspace on workspace.id = webhook.account_id and workspace.storage_full_at is null
    join jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event (type text, body text)
      on event.type = any(webhook.events)
    where ${keepsEvents(sql`webhook`)} and ${owner}
    for key share of webhook`);
}
