/** Removes erased people of an account from messages of its alerts and events of its webhooks. */
import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountEvents, alertMessages, alerts } from '../../schema/alerts.table.ts';
import { webhookDeliveries } from '../../schema/webhooks.table.ts';

/** Events about one of them are deleted, sent or not. */
export async function deleteProfileDeliveries(
  transaction: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<void> {
  await transaction.execute(sql`
    delete from ${webhookDeliveries} where account_id = ${workspaceId} and event in ('profile.collected', 'profile.changed')
      and (body::jsonb #>> '{data,user_id}')::bigint = any(${sql.param(ids)}::bigint[])`);
}

/** Messages and events keep that something happened, and no longer name these, or say their values. */
export async function hideNamesInEvents(
  transaction: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<void> {
  const isOne = sql`(told ->> 'id')::bigint = any(${sql.param(ids)}::bigint[])`;
  const isAboutPeople = sql`(${alerts.watch} ->> 'kind' = 'people' or ${alerts.tableName} = 'collected_people')`;
  const hidden = sql`select jsonb_agg(case when ${isOne} then told - 'name' - 'changes' else told end order by place)`;
  const hiddenSent = sql`select jsonb_agg(case when ${isOne} then told - 'name' - 'fields' else told end order by place)`;
  await transaction.execute(sql`
    update ${accountEvents} set name = null, field_changes = null
    where account_id = ${workspaceId} and kind = 'people' and (name is not null or field_changes is not null)
      and subject_id = any(${sql.param(ids)}::bigint[])`);
  await transaction.execute(sql`
    update ${alertMessages} message
    set rows = (${hidden} from jsonb_array_elements(message.rows) with ordinality listed(told, place))
    where account_id = ${workspaceId} and alert_id in (select id from ${alerts} where ${isAboutPeople})
      and exists (select from jsonb_array_elements(message.rows) told where ${isOne} and told ?| array['name', 'changes'])`);
  // The alert may have been deleted since.
  await transaction.execute(sql`
    update ${webhookDeliveries} delivery
    set body = jsonb_set(body::jsonb, '{data,rows}',
      (${hiddenSent} from jsonb_array_elements(body::jsonb #> '{data,rows}') with ordinality listed(told, place)))::text
    where account_id = ${workspaceId} and event = 'alert.fired'
      and not exists (select from ${alerts} where id = (delivery.body::jsonb #>> '{data,alert_id}')::bigint
        and ${isAboutPeople} is not true)
      and exists (select from jsonb_array_elements(delivery.body::jsonb #> '{data,rows}') told
        where ${isOne} and told ?| array['name', 'fields'])`);
}
