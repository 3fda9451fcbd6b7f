/** Requests to be erased. What the person named is removed once a request was carried out. */
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, time } from '../database/columns.ts';

export const erasures = pgTable(
  'erasures',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** `unconfirmed` requests reach nobody. */
    state: text('state', { enum: ['unconfirmed', 'open', 'running', 'done', 'refused'] }).notNull(),
    /** How the request arrived: `mail`, `letter` or `command`. */
    origin: text('origin', { enum: ['mail', 'letter', 'command'] }).notNull(),
    /** SHA-256 of the mailed code. */
    codeHash: bytes('code_hash'),
    email: text('email'),
    profileUrl: text('profile_url'),
    name: text('name'),
    domain: text('domain'),
    message: text('message'),
    requestedAt: time('requested_at').notNull(),
    dueAt: time('due_at').notNull(),
    endedAt: time('ended_at'),
    reason: text('reason'),
    /** While the request is carried out: everything that was found to identify the person. */
    person: jsonb('person'),
    /** The operator's decisions on claims of accounts; null: none. */
    choice: jsonb('choice'),
    /** Everything is removed but what the column store still holds: the last row of `column_store_erasures` that it waits for. */
    waitsFor: bigint('waits_for', { mode: 'number' }),
    /** The counts of what was removed. */
    touches: jsonb('touches'),
  },
  (table) => [
    uniqueIndex('erasures_code').on(table.codeHash),
    index('erasures_due').on(table.dueAt, table.id).where(sql`${table.state} <> 'unconfirmed'`),
    index('erasures_state').on(table.state, table.requestedAt),
  ],
);
