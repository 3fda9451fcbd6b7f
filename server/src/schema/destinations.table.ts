/**
 * Destinations of workspaces, and what is or was sent to them: files of scheduled exports, messages of alerts, and runs of
 * CRMs. All of it is one queue of leased rows (record 0127).
 */
import type { CrmRun } from '@leadloom/shared/contract/crm';
import { type DeliveryMode, destinationKinds } from '@leadloom/shared/contract/destinations';
import type { DeliveryTry } from '@leadloom/shared/contract/webhooks';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';
import { scheduledExports } from './scheduled-exports.table.ts';
import { byMember, ofWorkspace } from './workspaces.table.ts';

/** What a delivery does. */
export type DeliveryTask =
  | { readonly kind: 'file'; readonly exportId: number; readonly fileId: number; readonly mode: DeliveryMode }
  | { readonly kind: 'alert'; readonly messageId: number }
  /** Pushes rows to a CRM and reads back what it has, or only reads. */
  | { readonly kind: 'push' | 'read' }
  /** Deletes records of people who were erased from a CRM. */
  | { readonly kind: 'withdraw'; readonly recordIds: readonly string[] };

/** What a run of a CRM has done so far. */
export type RunCounts = Pick<CrmRun, 'created' | 'updated' | 'skipped' | 'failed'>;

export const destinations = pgTable(
  'destinations',
  {
    id: uuid('id').primaryKey(),
    workspaceId: ofWorkspace(),
    createdBy: byMember(),
    kind: text('kind', { enum: destinationKinds }).notNull(),
    name: text('name').notNull(),
    /** The fields of its kind that members see. */
    settings: jsonb('settings').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The secret fields of its kind as JSON, sealed and bound to the destination. */
    secret: bytes('secret').notNull(),
    state: text('state', { enum: ['active', 'disabled'] })
      .notNull()
      .default('active'),
    reason: text('reason'),
    /** Set together with the state `disabled` until an owner or admin confirms the destination: deliveries wait until then. */
    pausedAt: time('paused_at'),
    /** SFTP: `SHA256:…` of the pinned host key; null: no test has succeeded yet. */
    hostKey: text('host_key'),
    /** The first failure since the last success; null: the last try succeeded, or there was none. */
    failingSince: time('failing_since'),
    /** CRM: when what it has was last read whole; null: never. */
    readAt: time('read_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('destinations_account').on(table.workspaceId),
    index('destinations_read').on(table.readAt).where(sql`${table.kind} in ('hubspot', 'salesforce', 'pipedrive')`),
  ],
);

export const destinationDeliveries = pgTable(
  'destination_deliveries',
  {
    id: uuid('id').primaryKey(),
    workspaceId: ofWorkspace(),
    destinationId: uuid('destination_id')
      .notNull()
      .references(() => destinations.id, { onDelete: 'cascade' }),
    /** What members are told: `export.finished`, `alert.fired`, `crm.push`, `crm.read` or `crm.withdraw`. */
    event: text('event').notNull(),
    task: jsonb('task').$type<DeliveryTask>().notNull(),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    createdAt: time('created_at').notNull(),
    /** When the next try is due; while a server tries it, when its lease ends. null: the delivery does not wait. */
    nextTryAt: time('next_try_at'),
    leaseToken: uuid('lease_token'),
    /** Failed tries since the delivery was created, or sent again. */
    failures: integer('failures').notNull().default(0),
    tries: jsonb('tries').$type<DeliveryTry[]>().notNull().default([]),
    /** Where an interrupted try goes on, in the words of its kind; null: at the beginning. */
    progress: jsonb('progress').$type<Readonly<Record<string, unknown>>>(),
    /** Runs of CRMs only. */
    counts: jsonb('counts').$type<RunCounts>(),
    undoneAt: time('undone_at'),
  },
  (table) => [
    index('destination_deliveries_account').on(table.workspaceId),
    index('destination_deliveries_destination').on(table.destinationId, table.createdAt),
    index('destination_deliveries_due').on(table.nextTryAt, table.destinationId).where(sql`${table.state} = 'waiting'`),
    index('destination_deliveries_waiting')
      .on(table.destinationId, table.createdAt, table.id)
      .where(sql`${table.state} = 'waiting'`),
    // For operators: deliveries whose tries are used up.
    index('destination_deliveries_given_up')
      .on(table.createdAt)
      .where(sql`${table.state} = 'failed' and ${table.failures} >= 10`),
    index('destination_deliveries_time').using('brin', table.createdAt),
  ],
);

/** Where the files of a scheduled export go. */
export const scheduledExportDestinations = pgTable(
  'scheduled_export_destinations',
  {
    exportId: bigint('export_id', { mode: 'number' })
      .notNull()
      .references(() => scheduledExports.id, { onDelete: 'cascade' }),
    destinationId: uuid('destination_id')
      .notNull()
      .references(() => destinations.id, { onDelete: 'cascade' }),
    mode: text('mode', { enum: ['replace', 'append', 'changes'] }).notNull(),
    /** The order in which the owner named them. */
    place: integer('place').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.exportId, table.destinationId] }),
    index('scheduled_export_destinations_destination').on(table.destinationId),
  ],
);

/** Rows that a destination has of an export, so that only new and different ones are sent with the mode `changes`. */
export const destinationRows = pgTable(
  'destination_rows',
  {
    workspaceId: ofWorkspace(),
    destinationId: uuid('destination_id')
      .notNull()
      .references(() => destinations.id, { onDelete: 'cascade' }),
    exportId: bigint('export_id', { mode: 'number' })
      .notNull()
      .references(() => scheduledExports.id, { onDelete: 'cascade' }),
    /** The row's id. */
    rowId: bigint('row_id', { mode: 'number' }).notNull(),
    /** The first 16 bytes of the SHA-256 of what was sent. */
    digest: bytes('digest').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.destinationId, table.exportId, table.rowId] }),
    index('destination_rows_account').on(table.workspaceId),
    index('destination_rows_export').on(table.exportId),
  ],
);
