/** API keys and their use. Only the SHA-256 and a prefix of the secret are stored. */
import { date, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';
import { byMember, ofWorkspace } from './workspaces.table.ts';

export const apiKeys = pgTable(
  'api_keys',
  {
    /** Random and public; part of the key's text. */
    id: text('id').primaryKey(),
    workspaceId: ofWorkspace(),
    /** The member who made it: it may what they may, and ends with their membership. */
    createdBy: byMember(),
    secretHash: bytes('secret_hash').notNull(),
    prefix: text('prefix').notNull(),
    /** A name that the owner chose; null: unnamed. */
    name: text('name'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Precise to the minute. */
    lastUsedAt: time('last_used_at'),
  },
  (table) => [uniqueIndex('api_keys_secret').on(table.secretHash), index('api_keys_account').on(table.workspaceId)],
);

/**
 * Calls with a key by day, endpoint and outcome. Outlives the key, so that the use of a stolen one can be
 * examined after its deletion.
 */
export const apiKeyUsage = pgTable(
  'api_key_usage',
  {
    workspaceId: ofWorkspace(),
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
    primaryKey({ columns: [table.workspaceId, table.day, table.prefix, table.endpoint, table.statusClass] }),
    index('api_key_usage_day').on(table.day),
  ],
);
