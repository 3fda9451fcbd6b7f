/** What imports that have not ended read and prepared so far, so that the same file goes on after a kill. */
import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';

/** Unlogged: after a crash of the database, an import begins anew. Backups do not hold them. */
export const importParts = pgTable(
  'import_parts',
  {
    /** Of the file and all that decides how it is read. */
    key: text('key').notNull(),
    part: integer('part').notNull(),
    /** Records of the file that are in this part and those before it. */
    records: bigint('records', { mode: 'number' }).notNull(),
    /** Of the last of them. */
    line: bigint('line', { mode: 'number' }).notNull(),
    /** Lines of COPY, deflated. */
    rows: bytes('rows').notNull(),
    /** What is to be reported about the records, deflated. */
    notes: bytes('notes').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.key, table.part] })],
);
