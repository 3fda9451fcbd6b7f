import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import { accounts } from './accounts.table.ts';

/** The last visit of each table and view that an account looked at. */
export const tableVisits = pgTable(
  'table_visits',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    tableName: text('table_name').notNull(),
    /** The view; empty: none. It may be a view of another account, or one that no longer exists. */
    viewId: text('view_id').notNull(),
    /** The session that was last part of the visit. When it ends, the visit ends. */
    sessionId: uuid('session_id').notNull(),
    startedAt: time('started_at').notNull(),
    seenAt: time('seen_at').notNull(),
    /** When the visit before began; for the first visit, when it began itself. */
    since: time('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.tableName, table.viewId] })],
);
