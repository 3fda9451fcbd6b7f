/** What accounts exported from the data tables: a ledger of exports, and the rows charged in each month. */
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';
import { byMember, ofWorkspace } from './workspaces.table.ts';

export const tableExports = pgTable(
  'table_exports',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: ofWorkspace(),
    exportedBy: byMember('exported_by'),
    tableName: text('table_name').notNull(),
    filters: jsonb('filters').notNull(),
    /** First day of the month that was charged. */
    month: date('month', { mode: 'string' }).notNull(),
    startedAt: time('started_at').notNull(),
    /** null: the export is still running, or was cut off by the end of the server. */
    endedAt: time('ended_at'),
    /** Rows in the file. */
    rowCount: integer('row_count').notNull(),
    /** Rows charged at the start: those not exported earlier this month. */
    reserved: integer('reserved').notNull(),
    /** Rows refunded because they were never sent. */
    refunded: integer('refunded').notNull().default(0),
    isComplete: boolean('is_complete').notNull().default(false),
  },
  (table) => [index('table_exports_account').on(table.workspaceId, table.startedAt)],
);

/** Rows charged to an account in a month, one bit per row: exporting them again is free. */
export const exportedRows = pgTable(
  'exported_rows',
  {
    workspaceId: ofWorkspace(),
    month: date('month', { mode: 'string' }).notNull(),
    tableName: text('table_name').notNull(),
    /** `id / 65536`, rounded down. */
    segment: integer('chunk').notNull(),
    /** 8,192 bytes; bit `id % 65536`. */
    bits: bytes('bits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.month, table.tableName, table.segment] })],
);
