/** The usage of an account in one calendar month (UTC): one row for each month; a month without a row is 0. */
import { date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import { ofWorkspace } from './workspaces.table.ts';

export const usageMonths = pgTable(
  'usage_months',
  {
    workspaceId: ofWorkspace(),
    /** First day of the month. */
    month: date('month', { mode: 'string' }).notNull(),
    requestCount: integer('request_count').notNull().default(0),
    exportCount: integer('export_count').notNull().default(0),
    /** When the owner was notified that 80 % and 100 % are used, each once. */
    requestsWarnedAt: time('requests_warned_at'),
    requestsExhaustedAt: time('requests_exhausted_at'),
    exportsWarnedAt: time('exports_warned_at'),
    exportsExhaustedAt: time('exports_exhausted_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.month] })],
);
