/** API keys. Of the secret only its SHA-256 and a prefix are kept. */
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, time } from '../../database/columns.ts';
import { accounts } from '../accounts/accounts.table.ts';

export const apiKeys = pgTable(
  'api_keys',
  {
    /** Random and public; part of the key's text. */
    id: text('id').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    secretHash: bytes('secret_hash').notNull(),
    prefix: text('prefix').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** To the minute. */
    lastUsedAt: time('last_used_at'),
  },
  (table) => [uniqueIndex('api_keys_secret').on(table.secretHash), index('api_keys_account').on(table.accountId)],
);
