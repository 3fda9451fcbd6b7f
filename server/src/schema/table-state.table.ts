/**
 * The state of each data table, kept by its triggers whoever writes: its version, the number of its rows, which parts of
 * its bitmaps are out of date, and what its rows were before they changed.
 */
import { sql } from 'drizzle-orm';
import { bigint, customType, index, integer, jsonb, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';

/** `bit varying`: one bit a row of a chunk. As text of `0` and `1` in JavaScript. */
const bits = customType<{ data: string; driverData: string }>({ dataType: () => 'bit varying' });

/**
 * Numbers every change of every data table. Writers of a table take its lock before their first number and hold it until
 * they commit, so the numbers of one table are in the order of commits.
 */
export const tableChanges = pgSequence('table_changes');

/** One row for each data table, there from the start. Locking it locks out the table's other writers. */
export const tableVersions = pgTable('table_versions', {
  /** The table's name in the database. */
  tableName: text('table_name').primaryKey(),
  /** At least the number of the table's last change. Equal versions mean equal rows. */
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  /** Exact at every moment. */
  rowCount: bigint('row_count', { mode: 'number' }).notNull().default(0),
  /** The number of the last deletion that the feed no longer contains; 0: it contains all. */
  forgottenVersion: bigint('forgotten_version', { mode: 'number' }).notNull().default(0),
  /** The number of the rules by which the keys of its rows were built, see `canonical-key.ts`. */
  keyRules: integer('key_rules').notNull().default(0),
});

/** Parts of a table, by id, whose bitmaps are older than their rows. */
export const staleChunks = pgTable(
  'stale_chunks',
  {
    tableName: text('table_name').notNull(),
    chunk: integer('chunk').notNull(),
    /** The chunk's bitmaps are right for this version of the table; 0: they have to be made anew. */
    since: bigint('since', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.chunk] })],
);

/**
 * The same for `table_bitmaps`, which servers of the version before bring up to date. Writers name the chunks here, and a
 * trigger repeats them in `stale_chunks`.
 */
export const tableDirtyChunks = pgTable(
  'table_dirty_chunks',
  {
    tableName: text('table_name').notNull(),
    chunk: integer('chunk').notNull(),
    since: bigint('since', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.chunk] })],
);

/** What changed rows held before, for 400 days. Deleting a row deletes its changes. */
export const rowChanges = pgTable(
  'row_changes',
  {
    tableName: text('table_name').notNull(),
    /** The number the row got with this change. */
    version: bigint('version', { mode: 'number' }).notNull(),
    rowId: bigint('row_id', { mode: 'number' }).notNull(),
    /** The row's number before. */
    replaced: bigint('replaced', { mode: 'number' }).notNull(),
    /** The cells that changed, as they were. */
    before: jsonb('before').notNull(),
    changedAt: time('changed_at').notNull().defaultNow(),
    /** For a change that undid another one: the number that the row had when it last held the same cells. */
    restores: bigint('restores', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.tableName, table.version] }),
    index('row_changes_restores').on(table.tableName, table.restores).where(sql`restores is not null`),
    index('row_changes_row').on(table.tableName, table.rowId, table.version),
    index('row_changes_time').using('brin', table.changedAt),
  ],
);

/** Which rows of a chunk hold one value of one facet. Where there is no row, none does. */
export const chunkBitmaps = pgTable(
  'chunk_bitmaps',
  {
    tableName: text('table_name').notNull(),
    /** A column, or `*` for what is either so or not in a row. */
    facet: text('facet').notNull(),
    /** A text in lower case, a digit of a number, or what is so. */
    value: text('value').notNull(),
    chunk: integer('chunk').notNull(),
    bits: bits('bits').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tableName, table.facet, table.value, table.chunk] }),
    index('chunk_bitmaps_chunk').on(table.tableName, table.chunk),
  ],
);

/** The bitmaps of servers of the version before, by filter. Nothing here reads them. */
export const tableBitmaps = pgTable(
  'table_bitmaps',
  {
    tableName: text('table_name').notNull(),
    /** The filter's key, or what the reader of the bitmaps derives from it. */
    facet: text('facet').notNull(),
    value: text('value').notNull(),
    chunk: integer('chunk').notNull(),
    bits: bits('bits').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tableName, table.facet, table.value, table.chunk] }),
    index('table_bitmaps_chunk').on(table.tableName, table.chunk),
  ],
);
