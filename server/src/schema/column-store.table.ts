/**
 * What PostgreSQL knows of the copies of its data tables in a column store: who feeds them, what was published, and what still has
 * to be erased there. A copy counts only where this says so. So a copy that is ahead of a primary that lost its last commits, or
 * of a restored backup, is not read.
 */
import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';

/** A leased row for each copy. Servers of another version, whose tables have another layout, feed copies of their own. */
export const columnStoreCopies = pgTable('column_store_copies', {
  /** The copy's name in the column store: that of the table in the database, and a hash of the copy's definition. */
  name: text('name').primaryKey(),
  tableName: text('table_name').notNull(),
  /** Chosen at random by whoever takes the lease; what an earlier feeder publishes under another one is not read. */
  epoch: uuid('epoch'),
  leaseUntil: time('lease_until'),
  leaseToken: text('lease_token'),
  /** The table's version that the copy was brought to; 0: none. Written before the copy publishes it. */
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  /** Rows up to this number of a change are in the copy. Until the next version is published, it is ahead of `version`. */
  mark: bigint('mark', { mode: 'number' }).notNull().default(0),
  /** Deletions up to this number are in the copy; null: the copy is to be built anew. */
  deletionsTo: bigint('deletions_to', { mode: 'number' }),
  /** The copy is rid of the rows of erasures up to this id. */
  erasedTo: bigint('erased_to', { mode: 'number' }).notNull().default(0),
  /** When that version was read. */
  publishedAt: time('published_at'),
  /** Why the last try failed; null: it succeeded. */
  error: text('error'),
  /** When a feeder last tried, or found nothing to do. */
  triedAt: time('tried_at').notNull().default(sql`now()`),
});

/** Rows of which nothing from before a version may stay in the copies. */
export const columnStoreErasures = pgTable(
  'column_store_erasures',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    tableName: text('table_name').notNull(),
    rowIds: bigint('row_ids', { mode: 'number' }).array().notNull(),
    /** The table's version with the erasure. */
    version: bigint('version', { mode: 'number' }).notNull(),
    askedAt: time('asked_at').notNull().default(sql`now()`),
    /** When every machine had rewritten the parts that held them; null: it waits. */
    doneAt: time('done_at'),
  },
  (table) => [index('column_store_erasures_waiting').on(table.tableName, table.id).where(sql`${table.doneAt} is null`)],
);
