import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import { accounts } from './accounts.table.ts';

/** What an account chose for all screens, at most one row each. A column that is null was never chosen. */
export const accountPreferences = pgTable('account_preferences', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  layout: text('layout'),
  layoutOffer: text('layout_offer'),
  updatedAt: time('updated_at').notNull().defaultNow(),
});
