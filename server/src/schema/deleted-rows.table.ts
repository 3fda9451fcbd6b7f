/**
 * Deleted rows of the data tables. Triggers of those tables write it, whoever deletes (see the migration).
 * Positions are assigned under a lock that is held until the deletion is committed. So when a reader sees a
 * position, no lower one can appear later.
 */
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';

export const deletedRows = pgTable(
  'deleted_rows',
  {
    /** A number of the sequence that numbers all changes of the data tables. */
    version: bigint('version', { mode: 'number' }).primaryKey(),
    /** The table's name in the database. */
    tableName: text('table_name').notNull(),
    rowId: bigint('row_id', { mode: 'number' }).notNull(),
    /** Never earlier than at a lower position. */
    deletedAt: time('deleted_at').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [index('deleted_rows_time').on(table.deletedAt), index('deleted_rows_table').on(table.tableName, table.version)],
);
