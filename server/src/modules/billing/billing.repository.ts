/**
 * The last known state of customers and subscriptions. A subscription's row only changes together with its
 * ledger row and the mark of the event that reported it, in one transaction, and only if it has not changed
 * since it was read before the provider was asked. The file is long because all statements about payments are in it.
 */
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Currency } from '../../config.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { billingCustomers, billingEvents, billingLedger, billingNotices, subscriptions } from '../../schema/billing.table.ts';
import { firstOwnerOf, workspaces } from '../../schema/workspaces.table.ts';
import type { ProviderEvent, ProviderName, ProviderSubscription } from './provider.ts';
import { type Subscription, subscriptionColumns, subscriptionOf } from './running-subscription.service.ts';

/** Why a subscription's row changes. */
export type Cause =
  | 'checkout'
  | 'webhook'
  | 'cancel'
  | 'resubscribe'
  | 'reconcile'
  | 'clock'
  | 'account deleted'
  | 'workspace deleted';

export interface SubscriptionChange {
  readonly provider: ProviderName;
  readonly workspaceId: WorkspaceId;
  readonly plan: string;
  readonly cause: Cause;
  readonly state: ProviderSubscription;
  /** The row as it was read before the provider was asked; null: there was none. */
  readonly known: Subscription | null;
  readonly event: ProviderEvent | null;
  readonly now: Date;
}

/** Rolls a transaction back and returns the outcome. */
class RollbackSignal extends Error {}

const fields = ['status', 'currency', 'startedAt', 'currentPeriodEnd', 'cancelAtPeriodEnd', 'endedAt'] as const;

export type BillingRepository = ReturnType<typeof createBillingRepository>;

export function createBillingRepository(database: Database) {
  const account = prepareAccount(database);
  const forEvent = prepareForEvent(database);

  return {
    /** Finds account, customer and newest subscription, with which every step of billing starts. */
    async findAccount(workspaceId: WorkspaceId, provider: string, now: Date) {
      const [row] = await account.execute({ workspaceId, provider, now: now.toISOString() });
      return row ?? null;
    },

    /** The customer's account, the subscription as known, and whether the event was carried out before. */
    async findForEvent(provider: ProviderName, customerId: string, subscriptionId: string, eventId: string | null) {
      const [row] = await forEvent.execute({ provider, customerId, subscriptionId, eventId: eventId ?? '' });
      return row ?? null;
    },

    /** Stores the account's customer, or replaces one that the provider lost. Of parallel ones, the first is kept. */
    async addCustomer(
      provider: ProviderName,
      workspaceId: WorkspaceId,
      customerId: string,
      replaces: string | null,
    ): Promise<string> {
      const isOwn = and(eq(billingCustomers.provider, provider), eq(billingCustomers.workspaceId, workspaceId));
      if (replaces === null) {
        await database.insert(billingCustomers).values({ provider, customerId, workspaceId }).onConflictDoNothing();
      } else {
        const isReplaced = and(isOwn, eq(billingCustomers.customerId, replaces));
        await database.update(billingCustomers).set({ customerId }).where(isReplaced);
      }
      const [row] = await database.select({ customerId: billingCustomers.customerId }).from(billingCustomers).where(isOwn);
      if (row === undefined) throw new Error('the customer belongs to another account');
      return row.customerId;
    },

    /** Keeps a currency that the owner has chosen in the meantime. */
    async setMissingCurrency(accountId: number, currency: Currency): Promise<void> {
      await database
        .update(accounts)
        .set({ currency })
        .where(and(eq(accounts.id, accountId), isNull(accounts.currency)));
    },

    /**
     * Writes the provider's state. `stale`: the row has changed since it was read, and the provider must be
     * asked again. `duplicate`: the event was carried out in the meantime.
     */
    async applyChange(change: SubscriptionChange): Promise<'applied' | 'stale' | 'duplicate'> {
      const { event } = change;
      let outcome: 'stale' | 'duplicate' = 'stale';
      try {
        await database.transaction(async (transaction) => {
          if (event !== null && !(await addEvent(transaction, change.provider, event, change.now))) {
            outcome = 'duplicate';
            throw new RollbackSignal();
          }
          if (!(await writeSubscription(transaction, change))) throw new RollbackSignal();
          if (event?.failedInvoiceId != null) {
            await addNotice(transaction, change.provider, event.failedInvoiceId, change.workspaceId, change.now);
          }
        });
        return 'applied';
      } catch (error) {
        if (error instanceof RollbackSignal) return outcome;
        throw error;
      }
    },

    /** Marks an event that is older than the known state; only a mail it may cause is new. */
    async skipEvent(provider: ProviderName, workspaceId: WorkspaceId, event: ProviderEvent, now: Date): Promise<void> {
      const { failedInvoiceId } = event;
      if (failedInvoiceId === null) {
        await addEvent(database, provider, event, now);
        return;
      }
      await database.transaction(async (transaction) => {
        const isNew = await addEvent(transaction, provider, event, now);
        if (isNew) await addNotice(transaction, provider, failedInvoiceId, workspaceId, now);
      });
    },

    /** All subscriptions of the account that the provider may still charge for. */
    async listUnended(provider: ProviderName, workspaceId: WorkspaceId): Promise<Subscription[]> {
      return database
        .select()
        .from(subscriptions)
        .where(
          and(eq(subscriptions.provider, provider), eq(subscriptions.workspaceId, workspaceId), isNull(subscriptions.endedAt)),
        )
        .orderBy(desc(subscriptions.startedAt));
    },

    /** Running subscriptions whose period ended some time ago without an event; those checked longest ago first. */
    async listOverdue(provider: ProviderName, before: Date, limit: number) {
      return database
        .select({ subscriptionId: subscriptions.subscriptionId, customerId: billingCustomers.customerId })
        .from(subscriptions)
        .innerJoin(
          billingCustomers,
          and(eq(billingCustomers.provider, subscriptions.provider), eq(billingCustomers.workspaceId, subscriptions.workspaceId)),
        )
        .where(
          and(
            eq(subscriptions.provider, provider),
            inArray(subscriptions.status, ['active', 'trialing', 'past_due']),
            lt(subscriptions.currentPeriodEnd, before),
            lt(subscriptions.updatedAt, before),
          ),
        )
        .orderBy(subscriptions.updatedAt)
        .limit(limit);
    },

    async touch(provider: ProviderName, subscriptionId: string, now: Date): Promise<void> {
      await database
        .update(subscriptions)
        .set({ updatedAt: now })
        .where(and(eq(subscriptions.provider, provider), eq(subscriptions.subscriptionId, subscriptionId)));
    },

    async deleteEventsBefore(time: Date): Promise<void> {
      await database.delete(billingEvents).where(lt(billingEvents.handledAt, time));
    },
  };
}

