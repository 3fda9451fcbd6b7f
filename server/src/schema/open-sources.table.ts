/** Open sources that fill the data tables: whether each is on, how far it came, and which server works on it. */
import { openSourceIds } from '@leadloom/shared/contract/open-source-ids';
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';

/** A row is made when an operator first switches a source, or has it run. */
export const openSources = pgTable('open_sources', {
  id: text('id', { enum: openSourceIds }).primaryKey(),
  isOn: boolean('is_on').notNull().default(false),
  /** Switches of the source by name; one that is absent is off. */
  options: jsonb('options').notNull().default({}),
  /** Where the next run continues, as the source's reader wrote it; null: at the beginning. */
  checkpoint: jsonb('checkpoint'),
  /** Why the last run failed, in a sentence; null: it did not. */
  error: text('error'),
  /** The end of the last run, whether it succeeded or not. */
  lastRunAt: time('last_run_at'),
  /** The end of the last run that succeeded; null: none did yet. */
  succeededAt: time('succeeded_at'),
  /** null: it does not run until somebody says so. */
  nextRunAt: time('next_run_at'),
  /** Runs in a row that failed. */
  failures: integer('failures').notNull().default(0),
  /** Rows of the last full file, for the comparison with the next. */
  fullRows: bigint('full_rows', { mode: 'number' }),
  /** Rows of the file that was refused for having too few; null: none was. */
  refusedRows: bigint('refused_rows', { mode: 'number' }),
  /** Whether the next run may load a file with fewer rows than 90 % of the last one's. */
  isConfirmed: boolean('is_confirmed').notNull().default(false),
  /** Rows that the last run added and changed. */
  added: bigint('added', { mode: 'number' }).notNull().default(0),
  changed: bigint('changed', { mode: 'number' }).notNull().default(0),
  /** The server that runs it holds it until then. */
  leaseUntil: time('lease_until'),
  /** Identifies the holder. A server that lost the lease can no longer write. */
  leaseToken: uuid('lease_token'),
});

/** What applies to all sources: one row. */
export const openSourceSettings = pgTable('open_source_settings', {
  id: integer('id').primaryKey().default(1),
  /** The address that stands in the User-Agent, where the setting SOURCES_CONTACT is absent; null: none yet. */
  contact: text('contact'),
  /** ISO codes of the countries where the operator sells; null: nobody has said. */
  countries: text('countries').array(),
});

/** When the next request to a publisher's host may be sent, for all servers together. */
export const openSourceTurns = pgTable('open_source_turns', {
  host: text('host').primaryKey(),
  nextAt: time('next_at').notNull(),
});

/** Job boards that are read, and which of their jobs were missing in the last complete reading. */
export const jobBoards = pgTable(
  'job_boards',
  {
    /** Such as `greenhouse`. */
    provider: text('provider').notNull(),
    /** The company's name at the provider. */
    token: text('token').notNull(),
    companyName: text('company_name'),
    companyWebsite: text('company_website'),
    readAt: time('read_at'),
    nextReadAt: time('next_read_at').notNull().defaultNow(),
    failures: integer('failures').notNull().default(0),
    error: text('error'),
    /** Addresses of jobs that the last complete reading had no more. */
    missing: text('missing').array().notNull().default([]),
    /** The day of the first reading. */
    addedOn: date('added_on', { mode: 'string' }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.token] })],
);
