/** Jobs of the queue, given-up mails and failed webhooks as one list. Never reads what they contain. */
import type { JobState } from '@leadloom/shared/contract/operator-system';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { MOST_TRIES } from '../../leased-work/retry-schedule.ts';
import { QUEUE_SCHEMA } from '../../queue/boss-options.ts';
import { DEAD_LETTERS } from '../../queue/dead-letters.ts';
import { mails } from '../../schema/mails.table.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.table.ts';
import { DISABLED_BY_OWNER } from '../webhooks/given-up.service.ts';

const timeSchema = z.coerce.date().nullable();
const rowSchema = z.object({
  id: z.string(),
  job: z.string(),
  created_at: z.coerce.date(),
  starts_at: timeSchema,
  started_at: timeSchema,
  ended_at: timeSchema,
  tries: z.int(),
  reason: z.string().nullable(),
  retryable: z.boolean(),
});
const countsSchema = z.object({ waiting: z.int(), running: z.int(), failed: z.int(), done: z.int() });

export type JobRow = z.infer<typeof rowSchema>;

const jobs = sql.raw(`${QUEUE_SCHEMA}.job`);
/** The library's own queues begin with this. */
const isOurs = sql`name <> ${DEAD_LETTERS} and not starts_with(name, '__pgboss')`;
const isDead = sql`name = ${DEAD_LETTERS} and state < 'active'`;
const stateSql: Readonly<Record<Exclude<JobState, 'failed'>, SQL>> = {
  waiting: sql`state < 'active'`,
  running: sql`state = 'active'`,
  done: sql`state = 'completed'`,
};

/** Addresses of webhooks often contain a secret. */
const hostOfWebhook = sql`coalesce(substring(webhook.url from '^[^:]+://(?:[^/?#]*@)?([^/?#]+)'), '') || ': '`;
const isDisabled = sql`webhook.state = 'disabled' and webhook.paused_at is null and webhook.reason is distinct from ${DISABLED_BY_OWNER}`;
const isGivenUp = sql`delivery.state = 'failed' and delivery.failures >= ${sql.raw(String(MOST_TRIES))}`;

/** Mails and deliveries that were given up, and webhooks that were disabled, stay in their own tables. */
const failed = sql`
  select 'mail-' || ${mails.id} as id, 'mail' as job, ${mails.createdAt} as created_at, null::timestamptz as starts_at,
    null::timestamptz as started_at, ${mails.failedAt} as ended_at, ${mails.tries} as tries, ${mails.lastError} as reason,
    true as retryable
  from ${mails} where ${mails.failedAt} is not null
  union all
  select id::text, coalesce(source_name, name), coalesce(source_created_on, created_on), null, null, created_on,
    coalesce(source_retry_count, 0) + 1, source_output ->> 'message', true
  from ${jobs} where ${isDead}
  union all
  select 'webhook-' || webhook.id, 'webhook', webhook.created_at, null, null, coalesce(webhook.failing_since, webhook.created_at),
    0, ${hostOfWebhook} || webhook.reason, false
  from ${webhooks} webhook where ${isDisabled}
  union all
  select 'delivery-' || delivery.id, 'webhook delivery', delivery.created_at, null, null,
    coalesce((delivery.tries -> -1 ->> 'at')::timestamptz, delivery.created_at), jsonb_array_length(delivery.tries),
    ${hostOfWebhook} || (delivery.tries -> -1 ->> 'error'), webhook.state = 'active'
  from ${webhookDeliveries} delivery join ${webhooks} webhook on webhook.id = delivery.webhook_id where ${isGivenUp}`;

const inState = (state: Exclude<JobState, 'failed'>) => sql`
  select id::text, name as job, created_on as created_at, case when state < 'active' then start_after end as starts_at,
    started_on as started_at, completed_on as ended_at,
    case when state = 'created' then 0 else retry_count + case when state = 'retry' then 0 else 1 end end as tries,
    case when state = 'completed' then null else output ->> 'message' end as reason, false as retryable
  from ${jobs} where ${isOurs} and ${stateSql[state]}`;

/** Newest first. */
export async function listJobs(
  database: Database,
  state: JobState,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<JobRow[]> {
  const { rows } = await database.execute(sql`
    select * from (${state === 'failed' ? failed : inState(state)}) listed
    order by coalesce(ended_at, started_at, created_at) desc, id limit ${limit} offset ${offset}`);
  return z.array(rowSchema).parse(rows);
}

export async function countJobs(database: Database): Promise<z.infer<typeof countsSchema>> {
  const { rows } = await database.execute(sql`
    select (count(*) filter (where ${isOurs} and ${stateSql.waiting}))::int as waiting,
      (count(*) filter (where ${isOurs} and ${stateSql.running}))::int as running,
      (count(*) filter (where ${isOurs} and ${stateSql.done}))::int as done,
      ((count(*) filter (where ${isDead})) + (select count(*) from ${mails} where ${mails.failedAt} is not null)
        + (select count(*) from ${webhooks} webhook where ${isDisabled})
        + (select count(*) from ${webhookDeliveries} delivery where ${isGivenUp}))::int as failed
    from ${jobs}`);
  return countsSchema.parse(rows[0]);
}
