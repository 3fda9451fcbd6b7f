/**
 * The state of accounts at the payment provider, and every change of it. The provider is the source of truth;
 * these rows are its last known state.
 */
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import { ofWorkspace } from './workspaces.table.ts';

const provider = () => text('provider', { enum: ['stripe', 'sandbox'] }).notNull();
/** The account as the provider knows it. */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    provider: provider(),
    customerId: text('customer_id').notNull(),
    workspaceId: ofWorkspace(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.customerId] }),
    uniqueIndex('billing_customers_account').on(table.provider, table.workspaceId),
  ],
);

/** One row per subscription ever started; the newest running one is the account's. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    provider: provider(),
    subscriptionId: text('subscription_id').notNull(),
    workspaceId: ofWorkspace(),
    plan: text('plan').notNull(),
    status: text('status', { enum: ['active', 'trialing', 'past_due', 'canceled', 'incomplete', 'unpaid'] }).notNull(),
    currency: text('currency', { enum: ['EUR', 'USD'] }),
    startedAt: time('started_at').notNull(),
    currentPeriodEnd: time('current_period_end').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    endedAt: time('ended_at'),
    /** The provider's time of the newest known event; an older one changes nothing. */
    providerTime: time('provider_time').notNull(),
    /** Incremented with every change, to detect that the row has changed since it was read. */
    revision: integer('revision').notNull().default(1),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subscriptionId] }),
    index('subscriptions_account').on(table.workspaceId, table.startedAt.desc().nullsFirst()),
  ],
);

/** Events already carried out, so that each takes effect once. */
export const billingEvents = pgTable(
  'billing_events',
  {
    provider: provider(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    providerTime: time('provider_time').notNull(),
    handledAt: time('handled_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] }), index('billing_events_time').on(table.handledAt)],
);

/** Every change of a subscription, so that it can be explained later. Written in the same transaction. */
export const billingLedger = pgTable(
  'billing_ledger',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: ofWorkspace(),
    at: time('at').notNull().defaultNow(),
    /** `checkout`, `webhook`, `cancel`, `resubscribe`, `reconcile`, `clock`, `account deleted`, `workspace deleted`. */
    cause: text('cause').notNull(),
    subscriptionId: text('subscription_id'),
    change: jsonb('change').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('billing_ledger_account').on(table.workspaceId, table.id)],
);

/**
 * Pending mails about failed payments, one per invoice. Being stored, they are sent even if the server is killed in
 * between.
 */
export const billingNotices = pgTable(
  'billing_notices',
  {
    provider: provider(),
    invoiceId: text('invoice_id').notNull(),
    workspaceId: ofWorkspace(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** When a server last claimed the notice to send it; an old claim may be taken over. */
    claimedAt: time('claimed_at'),
    /** When the mail was sent, or the invoice was found to be paid in the meantime. */
    settledAt: time('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.invoiceId] }),
    index('billing_notices_open').on(table.createdAt).where(sql`${table.settledAt} is null`),
  ],
);

/** The sandbox provider's own data: test money only. */
export const sandboxCheckouts = pgTable(
  'sandbox_checkouts',
  {
    id: text('id').primaryKey(),
    workspaceId: ofWorkspace(),
    customerId: text('customer_id').notNull(),
    currency: text('currency', { enum: ['EUR', 'USD'] }).notNull(),
    amount: integer('amount').notNull(),
    plan: text('plan').notNull(),
    status: text('status', { enum: ['open', 'complete', 'expired'] })
      .notNull()
      .default('open'),
    subscriptionId: text('subscription_id'),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('sandbox_checkouts_account').on(table.workspaceId),
    check('sandbox_checkouts_amount', sql`${table.amount} >= 0`),
  ],
);

export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    workspaceId: ofWorkspace(),
    plan: text('plan').notNull(),
    currency: text('currency', { enum: ['EUR', 'USD'] }).notNull(),
    amount: integer('amount').notNull(),
    status: text('status', { enum: ['active', 'past_due', 'canceled', 'unpaid'] }).notNull(),
    startedAt: time('started_at').notNull(),
    currentPeriodEnd: time('current_period_end').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** Whether the simulated card will be declined at the next renewal. */
    isCardFailing: boolean('is_card_failing').notNull().default(false),
    endedAt: time('ended_at'),
    /** Incremented with every change; an event reports each change. */
    revision: integer('revision').notNull().default(1),
    /** The revision reported by the last delivered event. */
    deliveredRevision: integer('delivered_revision').notNull().default(0),
  },
  (table) => [
    index('sandbox_subscriptions_due').on(table.status, table.currentPeriodEnd),
    index('sandbox_subscriptions_account').on(table.workspaceId),
    index('sandbox_subscriptions_undelivered').on(table.id).where(sql`${table.deliveredRevision} < ${table.revision}`),
  ],
);

export const sandboxInvoices = pgTable(
  'sandbox_invoices',
  {
    id: text('id').primaryKey(),
    subscriptionId: text('subscription_id').notNull(),
    customerId: text('customer_id').notNull(),
    workspaceId: ofWorkspace(),
    number: text('number').notNull(),
    currency: text('currency', { enum: ['EUR', 'USD'] }).notNull(),
    amount: integer('amount').notNull(),
    periodStart: time('period_start').notNull(),
    periodEnd: time('period_end').notNull(),
    /** null: the payment failed, or is still due. */
    paidAt: time('paid_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [index('sandbox_invoices_account').on(table.workspaceId, table.createdAt)],
);
