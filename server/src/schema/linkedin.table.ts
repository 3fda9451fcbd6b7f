/**
 * What an account collected: entries to fetch, profiles with their sections, companies, pending searches. The file is long because
 * the tables refer to each other.
 */
import type { ProfileChange } from '@leadloom/shared/contract/collected-profiles';
import type { SearchParams } from '@leadloom/shared/contract/linkedin';
import { sectionNames } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { type SQL, sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, lexemes, time } from '../database/columns.ts';
import { accounts } from './accounts.table.ts';
import { byMember, ofWorkspace } from './workspaces.table.ts';

const owner = () =>
  bigint('account_id', { mode: 'number' })
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

const completeSections = Object.fromEntries(sectionNames.map((name) => [name, 'complete']));

const profileWords = sql`
  scoped_words(account_id::text || ':', coalesce(full_name, '') || ' ' || coalesce(headline, '') || ' ' ||
    coalesce(company_name, '') || ' ' || coalesce(location, '') || ' ' || coalesce(email, ''))
  || scoped_words(account_id::text || '@', coalesce(company_name, ''))`;

/** Entries: profiles that the account wants collected, in the order they were added. */
export const collectorEntries = pgTable(
  'collector_rows',
  {
    accountId: owner(),
    /** An id that the client chose. */
    id: uuid('id').notNull(),
    url: text('url').notNull(),
    /** Lower-cased slug: two URLs of one member are one entry. */
    profileKey: text('profile_key').notNull(),
    collected: boolean('collected').notNull().default(false),
    status: text('status', { enum: ['ok', 'not_found'] }),
    profileId: text('profile_id'),
    userId: bigint('user_id', { mode: 'number' }),
    profileUrl: text('profile_url'),
    email: text('email'),
    /** The name as it stood in the list where the entry was found. */
    listedName: text('listed_name'),
    /** How the entry was found; null: it was added before this was recorded. */
    foundBy: text('found_by', { enum: ['address', 'connections', 'search'] }),
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
    workspaceId: ofWorkspace(),
    /** Who stored the profile first. */
    collectedBy: byMember('collected_by'),
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
    /** When the profile was first stored. */
    collectedAt: time('collected_at').notNull().defaultNow(),
    /**
     * When responses last arrived. Rows that were written before this column existed have null, and those that an older
     * server wrote are behind; `lastCollectedAt` in `profiles/last-collected.ts` reads both.
     */
    lastCollectedAt: time('last_collected_at'),
    /** When the profile was first stored, or answers last changed it. */
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** The search index of lists. Each lexeme is prefixed with the account's number: `7:nordlys`, and `7@nordlys` for the company. */
    words: lexemes('words').generatedAlwaysAs((): SQL => profileWords),
    /** Sort keys of lists: folded, and cut to fit into an index row. */
    nameKey: text('name_key').generatedAlwaysAs((): SQL => sql`left(fold_text(full_name), 100)`),
    companyKey: text('company_key').generatedAlwaysAs((): SQL => sql`left(fold_text(company_name), 100)`),
    hasEmail: boolean('has_email')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`email is not null`),
    /** Whether every section is complete. */
    isComplete: boolean('is_complete')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`sections @> ${sql.raw(`'${JSON.stringify(completeSections)}'`)}::jsonb`),
  },
  (table) => [
    uniqueIndex('linkedin_profiles_member').on(table.workspaceId, table.memberId),
    index('linkedin_profiles_key').on(table.workspaceId, table.profileKey),
    // For the part of a workspace's limit that one member uses, and the filter by who collected.
    index('linkedin_profiles_collector').on(table.workspaceId, table.collectedBy),
    /**
     * Lists filter, count and sort by this index alone, because the rows are wide and scattered. Exports read them in
     * batches by id.
     */
    index('linkedin_profiles_list').on(
      table.workspaceId,
      table.id,
      table.collectedAt,
      table.updatedAt,
      table.followerCount,
      table.isComplete,
      table.hasEmail,
      table.country,
      table.nameKey,
      table.companyKey,
      table.companyId,
    ),
    /** For the list of countries, which is read by skipping from one value to the next. */
    index('linkedin_profiles_country').on(table.workspaceId, table.country),
    index('linkedin_profiles_words').using('gin', table.words),
    /** Profiles whose company is known by number alone. */
    index('linkedin_profiles_numbered').on(table.workspaceId, table.companyId).where(sql`company_name is null`),
  ],
);

