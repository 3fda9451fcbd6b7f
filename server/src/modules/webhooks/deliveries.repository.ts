/**
 * Deliveries as they are sent, of all accounts. A delivery under way is due again when its lease ends: `next_try_at` is the
 * end of the lease then, and whoever took it over has another token.
 */
import type { DeliveryTry } from '@leadloom/shared/contract/webhooks';
import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { isImplausible } from '../../database/plausible-time.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { createLeases, type Lease } from '../../leased-work/leases.ts';
import { accounts, passkeys } from '../../schema/accounts.table.ts';
import { webhookDeliveries, webhooks } from '../../schema/webhooks.table.ts';
import { keepsEvents } from '../events/pause-webhooks.service.ts';
import type { StoredDelivery, StoredWebhook } from './webhooks.repository.ts';

/** A lease is longer than a try, and short enough that a killed server is soon replaced. */
const LEASE_SECONDS = 30;
/** Candidates that are locked to choose from. */
const CANDIDATES = 200;
/** Tries that a delivery keeps; it is sent again by hand any number of times. */
const MAX_TRIES_LISTED = 50;

export interface Candidate {
  readonly id: string;
  readonly webhookId: string;
  readonly workspaceId: WorkspaceId;
  /** The webhook's last try failed. */
  readonly isFailing: boolean;
}

/** A delivery is due again when its lease ends: both are one column. */
const deliveryLeases = createLeases({
  id: webhookDeliveries.id,
  until: webhookDeliveries.nextTryAt,
  token: webhookDeliveries.leaseToken,
  seconds: LEASE_SECONDS,
  isOpen: eq(webhookDeliveries.state, 'waiting'),
});

/** A delivery that this server has leased. */
export type LeasedDelivery = StoredDelivery & Lease;

export interface ClaimedDelivery {
  readonly delivery: LeasedDelivery;
  readonly webhook: StoredWebhook;
}

/**
 * Leases deliveries that are due.
 * @param choose which of the candidates; those of webhooks that do not fail come first
 */
export async function claimDue(
  database: Database,
  { now, busy, atOnce }: { readonly now: SQL; readonly busy: readonly string[]; readonly atOnce: number },
  choose: (candidates: readonly Candidate[]) => readonly string[],
): Promise<ClaimedDelivery[]> {
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ id: string; webhook: string; account: string; failing: boolean }>(sql`
      select next.id, webhook.id as webhook, webhook.account_id as account, webhook.failing_since is not null as failing
      from (select distinct webhook_id from webhook_deliveries
        where state = 'waiting' and next_try_at <= ${now} and webhook_id <> all(${sql.param(busy)}::uuid[])) due
      join webhooks webhook on webhook.id = due.webhook_id and webhook.state = 'active'
      cross join lateral (
        select id from webhook_deliveries where webhook_id = webhook.id and state = 'waiting' and next_try_at <= ${now}
        order by next_try_at limit ${atOnce} for update skip locked) next
      order by webhook.failing_since is not null, random() limit ${CANDIDATES}`);
    const chosen = choose(
      rows.map(({ id, webhook, account, failing }) => ({
        id,
        webhookId: webhook,
        workspaceId: Number(account) as WorkspaceId,
        isFailing: failing,
      })),
    );
    if (chosen.length === 0) return [];
    const leased = await transaction
      .update(webhookDeliveries)
      .set({ leaseToken: sql`gen_random_uuid()`, nextTryAt: sql`${now} + make_interval(secs => ${LEASE_SECONDS})` })
      .where(inArray(webhookDeliveries.id, [...chosen]))
      .returning();
    const ids = [...new Set(leased.map(({ webhookId }) => webhookId))];
    const owners = await transaction.select().from(webhooks).where(inArray(webhooks.id, ids));
    const byId = new Map(owners.map((webhook) => [webhook.id, webhook]));
    return leased.flatMap((delivery) => {
      const webhook = byId.get(delivery.webhookId);
      const { leaseToken: token } = delivery;
      return webhook === undefined || token === null ? [] : [{ delivery: { ...delivery, token }, webhook }];
    });
  });
}

/** Gives a lease back without a try. */
export async function release(database: Database, lease: Lease, now: SQL): Promise<void> {
  await database.update(webhookDeliveries).set({ leaseToken: null, nextTryAt: now }).where(deliveryLeases.isHeld(lease));
}

interface Outcome {
  readonly tried: DeliveryTry;
  /** When it is tried next; null: the delivery is given up. */
  readonly nextTryAt: Date | null;
}

