import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Where the cells of rows come from, for cells that open sources filled: a row of a data table, a source, and the columns
 * whose cells are that source's. Every other cell is of a file or of a person.
 */
export const rowSources = pgTable(
  'row_sources',
  {
    /** The table's name in the database. */
    tableName: text('table_name').notNull(),
    rowId: bigint('row_id', { mode: 'number' }).notNull(),
    /** The id of the open source. */
    source: text('source').notNull(),
    /** The page at the publisher that says so. */
    url: text('url').notNull(),
    /** The day on which the publisher said so. */
    asOf: date('as_of', { mode: 'string' }).notNull(),
    /** Columns of which it filled the cell; may be empty, where others say the same with more weight. */
    fields: text('fields').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.rowId, table.source] })],
);
