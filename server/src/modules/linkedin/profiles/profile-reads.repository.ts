/**
 * Collected profiles for the profile page, lists and exports. A company that was only a number when the profile was parsed
 * shows its name and URL once this account knows them.
 */
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import {
  linkedinCompanies,
  linkedinEducations,
  linkedinExperiences,
  linkedinProfiles,
  linkedinProfileTags,
} from '../../../schema/linkedin.table.ts';
import { lastCollectedAt } from './last-collected.ts';
import { collectorEmail } from './people-cells.ts';

/** Names a profile by our id, or by LinkedIn's member id. */
export type ProfileName = { readonly id: number } | { readonly memberId: string };

const profileColumns = {
  id: linkedinProfiles.id,
  memberId: linkedinProfiles.memberId,
  profileUrl: linkedinProfiles.profileUrl,
  fullName: linkedinProfiles.fullName,
  photoUrl: linkedinProfiles.photoUrl,
  photoExpiresAt: linkedinProfiles.photoExpiresAt,
  headline: linkedinProfiles.headline,
  /** The job title of the first current experience. */
  title: sql<string | null>`(select current.title from ${linkedinExperiences} current
    where current.profile_id = ${linkedinProfiles.id} and current.is_current and current.title is not null
    order by current.position limit 1)`,
  description: linkedinProfiles.description,
  location: linkedinProfiles.location,
  country: linkedinProfiles.country,
  companyName: companyName(linkedinProfiles.companyName),
  companyUrl: companyUrl(linkedinProfiles.companyUrl),
  /** As this workspace looked the company up. */
  companyWebsite: linkedinCompanies.website,
  email: linkedinProfiles.email,
  phones: linkedinProfiles.phones,
  websites: linkedinProfiles.websites,
  connectionCount: linkedinProfiles.connectionCount,
  followerCount: linkedinProfiles.followerCount,
  sections: linkedinProfiles.sections,
  missingExperiences: linkedinProfiles.missingExperiences,
  parserVersion: linkedinProfiles.parserVersion,
  /** Tags in alphabetical order. */
  tags: sql<string[]>`array(select ${linkedinProfileTags.tag} from ${linkedinProfileTags}
    where ${linkedinProfileTags.profileId} = ${linkedinProfiles.id} order by ${linkedinProfileTags.folded})`,
  collectedAt: linkedinProfiles.collectedAt,
  collectedBy: collectorEmail(linkedinProfiles.workspaceId),
  lastCollectedAt,
  updatedAt: linkedinProfiles.updatedAt,
};

const experienceColumns = {
  profileId: linkedinExperiences.profileId,
  position: linkedinExperiences.position,
  title: linkedinExperiences.title,
  description: linkedinExperiences.description,
  companyName: companyName(linkedinExperiences.companyName),
  companyUrl: companyUrl(linkedinExperiences.companyUrl),
  category: linkedinExperiences.category,
  location: linkedinExperiences.location,
  startedAt: linkedinExperiences.startedAt,
  startedPrecision: linkedinExperiences.startedPrecision,
  endedAt: linkedinExperiences.endedAt,
  endedPrecision: linkedinExperiences.endedPrecision,
  isCurrent: linkedinExperiences.isCurrent,
};

const exportedExperienceColumns = {
  ...experienceColumns,
  profileUrl: linkedinProfiles.profileUrl,
  memberId: linkedinProfiles.memberId,
  fullName: linkedinProfiles.fullName,
};

export type ProfileRow = Awaited<ReturnType<typeof listProfilesByIds>>[number];
export type ExperienceRow = Awaited<ReturnType<typeof listExperiencesOf>>[number];
export type EducationRow = Awaited<ReturnType<typeof listEducationsOf>>[number];
export type ExportedExperienceRow = Awaited<ReturnType<typeof listExperiencesAfter>>[number];

export async function findProfile(
  connection: Connection,
  workspaceId: WorkspaceId,
  name: ProfileName,
): Promise<ProfileRow | null> {
  const named = 'id' in name ? eq(linkedinProfiles.id, name.id) : eq(linkedinProfiles.memberId, name.memberId);
  const [row] = await connection
    .select(profileColumns)
    .from(linkedinProfiles)
    .leftJoin(linkedinCompanies, isCompanyOf(workspaceId, linkedinProfiles.companyId))
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), named));
  return row ?? null;
}

/** What rows of the tables are compared with; null: the account has no such profile. */
export async function findProfileKeys(connection: Connection, workspaceId: WorkspaceId, name: ProfileName) {
  const named = 'id' in name ? eq(linkedinProfiles.id, name.id) : eq(linkedinProfiles.memberId, name.memberId);
  const [row] = await connection
    .select({
      id: linkedinProfiles.id,
      profileKey: linkedinProfiles.profileKey,
      profileUrl: linkedinProfiles.profileUrl,
      email: linkedinProfiles.email,
      companyUrl: companyUrl(linkedinProfiles.companyUrl),
    })
    .from(linkedinProfiles)
    .leftJoin(linkedinCompanies, isCompanyOf(workspaceId, linkedinProfiles.companyId))
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), named));
  return row ?? null;
}

