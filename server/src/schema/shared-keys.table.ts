/** Addresses that several entities turned out to share, so that they are nobody's key in later files and visits either. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';

export const sharedKeys = pgTable(
  'shared_keys',
  {
    /** The table's name in the database. */
    tableName: text('table_name').notNull(),
    key: text('key').notNull(),
    learnedAt: time('learned_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.key] })],
);
