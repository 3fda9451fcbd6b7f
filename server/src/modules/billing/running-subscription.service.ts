/** Which subscription is the account's and whether it is running, both in SQL and in code. */
import { and, desc, eq, type getTableColumns, inArray, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { subscriptions } from '../../schema/billing.table.ts';

export type Subscription = typeof subscriptions.$inferSelect;

/** A failed payment does not end the service at once; without a first payment it does not start. */
const RUNNING = ['active', 'trialing', 'past_due'] as const;

type RunningPart = Pick<Subscription, 'status' | 'cancelAtPeriodEnd' | 'currentPeriodEnd'>;

/** A cancelled subscription ends with its period, even without an event. */
export function isSubscriptionRunning({ status, cancelAtPeriodEnd, currentPeriodEnd }: RunningPart, now: Date): boolean {
  return RUNNING.some((running) => running === status) && !(cancelAtPeriodEnd && currentPeriodEnd <= now);
}

type Value = string | Placeholder;

/** @param now ISO */
export function isRunningSql(now: Value): SQL<boolean> {
  const isOver = sql`(${subscriptions.cancelAtPeriodEnd} and ${subscriptions.currentPeriodEnd} <= ${now}::timestamptz)`;
  return sql<boolean>`(${inArray(subscriptions.status, [...RUNNING])} and not ${isOver})`;
}

/** `exists (…)`: whether an account has a running subscription with this provider. */
export function hasRunningSubscription(workspaceId: SQLWrapper, provider: Value, now: Value): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${subscriptions} where ${subscriptions.workspaceId} = ${workspaceId}
    and ${subscriptions.provider} = ${provider} and ${isRunningSql(now)})`;
}

/**
 * For a lateral join: the newest running subscription that is not cancelled, else the newest running one, else
 * the newest.
 */
export function subscriptionOf(database: Connection, workspaceId: SQLWrapper, provider: Value, now: Value) {
  return database
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.workspaceId, workspaceId), sql`${subscriptions.provider} = ${provider}`))
    .orderBy(
      desc(isRunningSql(now)),
      desc(sql`(${isRunningSql(now)} and not ${subscriptions.cancelAtPeriodEnd})`),
      desc(subscriptions.startedAt),
    )
    .limit(1)
    .as('subscription');
}

type LateralSubscription = ReturnType<typeof subscriptionOf>;
type SubscriptionColumns = Pick<LateralSubscription, keyof ReturnType<typeof getTableColumns<typeof subscriptions>>>;

/** The columns of the subscription under one name: null if the account has none. */
export function subscriptionColumns(newest: LateralSubscription): SubscriptionColumns {
  const { provider, subscriptionId, workspaceId, plan, status, currency, startedAt, currentPeriodEnd } = newest;
  const { cancelAtPeriodEnd, endedAt, providerTime, revision, updatedAt } = newest;
  return {
    provider,
    subscriptionId,
    workspaceId,
    plan,
    status,
    currency,
    startedAt,
    currentPeriodEnd,
    cancelAtPeriodEnd,
    endedAt,
    providerTime,
    revision,
    updatedAt,
  };
}
