/** Names on other networks that accounts track. A name is visited once for all who track it. */
import { networkNames, sourceStates } from '@leadloom/shared/contract/sources';
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import { byMember, ofWorkspace } from './workspaces.table.ts';

/** A subreddit or a TikTok user. It stays when nobody tracks it any more, but is no longer visited. */
export const sources = pgTable(
  'sources',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    network: text('network', { enum: networkNames }).notNull(),
    /** Lower-case; identifies the name. */
    key: text('key').notNull(),
    /** The name in the network's spelling, once known. */
    displayName: text('display_name').notNull(),
    /** The outcome of the last visit. `visiting` and `not_configured` are never stored: they follow from lease and settings. */
    state: text('state', { enum: sourceStates }).notNull().default('waiting'),
    /** The reason of a failure, for operators; null: none. */
    detail: text('detail'),
    stateSince: time('state_since').notNull().defaultNow(),
    /** The last complete visit. */
    lastCollectedAt: time('last_collected_at'),
    nextVisitAt: time('next_visit_at').notNull().defaultNow(),
    /** Visits in a row that failed. */
    failures: integer('failures').notNull().default(0),
    followerCount: bigint('follower_count', { mode: 'number' }),
    /** The state of an unfinished visit, as `visits/visit-state.ts` reads it; null: the next visit starts at the beginning. */
    visitState: jsonb('place'),
    /** Posts and videos up to here were seen by the last complete visit. */
    seenUntil: time('seen_until'),
    /** The server that visits holds the name until then. */
    leaseUntil: time('lease_until'),
    /** Identifies the holder. A server that lost the lease can no longer write. */
    leaseToken: uuid('lease_token'),
  },
  (table) => [
    uniqueIndex('sources_name').on(table.network, table.key),
    index('sources_due').on(table.network, table.nextVisitAt),
  ],
);

export const trackedSources = pgTable(
  'tracked_sources',
  {
    workspaceId: ofWorkspace(),
    trackedBy: byMember('tracked_by'),
    sourceId: bigint('source_id', { mode: 'number' })
      .notNull()
      .references(() => sources.id),
    trackedAt: time('tracked_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.sourceId] }), index('tracked_sources_source').on(table.sourceId)],
);

/** One row per network, created with the table: what applies to all its sources. */
export const networks = pgTable('networks', {
  network: text('network', { enum: networkNames }).primaryKey(),
  state: text('state', { enum: sourceStates }).notNull().default('waiting'),
  detail: text('detail'),
  stateSince: time('state_since'),
  /** No requests are sent before this time. */
  pausedUntil: time('paused_until'),
  requests: integer('requests').notNull().default(0),
  /** The day in UTC `requests` are counted on. */
  requestsOn: date('requests_on', { mode: 'string' }),
  /** How far the check for deleted posts came. */
  recheckState: jsonb('recheck_place'),
  recheckedAt: time('rechecked_at'),
  /** Only the server that holds the lease talks to the network, so that its pace is kept. */
  leaseUntil: time('lease_until'),
  leaseToken: uuid('lease_token'),
});
