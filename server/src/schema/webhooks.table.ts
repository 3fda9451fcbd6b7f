/** Webhooks of accounts, and their deliveries. */
import type { DeliveryTry } from '@leadloom/shared/contract/webhooks';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';
import { byMember, ofWorkspace } from './workspaces.table.ts';

export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    workspaceId: ofWorkspace(),
    createdBy: byMember(),
    url: text('url').notNull(),
    events: text('events').array().notNull(),
    state: text('state', { enum: ['active', 'disabled'] })
      .notNull()
      .default('active'),
    /** Why it is disabled. */
    reason: text('reason'),
    /** Set together with the state `disabled` while the owner has not confirmed the webhook: events wait until then. */
    pausedAt: time('paused_at'),
    /** The secret, sealed, and bound to the webhook. */
    secret: bytes('secret').notNull(),
    /** The secret before, which also signs until `previous_until`. */
    previousSecret: bytes('previous_secret'),
    previousUntil: time('previous_until'),
    /** The first failure since the last success; null: the last try succeeded, or there was none. */
    failingSince: time('failing_since'),
    /** For each data table, by its name in the database: the version up to which changes have been reported. */
    positions: jsonb('positions').$type<Readonly<Record<string, number>>>().notNull().default({}),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('webhooks_account').on(table.workspaceId)],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The id that is sent as `webhook-id` with every try. */
    id: uuid('id').primaryKey(),
    workspaceId: ofWorkspace(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** JSON, the same bytes with every try. */
    body: text('body').notNull(),
    /** `proposed`: sent only if the account is an operator's, which is not judged yet. */
    state: text('state', { enum: ['proposed', 'waiting', 'delivered', 'failed'] }).notNull(),
    createdAt: time('created_at').notNull(),
    /** When the next try is due; while a server tries it, when another server may take it. null: the delivery does not wait. */
    nextTryAt: time('next_try_at'),
    /** The lease of the try under way. */
    leaseToken: uuid('lease_token'),
    /** Failed tries since the delivery was created, or sent again. */
    failures: integer('failures').notNull().default(0),
    tries: jsonb('tries').$type<DeliveryTry[]>().notNull().default([]),
  },
  (table) => [
    index('webhook_deliveries_account').on(table.workspaceId),
    index('webhook_deliveries_webhook').on(table.webhookId, table.createdAt),
    index('webhook_deliveries_due').on(table.nextTryAt, table.webhookId).where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_waiting').on(table.webhookId, table.nextTryAt).where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_proposed').on(table.id).where(sql`${table.state} = 'proposed'`),
    // For operators: deliveries whose tries are used up.
    index('webhook_deliveries_given_up').on(table.createdAt).where(sql`${table.state} = 'failed' and ${table.failures} >= 10`),
    index('webhook_deliveries_time').using('brin', table.createdAt),
  ],
);
