/** API keys, their use, and what agents are about to do with them. Only the SHA-256 and a prefix of a secret are stored. */
import { apiKeyRights } from '@leadloom/shared/contract/keys';
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
    rights: text('rights', { enum: apiKeyRights }).notNull().default('read'),
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

/** Previews of what an agent may do once it calls again with the token, by the SHA-256 of the token. */
export const agentConfirmations = pgTable(
  'agent_confirmations',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    workspaceId: ofWorkspace(),
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** The SHA-256 of the tool, its arguments, and the rows that they meant. */
    digest: bytes('digest').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('agent_confirmations_account').on(table.workspaceId),
    index('agent_confirmations_key').on(table.keyId),
    index('agent_confirmations_end').on(table.expiresAt),
  ],
);
