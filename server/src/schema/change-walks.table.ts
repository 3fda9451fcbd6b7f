/** Where programs are that read a whole table through the feed, from version 0 on. */
import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import { ofWorkspace } from './workspaces.table.ts';

/**
 * A version as old as a row may be older than the deletions that are kept. Who comes from version 0 has missed none of
 * them and may go on from it; anybody else has to begin again.
 */
export const changeWalks = pgTable(
  'change_walks',
  {
    workspaceId: ofWorkspace(),
    /** The table's name in the database. */
    tableName: text('table_name').notNull(),
    /** The last version that was sent. */
    version: bigint('version', { mode: 'number' }).notNull(),
    sentAt: time('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.tableName, table.version] }),
    index('change_walks_time').on(table.sentAt),
  ],
);
