/** Mails that are to be sent, from the transaction that causes them until they are accepted. A job of the queue sends each. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';

export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The mail as JSON, sealed with a key derived from the server's secret: it may hold a one-time code. */
    content: bytes('content').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** No longer used. Servers of the version before, which may still run at the same time, take mails by it. */
    nextTryAt: time('next_try_at').notNull().defaultNow(),
    /** Class and account, such as `bulk 17`, among whose mails it takes its turn; null: nobody's. */
    share: text('share'),
    /** The priority of the mail's job. */
    priority: integer('priority').notNull().default(0),
    /** The number of failed tries. */
    tries: integer('tries').notNull().default(0),
    /** Why the last try failed, without addresses. */
    lastError: text('last_error'),
    /** Set when the mail was given up; it stays for the operator. */
    failedAt: time('failed_at'),
  },
  (table) => [index('mails_due').on(table.nextTryAt), index('mails_share').on(table.share).where(sql`${table.failedAt} is null`)],
);
