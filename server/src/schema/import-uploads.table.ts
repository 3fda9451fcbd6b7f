/** Files that operators uploaded, for a day, and the templates by which files are read. */
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';
import { accounts } from './accounts.table.ts';

export const importUploads = pgTable(
  'import_uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fileName: text('file_name').notNull(),
    /** The number of bytes as they were uploaded; while the upload is under way, of those that have arrived. */
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    /** The number of parts; null: the file is still being uploaded, or its upload was broken off. */
    parts: integer('parts'),
    createdAt: time('created_at').notNull(),
    /**
     * The operator who uploaded the file and may delete it; it is deleted with their account. null: a server of an earlier
     * version took it.
     */
    operatorId: bigint('operator_id', { mode: 'number' }).references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (table) => [index('import_uploads_operator').on(table.operatorId)],
);

/**
 * The bytes of uploads. The table is unlogged: after a crash of the database, a file is uploaded again. Backups do not
 * contain it.
 */
export const importUploadParts = pgTable(
  'import_upload_parts',
  {
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => importUploads.id, { onDelete: 'cascade' }),
    part: integer('part').notNull(),
    /** Deflated bytes. */
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.part] })],
);

/** Templates belong to the installation: every operator uses them. */
export const importTemplates = pgTable('import_templates', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull().unique(),
  /** The table's name in the contract. */
  tableName: text('table_name').notNull(),
  options: jsonb('options').notNull(),
});