function prepareAccount(database: Database) {
  const provider = sql.placeholder('provider');
  const newest = subscriptionOf(database, workspaces.id, provider, sql.placeholder('now'));
  return (
    database
      .select({
        workspaceId: workspaces.id,
        accountId: accounts.id,
        email: accounts.email,
        fullName: accounts.fullName,
        companyName: accounts.companyName,
        vatNumber: accounts.vatNumber,
        country: accounts.country,
        currency: accounts.currency,
        verifiedAt: accounts.verifiedAt,
        trialEndsAt: workspaces.trialEndsAt,
        customerId: billingCustomers.customerId,
        subscription: subscriptionColumns(newest),
      })
      .from(workspaces)
      // The owner who has been there longest pays.
      .innerJoin(accounts, eq(accounts.id, firstOwnerOf(workspaces.id)))
      .leftJoin(
        billingCustomers,
        and(eq(billingCustomers.workspaceId, workspaces.id), sql`${billingCustomers.provider} = ${provider}`),
      )
      .leftJoinLateral(newest, sql`true`)
      .where(eq(workspaces.id, sql.placeholder('workspaceId')))
      .prepare('billing_account')
  );
}

function prepareForEvent(database: Database) {
  const provider = sql.placeholder('provider');
  const isHandled = sql<boolean>`exists (select 1 from ${billingEvents}
    where ${billingEvents.provider} = ${provider} and ${billingEvents.eventId} = ${sql.placeholder('eventId')})`;
  return database
    .select({ workspaceId: billingCustomers.workspaceId, known: subscriptions, isHandled })
    .from(billingCustomers)
    .leftJoin(
      subscriptions,
      and(
        eq(subscriptions.provider, billingCustomers.provider),
        eq(subscriptions.subscriptionId, sql.placeholder('subscriptionId')),
        eq(subscriptions.workspaceId, billingCustomers.workspaceId),
      ),
    )
    .where(and(eq(billingCustomers.provider, provider), eq(billingCustomers.customerId, sql.placeholder('customerId'))))
    .prepare('billing_event');
}

/** @returns false if it was carried out before; waits for a parallel one of the same event */
async function addEvent(
  handle: Database | Transaction,
  provider: ProviderName,
  event: ProviderEvent,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await handle
    .insert(billingEvents)
    .values({ provider, eventId: event.id, type: event.type, providerTime: event.createdAt, handledAt: now })
    .onConflictDoNothing();
  return rowCount === 1;
}

async function addNotice(
  transaction: Transaction,
  provider: ProviderName,
  invoiceId: string,
  workspaceId: WorkspaceId,
  now: Date,
): Promise<void> {
  await transaction.insert(billingNotices).values({ provider, invoiceId, workspaceId, createdAt: now }).onConflictDoNothing();
}

/** @returns false if the row is no longer the one that was read */
async function writeSubscription(transaction: Transaction, change: SubscriptionChange): Promise<boolean> {
  const { provider, workspaceId, plan, cause, state, known, event, now } = change;
  const next = {
    status: state.status,
    currency: state.currency,
    startedAt: state.startedAt,
    currentPeriodEnd: state.currentPeriodEnd,
    cancelAtPeriodEnd: state.cancelAtPeriodEnd,
    endedAt: state.endedAt,
  };
  const changed = fields.filter((field) => !isSame(known?.[field], next[field]));
  const providerTime = latest(known?.providerTime ?? state.startedAt, event?.createdAt);
  if (known === null) {
    const { rowCount } = await transaction
      .insert(subscriptions)
      .values({ provider, subscriptionId: state.id, workspaceId, plan, ...next, providerTime, updatedAt: now })
      .onConflictDoNothing();
    if (rowCount !== 1) return false;
  } else {
    const { rowCount } = await transaction
      .update(subscriptions)
      .set({ ...next, providerTime, revision: known.revision + 1, updatedAt: now })
      .where(
        and(
          eq(subscriptions.provider, provider),
          eq(subscriptions.subscriptionId, state.id),
          eq(subscriptions.revision, known.revision),
        ),
      );
    if (rowCount !== 1) return false;
  }
  if (changed.length > 0) {
    await transaction.insert(billingLedger).values({
      workspaceId,
      at: now,
      cause,
      subscriptionId: state.id,
      change: {
        ...(known === null ? { plan } : { from: pick(known, changed) }),
        to: pick(next, changed),
        ...(event === null ? {} : { event: event.id }),
      },
    });
  }
  return true;
}

function pick(row: Pick<Subscription, (typeof fields)[number]>, names: readonly (typeof fields)[number][]) {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

function latest(one: Date, other: Date | undefined): Date {
  return other !== undefined && other > one ? other : one;
}
