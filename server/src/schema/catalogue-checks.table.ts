/** What members’ checks and jobs reported about LinkedIn's answers. */
import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.table.ts';

/**
 * How LinkedIn answered an account, by what was asked with: the last day of each outcome, in UTC. Only ids of a catalogue in
 * force are kept, and each for 30 days, so an account has some dozens of rows.
 */
export const catalogueChecks = pgTable(
  'catalogue_checks',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull(),
    /** Empty where the endpoint has no id. */
    candidate: text('candidate').notNull(),
    understoodOn: date('understood_on', { mode: 'string' }),
    differentOn: date('different_on', { mode: 'string' }),
    refusedOn: date('refused_on', { mode: 'string' }),
    /** The latest of the three. */
    reportedOn: date('reported_on', { mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.endpoint, table.candidate] }),
    index('catalogue_checks_reported').on(table.reportedOn),
  ],
);
