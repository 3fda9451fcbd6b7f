/**
 * Which rows of the data tables are gone. Triggers of those tables write it, whoever deletes: see the migration. Numbers
 * are given under a lock that is held until the deletion is committed, so a reader who has seen a number has seen, or
 * will never see, every lower one.
 */
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../../../database/columns.ts';

export const deletedRows = pgTable(
  'deleted_rows',
  {
    /** From the sequence that numbers all changes of the data tables. */
    version: bigint('version', { mode: 'number' }).primaryKey(),
    /** The table's name in the database. */
    tableName: text('table_name').notNull(),
    rowId: bigint('row_id', { mode: 'number' }).notNull(),
    /** Never earlier than that of a lower position. */
    deletedAt: time('deleted_at').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [index('deleted_rows_time').on(table.deletedAt), index('deleted_rows_table').on(table.tableName, table.version)],
);
