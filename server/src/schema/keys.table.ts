/** API keys and their use. Only the SHA-256 and a prefix of the secret are stored. */
import { bigint, date, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';
import { accounts } from './accounts.table.ts';

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
    /** A name that the owner chose; null: unnamed. */
    name: text('name'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Precise to the minute. */
    lastUsedAt: time('last_used_at'),
  },
  (table) => [uniqueIndex('api_keys_secret').on(table.secretHash), index('api_keys_account').on(table.accountId)],
);

/**
 * Calls with a key by day, endpoint and outcome. Outlives the key, so that the use of a stolen one can be
 * examined after its deletion.
 */
export const apiKeyUsage = pgTable(
  'api_key_usage',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** A day in UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    /** The prefix of the key, which contains its id. */
    prefix: text('prefix').notNull(),
    /** `GET /table/companies`. */
    endpoint: text('endpoint').notNull(),
    /** First digit of the response's status. */
    statusClass: smallint('status_class').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.prefix, table.endpoint, table.statusClass] }),
    index('api_key_usage_day').on(table.day),
  ],
);
