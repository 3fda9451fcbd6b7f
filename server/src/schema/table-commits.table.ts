/** Where the commits of a data table end, so that followers can distinguish them. A trigger of `table_versions` writes it. */
import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';

export const tableCommits = pgTable(
  'table_commits',
  {
    tableName: text('table_name').notNull(),
    /** The database's number of the transaction. */
    transactionId: bigint('transaction_id', { mode: 'bigint' }).notNull(),
    /** The table's version with the commit. */
    version: bigint('version', { mode: 'number' }).notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tableName, table.transactionId] }),
    index('table_commits_version').on(table.tableName, table.version),
    index('table_commits_time').using('brin', table.at),
  ],
);
