/**
 * The state of each data table, so that totals need no count: its version, which a trigger raises with every writing
 * statement, and bitmaps of the rows that hold each value.
 */
import { bigint, customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** `bit varying`: one bit a row of a chunk. As text of `0` and `1` in JavaScript. */
const bits = customType<{ data: string; driverData: string }>({ dataType: () => 'bit varying' });

/** One row a data table, there from the start. */
export const tableVersions = pgTable('table_versions', {
  /** The table's name in the database. */
  tableName: text('table_name').primaryKey(),
  /** Raised by a trigger of the table with every write. Equal versions mean equal rows. */
  version: bigint('version', { mode: 'number' }).notNull().default(0),
  /**
   * The version up to which writers recorded their changes. If it is lower than `version`, a write was not recorded, and
   * bitmaps and count are invalid.
   */
  describedVersion: bigint('described_version', { mode: 'number' }).notNull().default(0),
  /** Exact at `describedVersion`; -1 where it is not known yet. */
  rowCount: bigint('row_count', { mode: 'number' }).notNull().default(0),
});

/** Parts of a table, by id, whose bitmaps are older than their rows. */
export const tableDirtyChunks = pgTable(
  'table_dirty_chunks',
  {
    tableName: text('table_name').notNull(),
    chunk: integer('chunk').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.chunk] })],
);

/** For one value of one facet: which rows of a chunk hold it. No row: none does. */
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
  (table) => [primaryKey({ columns: [table.tableName, table.facet, table.value, table.chunk] })],
);
