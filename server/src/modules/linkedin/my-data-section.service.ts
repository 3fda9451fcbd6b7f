/** The part of an account's data that it collected: each profile with its experiences and educations. */
import { sql } from 'drizzle-orm';
import { type DataSection, tableSection } from '../../database/data-section.ts';
import type { Platform } from '../../platform.ts';
import { catalogueChecks } from '../../schema/catalogue-checks.table.ts';
import { linkedinKnownPlaces } from '../../schema/known-places.table.ts';
import {
  collectorEntries,
  linkedinCompanies,
  linkedinEducations,
  linkedinExperiences,
  linkedinProfileChanges,
  linkedinProfiles,
  linkedinProfileTags,
  linkedinRawAnswers,
  linkedinRecollections,
  linkedinRiskAcceptances,
  searchJobs,
} from '../../schema/linkedin.table.ts';

export function myDataOfLinkedIn(platform: Platform, accountId: number): DataSection[] {
  // The omitted columns are derived by the database for lists and searches.
  const profiles = {
    table: linkedinProfiles,
    key: 'id',
    omit: ['words', 'name_key', 'company_key', 'has_email', 'is_complete'],
    add: profileParts,
  };
  const companies = { table: linkedinCompanies, key: 'company_id', omit: ['words', 'shared_words', 'name_key'] };
  const places = { table: linkedinKnownPlaces, key: 'place_id', omit: ['words', 'shared_words', 'name_key'] };
  const tags = { table: linkedinProfileTags, key: sql`(lpad(own.profile_id::text, 20, '0') || own.folded)` };
  // The stored answers without their megabytes of content, which the profiles already contain in parsed form.
  const answers = { table: linkedinRawAnswers, key: 'id', omit: ['content', 'digest'], add: answerSize };
  return [
    tableSection(platform, accountId, { table: collectorEntries, key: 'position' }),
    tableSection(platform, accountId, profiles, [linkedinExperiences, linkedinEducations]),
    tableSection(platform, accountId, tags),
    tableSection(platform, accountId, { table: linkedinProfileChanges, key: 'id' }),
    tableSection(platform, accountId, { table: linkedinRecollections, key: 'profile_id' }),
    tableSection(platform, accountId, answers),
    tableSection(platform, accountId, companies),
    tableSection(platform, accountId, places),
    tableSection(platform, accountId, { table: linkedinRiskAcceptances, key: 'accepted_at' }),
    tableSection(platform, accountId, { table: catalogueChecks, key: sql`(own.endpoint || ' ' || own.candidate)` }),
    tableSection(platform, accountId, { table: searchJobs, key: 'id' }),
  ];
}

const profileParts = sql`jsonb_build_object(
  'experiences', ${partsOf(linkedinExperiences)},
  'educations', ${partsOf(linkedinEducations)})`;

/** In bytes, compressed as stored. */
const answerSize = sql`jsonb_build_object('size', length(own.content))`;

function partsOf(table: typeof linkedinExperiences | typeof linkedinEducations) {
  return sql`(select coalesce(jsonb_agg(to_jsonb(part) - 'profile_id' order by part.position), '[]')
    from ${table} part where part.profile_id = own.id)`;
}