/**
 * Records a failed try. Where another server took the delivery over meanwhile, or it was given up, the try is recorded all
 * the same.
 */
export async function recordFailure(
  transaction: Connection,
  delivery: LeasedDelivery,
  { tried, nextTryAt }: Outcome,
): Promise<void> {
  const known = webhookDeliveries.tries;
  const kept = sql`case when jsonb_array_length(${known}) >= ${MAX_TRIES_LISTED} then ${known} - 0 else ${known} end
    || ${JSON.stringify([tried])}::jsonb`;
  const state = nextTryAt === null ? 'failed' : 'waiting';
  const failures = sql`${webhookDeliveries.failures} + 1`;
  const { rowCount } = await transaction
    .update(webhookDeliveries)
    .set({ tries: kept, state, nextTryAt, failures, leaseToken: null })
    .where(deliveryLeases.isHeld(delivery));
  if (rowCount === 1) return;
  await transaction.update(webhookDeliveries).set({ tries: kept }).where(eq(webhookDeliveries.id, delivery.id));
}

export interface Success {
  readonly delivery: LeasedDelivery;
  readonly tried: DeliveryTry;
}

/**
 * Records successes. The try of a delivery that another server took over meanwhile, or that was given up, is recorded all
 * the same.
 */
export async function recordSuccesses(database: Database, successes: readonly Success[]): Promise<void> {
  const made = successes.map(({ delivery: { id, token }, tried }) => ({ id, token, tried: [tried] }));
  const webhookIds = [...new Set(successes.map(({ delivery }) => delivery.webhookId))];
  await database.transaction(async (transaction) => {
    // Webhooks are locked before their deliveries, as everywhere, and always in the same order.
    const { rows: owners } = await transaction.execute<{ id: string; failing: boolean }>(sql`
      select id, failing_since is not null as failing from ${webhooks} where id = any(${sql.param(webhookIds)}::uuid[])
      order by id for no key update`);
    const recovered = owners.flatMap(({ id, failing }) => (failing ? [id] : []));
    if (recovered.length > 0)
      await transaction.update(webhooks).set({ failingSince: null }).where(inArray(webhooks.id, recovered));
    const of = (some: readonly unknown[]) =>
      sql`jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as made (id uuid, token uuid, tried jsonb)`;
    const { rows } = await transaction.execute<{ id: string }>(sql`
      update ${webhookDeliveries} delivery set tries = ${withTry(sql`made.tried`)}, state = 'delivered', next_try_at = null,
        failures = 0, lease_token = null
      from ${of(made)} where delivery.id = made.id and delivery.state = 'waiting'
        and delivery.lease_token = made.token returning delivery.id`);
    const stored = new Set(rows.map(({ id }) => id));
    const others = made.filter(({ id }) => !stored.has(id));
    if (others.length > 0)
      await transaction.execute(sql`
        update ${webhookDeliveries} delivery set tries = ${withTry(sql`made.tried`)} from ${of(others)} where delivery.id = made.id`);
  });
}

/** @param tried a list of one */
function withTry(tried: SQL): SQL {
  return sql`case when jsonb_array_length(delivery.tries) >= ${MAX_TRIES_LISTED} then delivery.tries - 0 else delivery.tries end || ${tried}`;
}

/** @returns since when it fails; null: it is gone */
export async function noteFailure(transaction: Connection, webhookId: string, at: Date): Promise<Date | null> {
  await transaction
    .update(webhooks)
    .set({ failingSince: at })
    // A time to come was noted by a clock that was ahead.
    .where(and(eq(webhooks.id, webhookId), or(isNull(webhooks.failingSince), gt(webhooks.failingSince, at))));
  const [found] = await transaction.select({ since: webhooks.failingSince }).from(webhooks).where(eq(webhooks.id, webhookId));
  return found?.since ?? null;
}

/** Deliveries whose next try only a clock that was ahead can have put off are due. @param longest milliseconds */
export async function correctTimes(database: Database, now: Date, longest: number): Promise<void> {
  await database
    .update(webhookDeliveries)
    .set({ nextTryAt: now })
    .where(and(eq(webhookDeliveries.state, 'waiting'), isImplausible(webhookDeliveries.nextTryAt, now, longest)));
}