export async function findProfileId(connection: Connection, workspaceId: WorkspaceId, name: ProfileName): Promise<number | null> {
  const named = 'id' in name ? eq(linkedinProfiles.id, name.id) : eq(linkedinProfiles.memberId, name.memberId);
  const [row] = await connection
    .select({ id: linkedinProfiles.id })
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), named));
  return row?.id ?? null;
}

/** @param profileId a profile of this account */
export function listExperiencesOf(connection: Connection, workspaceId: WorkspaceId, profileId: number) {
  return connection
    .select(experienceColumns)
    .from(linkedinExperiences)
    .innerJoin(linkedinProfiles, isProfileOf(workspaceId, linkedinExperiences.profileId))
    .leftJoin(linkedinCompanies, isCompanyOf(workspaceId, linkedinExperiences.companyId))
    .where(eq(linkedinExperiences.profileId, profileId))
    .orderBy(asc(linkedinExperiences.position));
}

/** @param profileId a profile of this account */
export function listEducationsOf(connection: Connection, workspaceId: WorkspaceId, profileId: number) {
  return connection
    .select({
      schoolName: linkedinEducations.schoolName,
      schoolUrl: linkedinEducations.schoolUrl,
      degree: linkedinEducations.degree,
      field: linkedinEducations.field,
      startedAt: linkedinEducations.startedAt,
      endedAt: linkedinEducations.endedAt,
    })
    .from(linkedinEducations)
    .innerJoin(linkedinProfiles, isProfileOf(workspaceId, linkedinEducations.profileId))
    .where(eq(linkedinEducations.profileId, profileId))
    .orderBy(asc(linkedinEducations.position));
}

/** The profiles of this account among the ids, in the order of the ids. */
export async function listProfilesByIds(connection: Connection, workspaceId: WorkspaceId, ids: readonly number[]) {
  const rows = await connection
    .select(profileColumns)
    .from(linkedinProfiles)
    .leftJoin(linkedinCompanies, isCompanyOf(workspaceId, linkedinProfiles.companyId))
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), sql`${linkedinProfiles.id} = any(${sql.param(ids)}::bigint[])`));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface ExperiencePosition {
  readonly profileId: number;
  readonly position: number;
}

/** Experiences of some of the account's profiles, profile by profile. @param last `{profileId: 0, position: -1}` for the first ones */
export function listExperiencesAfter(
  connection: Connection,
  workspaceId: WorkspaceId,
  profileIds: readonly number[],
  last: ExperiencePosition,
  limit: number,
) {
  return connection
    .select(exportedExperienceColumns)
    .from(linkedinExperiences)
    .innerJoin(linkedinProfiles, isProfileOf(workspaceId, linkedinExperiences.profileId))
    .leftJoin(linkedinCompanies, isCompanyOf(workspaceId, linkedinExperiences.companyId))
    .where(
      and(
        sql`${linkedinExperiences.profileId} = any(${sql.param(profileIds)}::bigint[])`,
        // The condition follows from the pair; it lets the planner skip earlier profiles.
        gte(linkedinProfiles.id, last.profileId),
        sql`(${linkedinExperiences.profileId}, ${linkedinExperiences.position}) > (${last.profileId}, ${last.position})`,
      ),
    )
    .orderBy(asc(linkedinExperiences.profileId), asc(linkedinExperiences.position))
    .limit(limit);
}

type ProfileReference = typeof linkedinExperiences.profileId | typeof linkedinEducations.profileId;
type CompanyReference = typeof linkedinProfiles.companyId | typeof linkedinExperiences.companyId;

function isProfileOf(workspaceId: WorkspaceId, reference: ProfileReference): SQL | undefined {
  return and(eq(linkedinProfiles.id, reference), eq(linkedinProfiles.workspaceId, workspaceId));
}

function isCompanyOf(workspaceId: WorkspaceId, reference: CompanyReference): SQL | undefined {
  return and(eq(linkedinCompanies.workspaceId, workspaceId), eq(linkedinCompanies.companyId, reference));
}

function companyName(column: typeof linkedinProfiles.companyName | typeof linkedinExperiences.companyName) {
  return sql<string | null>`coalesce(${column}, ${linkedinCompanies.name})`;
}

/** A URL with a number works, but a name is more useful. */
function companyUrl(column: typeof linkedinProfiles.companyUrl | typeof linkedinExperiences.companyUrl) {
  return sql<string | null>`case when ${column} is null or ${column} ~ '/(company|school|showcase)/[0-9]+/?$'
    then coalesce(${linkedinCompanies.url}, ${column}) else ${column} end`;
}
