/** Counts that all servers share. They name nobody: keys are hashes. */
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';

/** Attempts in a window of time that starts with the first of them. */
export const attempts = pgTable(
  'attempts',
  {
    key: bytes('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: time('ends_at').notNull(),
  },
  (table) => [index('attempts_ended').on(table.endsAt)],
);

/** The right to one of a limited number of things at once, such as an account's exports. Free once its lease has ended. */
export const slots = pgTable('slots', {
  name: text('name').primaryKey(),
  leaseToken: uuid('lease_token').notNull(),
  leaseUntil: time('lease_until').notNull(),
});

/**
 * Calls that servers were permitted, of the running window: when, in microseconds since 1970, and how many. Unlogged: a
 * crash of the database forgets a minute of them.
 */
export const permits = pgTable('permits', {
  key: bytes('key').primaryKey(),
  times: bigint('times', { mode: 'number' }).array().notNull(),
  counts: integer('counts').array().notNull(),
  /** There is no index, because every fetch would have to change it. */
  endsAt: time('ends_at').notNull(),
});

/** Servers that answer requests. Unlogged: each says every few seconds that it is there. */
export const presentServers = pgTable('present_servers', {
  id: uuid('id').primaryKey(),
  seenAt: time('seen_at').notNull(),
});