/** Ends an active or paused webhook and everything that waits for it. @returns false: it was neither */
export async function disable(transaction: Connection, webhookId: string, reason: string): Promise<boolean> {
  const { rowCount } = await transaction
    .update(webhooks)
    .set({ state: 'disabled', reason, pausedAt: null })
    .where(and(eq(webhooks.id, webhookId), keepsEvents()));
  if (rowCount !== 1) return false;
  await transaction
    .update(webhookDeliveries)
    .set({ state: 'failed', nextTryAt: null, leaseToken: null })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'waiting')));
  return true;
}

/**
 * Makes a delivery due at once, with all tries before it. @returns false: it was not given up after so many failures, or
 * its webhook is disabled
 */
export async function repeatGivenUp(
  transaction: Connection,
  { id, failures, now }: { readonly id: string; readonly failures: number; readonly now: Date },
): Promise<boolean> {
  const isActive = sql`exists (select from ${webhooks} where ${webhooks.id} = ${webhookDeliveries.webhookId} and ${webhooks.state} = 'active')`;
  const { rowCount } = await transaction
    .update(webhookDeliveries)
    .set({ state: 'waiting', failures: 0, nextTryAt: now })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'failed'),
        gte(webhookDeliveries.failures, failures),
        isActive,
      ),
    );
  return rowCount === 1;
}

/** Locks active webhooks without a success since a time, for this transaction. */
export function lockLost(transaction: Connection, before: Date, limit: number): Promise<StoredWebhook[]> {
  return transaction
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.state, 'active'), isNotNull(webhooks.failingSince), lte(webhooks.failingSince, before)))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Locks active and paused webhooks for which more deliveries wait than may, for this transaction. */
export function lockOverdue(transaction: Connection, most: number, limit: number): Promise<StoredWebhook[]> {
  const waiting = sql`(select count(*) from (select from ${webhookDeliveries} waiting
    where waiting.webhook_id = ${webhooks.id} and waiting.state = 'waiting' limit ${most + 1}) counted)`;
  return transaction
    .select()
    .from(webhooks)
    .where(and(keepsEvents(), sql`${waiting} > ${most}`))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Proposed deliveries become waiting if their account is an operator's, and are deleted otherwise. */
export async function judgeProposed(database: Database, operators: readonly string[]): Promise<void> {
  const proposed = sql`select id from webhook_deliveries where state = 'proposed' for update skip locked`;
  const isOperator = sql`exists (select from ${accounts} account where account.id = delivery.account_id
    and account.email = any(${sql.param(operators)}::text[]) and account.verified_at is not null
    and account.blocked_at is null and (account.totp_enabled_at is not null
      or exists (select from ${passkeys} key where key.account_id = account.id)))`;
  await database.execute(sql`
    with chosen as (${proposed}), told as (
      update webhook_deliveries delivery set state = 'waiting' from chosen where delivery.id = chosen.id and ${isOperator}
      returning delivery.id)
    delete from webhook_deliveries delivery using chosen where delivery.id = chosen.id and not (${isOperator})`);
}

/** Deletes what is older, and what an account keeps beyond a number; never what still waits. */
export async function forgetDeliveries(
  database: Database,
  { before, most }: { readonly before: Date; readonly most: number },
): Promise<void> {
  await database.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before));
  await database.execute(sql`
    delete from ${webhookDeliveries} old using (
      select webhook.id, (select created_at from ${webhookDeliveries} kept where kept.webhook_id = webhook.id
        order by created_at desc offset ${most} limit 1) as last
      from ${webhooks} webhook) bound
    where old.webhook_id = bound.id and old.created_at <= bound.last and old.state <> 'waiting'`);
}

/** Lists webhooks whose secrets an older key of the ring may have sealed. */
export function listSealed(
  connection: Connection,
  after: string,
  limit: number,
): Promise<Pick<StoredWebhook, 'id' | 'secret' | 'previousSecret'>[]> {
  return connection
    .select({ id: webhooks.id, secret: webhooks.secret, previousSecret: webhooks.previousSecret })
    .from(webhooks)
    .where(sql`${webhooks.id} > ${after}::uuid`)
    .orderBy(webhooks.id)
    .limit(limit);
}

/** Unless it was rotated meanwhile. */
export async function replaceSealed(
  connection: Connection,
  { id, secret }: Pick<StoredWebhook, 'id' | 'secret'>,
  sealed: Pick<StoredWebhook, 'secret' | 'previousSecret'>,
): Promise<void> {
  await connection
    .update(webhooks)
    .set(sealed)
    .where(and(eq(webhooks.id, id), eq(webhooks.secret, secret)));
}
