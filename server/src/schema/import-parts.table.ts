/**
 * This table is no longer used, and always empty: a rule of the database ignores what is inserted. Servers of the version
 * before, which may run at the same time, still name it; a later version drops it (record 0094).
 */
import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';

export const importParts = pgTable(
  'import_parts',
  {
    key: text('key').notNull(),
    part: integer('part').notNull(),
    records: bigint('records', { mode: 'number' }).notNull(),
    line: bigint('line', { mode: 'number' }).notNull(),
    rows: bytes('rows').notNull(),
    notes: bytes('notes').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.key, table.part] })],
);
