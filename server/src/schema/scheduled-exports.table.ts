/** Scheduled exports, and the files they wrote, in parts. */
import type { ExportWatch } from '@leadloom/shared/contract/scheduled-exports';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';
import { byMember, ofWorkspace } from './workspaces.table.ts';

export const scheduledExports = pgTable(
  'scheduled_exports',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: ofWorkspace(),
    /** The member whose part of the monthly limit it uses. */
    createdBy: byMember(),
    name: text('name').notNull(),
    watch: jsonb('watch').$type<ExportWatch>().notNull(),
    /** The database's name of the data table. */
    tableName: text('table_name').notNull(),
    frequency: text('frequency', { enum: ['daily', 'weekly'] }).notNull(),
    /** Hours and minutes of the day in `zone`. */
    timeOfDay: text('time_of_day').notNull(),
    zone: text('zone').notNull(),
    format: text('format', { enum: ['csv', 'jsonl'] }).notNull(),
    /**
     * Of `csv`: whether the file is an Excel workbook instead. Servers of the version before, which do not know this column,
     * write CSV.
     */
    isWorkbook: boolean('is_workbook').notNull().default(false),
    /** The same of a Parquet file. */
    isParquet: boolean('is_parquet').notNull().default(false),
    isGzip: boolean('is_gzip').notNull(),
    /** When the next file is due; null: the export has ended, because its view or list was deleted. */
    nextAt: time('next_at'),
    /** Renewed by the server that writes the file; after a failure, the time of the next try. */
    leaseUntil: time('lease_until'),
    leaseToken: uuid('lease_token'),
    /** Failures in a row. */
    failures: smallint('failures').notNull().default(0),
    lastAt: time('last_at'),
    lastResult: text('last_result', { enum: ['written', 'over_limit', 'failed', 'no_plan'] }),
    lastRows: integer('last_rows'),
    lastDetail: text('last_detail'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('scheduled_exports_account').on(table.workspaceId, table.id),
    index('scheduled_exports_due').on(table.nextAt).where(sql`${table.nextAt} is not null`),
  ],
);

export const scheduledExportFiles = pgTable(
  'scheduled_export_files',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: ofWorkspace(),
    exportId: bigint('export_id', { mode: 'number' })
      .notNull()
      .references(() => scheduledExports.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    isGzip: boolean('is_gzip').notNull(),
    rowCount: integer('row_count').notNull(),
    /** Bytes of the file as it is downloaded. */
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    /** Bytes of the file as it is stored. */
    storedSize: bigint('stored_size', { mode: 'number' }).notNull().default(0),
    /** false: the file is being written, or was cut off. */
    isComplete: boolean('is_complete').notNull().default(false),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('scheduled_export_files_export').on(table.exportId, table.id),
    index('scheduled_export_files_account').on(table.workspaceId),
    index('scheduled_export_files_time').on(table.createdAt),
  ],
);

export const scheduledExportParts = pgTable(
  'scheduled_export_parts',
  {
    fileId: bigint('file_id', { mode: 'number' })
      .notNull()
      .references(() => scheduledExportFiles.id, { onDelete: 'cascade' }),
    part: integer('part').notNull(),
    /** Bytes of gzip; all parts one after the other are one gzip file. */
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.part] })],
);
