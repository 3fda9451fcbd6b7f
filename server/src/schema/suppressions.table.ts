/**
 * Whom nothing may bring back: keyed hashes of what identifies a person. Nobody reads from them who the person is, and the
 * key is sealed with the installation's secrets, so a copy of the database alone cannot be searched by guessing either.
 */
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';

export const suppressions = pgTable(
  'suppressions',
  {
    hash: bytes('hash').primaryKey(),
    /** `email`, `profile`, `name-domain` or `name-employer`. */
    kind: text('kind').notNull(),
    /** The request that was carried out; it may be forgotten before the hash is. */
    erasureId: uuid('erasure_id').notNull(),
    addedAt: time('added_at').notNull(),
  },
  (table) => [index('suppressions_erasure').on(table.erasureId)],
);

/** A single row: the key of the hashes. It is random and never changes, so hashes outlive every secret that seals it. */
export const suppressionKey = pgTable('suppression_key', {
  isOnly: boolean('is_only').primaryKey().default(true),
  sealed: bytes('sealed').notNull(),
});
