/** What CRMs have: their records as last read, and what runs changed in them. */
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import { destinationDeliveries, destinations } from './destinations.table.ts';
import { ofWorkspace } from './workspaces.table.ts';

/** Values of properties as the CRM has them; null: empty. */
export type CrmValues = Readonly<Record<string, string | null>>;

/**
 * By property: what the row said, what the CRM then had, which may be written in another form, and whether we wrote it or found it
 * there.
 */
export type PushedValues = Readonly<
  Record<string, { readonly sent: string; readonly stored: string | null; readonly isOurs: boolean }>
>;

export interface PushedRecord {
  /** Whether the record was created by a run. */
  readonly isCreated: boolean;
  readonly values: PushedValues;
}

export const crmRecords = pgTable(
  'crm_records',
  {
    workspaceId: ofWorkspace(),
    destinationId: uuid('destination_id')
      .notNull()
      .references(() => destinations.id, { onDelete: 'cascade' }),
    /** The record's id in the CRM. */
    recordId: text('record_id').notNull(),
    object: text('object', { enum: ['companies', 'contacts'] }).notNull(),
    /** The normalized domain of a company, or the lower-cased email of a contact; null: it has none. */
    key: text('key'),
    /** The name of its owner in the CRM; null: nobody. */
    owner: text('owner'),
    /** The label of its stage; null: none. */
    stage: text('stage'),
    /** The row that was pushed to it: the table's name in the database, and the row's id. */
    tableName: text('table_name'),
    rowId: bigint('row_id', { mode: 'number' }),
    /** What we last wrote to it, or found equal; null: nothing was pushed to it. */
    pushed: jsonb('pushed').$type<PushedRecord>(),
    /** When the last reading found it; older than the destination's last reading: it is gone. */
    readAt: time('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.destinationId, table.recordId] }),
    index('crm_records_key').on(table.workspaceId, table.object, table.key),
    index('crm_records_row').on(table.workspaceId, table.tableName, table.rowId).where(sql`${table.rowId} is not null`),
  ],
);

/** How often the records of a destination changed in a way that filters see: what was read of them is kept until then. */
export const crmRecordVersions = pgTable('crm_record_versions', {
  destinationId: uuid('destination_id')
    .primaryKey()
    .references(() => destinations.id, { onDelete: 'cascade' }),
  version: bigint('version', { mode: 'number' }).notNull(),
});

/**
 * What a run changes in records: written before a batch is sent, and completed after it. A run that was killed between the two
 * looks in the CRM for what became of it, and so creates nothing twice. With it, a run can be undone.
 */
export const crmChanges = pgTable(
  'crm_changes',
  {
    workspaceId: ofWorkspace(),
    runId: uuid('run_id')
      .notNull()
      .references(() => destinationDeliveries.id, { onDelete: 'cascade' }),
    rowId: bigint('row_id', { mode: 'number' }).notNull(),
    /** null: the record is being created. */
    recordId: text('record_id'),
    action: text('action', { enum: ['create', 'update'] }).notNull(),
    state: text('state', { enum: ['sending', 'sent', 'undone', 'kept'] }).notNull(),
    /** Of a created record: what the CRM itself filled in. */
    before: jsonb('before').$type<CrmValues>().notNull(),
    after: jsonb('after').$type<CrmValues>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.rowId] }), index('crm_changes_account').on(table.workspaceId)],
);