export const linkedinExperiences = pgTable(
  'linkedin_experiences',
  {
    profileId: bigint('profile_id', { mode: 'number' })
      .notNull()
      .references(() => linkedinProfiles.id, { onDelete: 'cascade' }),
    /** The position in LinkedIn's list, as the parser's `row-position.ts` numbers it. A gap was not read yet. */
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

/** Companies that an account parsed. How they reach other accounts is decided in `company-search.repository.ts`. */
export const linkedinCompanies = pgTable(
  'linkedin_companies',
  {
    workspaceId: ofWorkspace(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    universalName: text('universal_name'),
    url: text('url'),
    website: text('website'),
    updatedAt: time('updated_at').notNull().defaultNow(),
    /** Words prefixed with the account's number, like the words of profiles. */
    words: lexemes('words').generatedAlwaysAs(
      (): SQL => sql`scoped_words(account_id::text || ':', name) || scoped_words(account_id::text || '@', name)`,
    ),
    /** Words without a prefix, for names that several accounts agree on. */
    sharedWords: lexemes('shared_words').generatedAlwaysAs((): SQL => sql`scoped_words('', name)`),
    nameKey: text('name_key')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`left(fold_text(name), 100)`),
  },
  (table) => [
    uniqueIndex('linkedin_companies_id').on(table.workspaceId, table.companyId),
    index('linkedin_companies_words').using('gin', table.words),
    index('linkedin_companies_shared_words').using('gin', table.sharedWords),
    index('linkedin_companies_name').on(sql`name_key collate "C"`, table.companyId, table.workspaceId),
  ],
);

/** Tags that an account gave to profiles. `folded` identifies a tag regardless of case. */
export const linkedinProfileTags = pgTable(
  'linkedin_profile_tags',
  {
    workspaceId: ofWorkspace(),
    profileId: bigint('profile_id', { mode: 'number' })
      .notNull()
      .references(() => linkedinProfiles.id, { onDelete: 'cascade' }),
    tag: text('tag').notNull(),
    folded: text('folded').notNull(),
    /** Names the call that added it, so that exactly what the call added can be taken back. null: unknown. */
    addition: uuid('addition'),
  },
  (table) => [
    uniqueIndex('linkedin_profile_tags_once').on(table.profileId, table.folded),
    index('linkedin_profile_tags_account').on(table.workspaceId, table.folded, table.tag, table.profileId),
    index('linkedin_profile_tags_addition').on(table.addition, table.profileId).where(sql`${table.addition} is not null`),
  ],
);

/** What a profile was before it was collected again, or parsed again by a newer parser. */
export const linkedinProfileChanges = pgTable(
  'linkedin_profile_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: ofWorkspace(),
    profileId: bigint('profile_id', { mode: 'number' })
      .notNull()
      .references(() => linkedinProfiles.id, { onDelete: 'cascade' }),
    cause: text('cause', { enum: ['collected', 'reparse'] }).notNull(),
    changes: jsonb('changes').$type<ProfileChange[]>().notNull(),
    changedAt: time('changed_at').notNull().defaultNow(),
  },
  (table) => [index('linkedin_profile_changes_profile').on(table.profileId, table.id)],
);

/** People whom an account wants collected again, and when. */
export const linkedinRecollections = pgTable(
  'linkedin_recollections',
  {
    profileId: bigint('profile_id', { mode: 'number' })
      .primaryKey()
      .references(() => linkedinProfiles.id, { onDelete: 'cascade' }),
    workspaceId: ofWorkspace(),
    every: text('every', { enum: ['weekly', 'monthly', 'quarterly'] }).notNull(),
    dueAt: time('due_at').notNull(),
    /** When the person was last offered to the account for a job; null: not since the person was collected. */
    proposedAt: time('proposed_at'),
  },
  (table) => [index('linkedin_recollections_due').on(table.workspaceId, table.dueAt)],
);

/** LinkedIn's raw answers, kept for newer parsers and removed after RAW_ANSWER_DAYS. */
export const linkedinRawAnswers = pgTable(
  'linkedin_raw_answers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: ofWorkspace(),
    profileId: bigint('profile_id', { mode: 'number' })
      .notNull()
      .references(() => linkedinProfiles.id, { onDelete: 'cascade' }),
    /** The field it was posted in: p1, p2, positions, educations, p, ex, ed, c or i. */
    slot: text('slot').notNull(),
    /** The slug or member id that was requested. */
    identity: text('identity').notNull(),
    /** UTF-8 JSON text, gzip. */
    content: bytes('content').notNull(),
    /** SHA-256 of the text: the same answer is kept once. */
    digest: bytes('digest').notNull(),
    receivedAt: time('received_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('linkedin_raw_answers_once').on(table.profileId, table.slot, table.digest),
    index('linkedin_raw_answers_age').on(table.receivedAt),
  ],
);

/** Accounts that accepted the risk of collecting for their LinkedIn account. */
export const linkedinRiskAcceptances = pgTable('linkedin_risk_acceptances', {
  accountId: owner().primaryKey(),
  acceptedAt: time('accepted_at').notNull(),
});

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
