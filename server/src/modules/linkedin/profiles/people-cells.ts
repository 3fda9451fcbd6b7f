/** The columns of collected people (`tables/collected-people.ts`) as SQL on `linkedin_profiles`, within the account. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import {
  linkedinCompanies,
  linkedinEducations,
  linkedinExperiences,
  linkedinProfiles,
  linkedinRecollections,
} from '../../../schema/linkedin.table.ts';
import { isShared, memberEmail } from '../../../schema/member-names.ts';

const profileColumns: Readonly<Record<string, SQL>> = {
  country: sql`${linkedinProfiles.country}`,
  email: sql`${linkedinProfiles.email}`,
  connection_count: sql`${linkedinProfiles.connectionCount}`,
  follower_count: sql`${linkedinProfiles.followerCount}`,
  collected_at: sql`${linkedinProfiles.collectedAt}`,
  is_incomplete: sql`not ${linkedinProfiles.isComplete}`,
};

/** A column with one value, as lists show it. */
export function cellOf(workspaceId: WorkspaceId, column: string): SQL {
  if (column === 'title') return presentTitle;
  if (column === 'company_name') return companyName(workspaceId);
  if (column === 'collected_by') return collectorEmail(sql`${workspaceId}::bigint`);
  if (column === 'is_recollected')
    return sql`${linkedinProfiles.id} in (select ${linkedinRecollections.profileId} from ${linkedinRecollections}
      where ${linkedinRecollections.workspaceId} = ${workspaceId})`;
  const known = profileColumns[column];
  if (known === undefined) throw new TypeError(`collected people have no column ${column}`);
  return known;
}

/** The job title of the first current experience. */
const presentTitle: SQL = sql`(select present.title from ${linkedinExperiences} present
  where present.profile_id = ${linkedinProfiles.id} and present.is_current and present.title is not null
  order by present.position limit 1)`;

/** The email of whoever collected the profile first; null in a personal workspace, where it is oneself. */
export function collectorEmail(workspaceId: SQLWrapper): SQL<string | null> {
  return sql`case when ${isShared(workspaceId)}
    then ${memberEmail(sql`coalesce(${linkedinProfiles.collectedBy}, ${linkedinProfiles.workspaceId})`)} end`;
}

/** A company that is known by its number alone has the name that this account looked up. */
export function companyName(workspaceId: WorkspaceId): SQL {
  return sql`coalesce(${linkedinProfiles.companyName}, (select named.name from ${linkedinCompanies} named
    where named.account_id = ${workspaceId} and named.company_id = ${linkedinProfiles.companyId}))`;
}

/** A column with several values, as a source of rows `item`; null: it has one. */
export function itemsOf(workspaceId: WorkspaceId, column: string): SQL | null {
  if (column === 'schools')
    return sql`${linkedinEducations} education cross join lateral (select education.school_name as item) items
      where education.profile_id = ${linkedinProfiles.id} and item is not null`;
  if (column === 'past_companies')
    return sql`${linkedinExperiences} past
      left join ${linkedinCompanies} named on past.company_name is null
        and named.account_id = ${workspaceId} and named.company_id = past.company_id
      cross join lateral (select coalesce(past.company_name, named.name) as item) items
      where past.profile_id = ${linkedinProfiles.id} and not past.is_current and item is not null`;
  return null;
}
