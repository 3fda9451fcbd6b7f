/** What one account collected: rows to fetch, profiles with their sections, companies, pending searches. */
import type { SearchParams } from '@leadloom/shared/contract/linkedin';
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../database/columns.ts';
import { accounts } from '../accounts/accounts.table.ts';

const owner = () =>
  bigint('account_id', { mode: 'number' })
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** A profile the account wants, in the order it was added. */
export const collectorRows = pgTable(
  'collector_rows',
  {
    accountId: owner(),
    /** Chosen by the client. */
    id: uuid('id').notNull(),
    url: text('url').notNull(),
    /** Lower-cased slug: two addresses of one member are one row. */
    profileKey: text('profile_key').notNull(),
    collected: boolean('collected').notNull().default(false),
    status: text('status', { enum: ['ok', 'not_found'] }),
    profileId: text('profile_id'),
    userId: bigint('user_id', { mode: 'number' }),
    profileUrl: text('profile_url'),
    email: text('email'),
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('collector_rows_id').on(table.accountId, table.id),
    uniqueIndex('collector_rows_profile').on(table.accountId, table.profileKey),
    index('collector_rows_order').on(table.accountId, table.position),
  ],
);

export const linkedinProfiles = pgTable(
  'linkedin_profiles',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: owner(),
    /** The network's member id, `ACoAA…`. */
    memberId: text('member_id').notNull(),
    /** Lower-cased slug, as last seen. */
    profileKey: text('profile_key').notNull(),
    profileUrl: text('profile_url').notNull(),
    fullName: text('full_name'),
    headline: text('headline'),
    description: text('description'),
    location: text('location'),
    country: text('country'),
    countryCode: text('country_code'),
    photoUrl: text('photo_url'),
    photoExpiresAt: time('photo_expires_at'),
    companyName: text('company_name'),
    companyUrl: text('company_url'),
    companyId: text('company_id'),
    connectionCount: integer('connection_count'),
    followerCount: integer('follower_count'),
    email: text('email'),
    phones: jsonb('phones').$type<string[]>().notNull().default([]),
    websites: jsonb('websites').$type<string[]>().notNull().default([]),
    /** Section → complete, truncated, missing or unparsed. */
    sections: jsonb('sections').$type<Record<string, 'complete' | 'truncated' | 'missing' | 'unparsed'>>().notNull().default({}),
    /** Experiences the network says exist beyond those stored; null when it did not say. */
    missingExperiences: integer('missing_experiences'),
    parserVersion: integer('parser_version').notNull(),
    collectedAt: time('collected_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('linkedin_profiles_member').on(table.accountId, table.memberId),
    index('linkedin_profiles_key').on(table.accountId, table.profileKey),
    /** Exports read the account's profiles in batches by id. */
    index('linkedin_profiles_export').on(table.accountId, table.id),
  ],
);

export const linkedinExperiences = pgTable(
  'linkedin_experiences',
  {
    profileId: bigint('profile_id', { mode: 'number' })
      .notNull()
      .references(() => linkedinProfiles.id, { onDelete: 'cascade' }),
    /** Order on the profile, 0 first. */
    position: smallint('position').notNull(),
    title: text('title'),
    description: text('description'),
    companyName: text('company_name'),
    companyUrl: text('company_url'),
    companyId: text('company_id'),
    category: text('category'),
    location: text('location'),
    startedAt: date('started_at', { mode: 'string' }),
    startedPrecision: text('started_precision', { enum: ['day', 'month', 'year'] }),
    endedAt: date('ended_at', { mode: 'string' }),
    endedPrecision: text('ended_precision', { enum: ['day', 'month', 'year'] }),
    isCurrent: boolean('is_current').notNull().default(false),
  },
  (table) => [uniqueIndex('linkedin_experiences_order').on(table.profileId, table.position)],
);

export const linkedinEducations = pgTable(
  'linkedin_educations',
  {
    profileId: bigint('profile_id', { mode: 'number' })
      .notNull()
      .references(() => linkedinProfiles.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    schoolName: text('school_name'),
    schoolUrl: text('school_url'),
    degree: text('degree'),
    field: text('field'),
    startedAt: date('started_at', { mode: 'string' }),
    endedAt: date('ended_at', { mode: 'string' }),
  },
  (table) => [uniqueIndex('linkedin_educations_order').on(table.profileId, table.position)],
);

/** Companies this account parsed. Nobody else reads them: one account cannot poison another's data. */
export const linkedinCompanies = pgTable(
  'linkedin_companies',
  {
    accountId: owner(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    universalName: text('universal_name'),
    url: text('url'),
    website: text('website'),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('linkedin_companies_id').on(table.accountId, table.companyId)],
);

export const searchJobs = pgTable(
  'search_jobs',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    accountId: owner(),
    description: text('description').notNull(),
    searches: jsonb('searches').$type<SearchParams[]>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [index('search_jobs_account').on(table.accountId)],
);
