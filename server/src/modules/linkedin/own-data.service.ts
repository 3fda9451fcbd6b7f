/** What an account collected: each profile with its experiences and educations inside. */
import { sql } from 'drizzle-orm';
import type { Platform } from '../../platform.ts';
import { type DataSection, tableSection } from '../my-data/data-section.ts';
import {
  collectorRows,
  linkedinCompanies,
  linkedinEducations,
  linkedinExperiences,
  linkedinProfiles,
  searchJobs,
} from './linkedin.table.ts';

export function ownLinkedInData(platform: Platform, accountId: number): DataSection[] {
  const profiles = { table: linkedinProfiles, key: 'id', add: profileParts };
  return [
    tableSection(platform, accountId, { table: collectorRows, key: 'position' }),
    tableSection(platform, accountId, profiles, [linkedinExperiences, linkedinEducations]),
    tableSection(platform, accountId, { table: linkedinCompanies, key: 'company_id' }),
    tableSection(platform, accountId, { table: searchJobs, key: 'id' }),
  ];
}

const profileParts = sql`jsonb_build_object(
  'experiences', ${partsOf(linkedinExperiences)},
  'educations', ${partsOf(linkedinEducations)})`;

function partsOf(table: typeof linkedinExperiences | typeof linkedinEducations) {
  return sql`(select coalesce(jsonb_agg(to_jsonb(part) - 'profile_id' order by part.position), '[]')
    from ${table} part where part.profile_id = own.id)`;
}
