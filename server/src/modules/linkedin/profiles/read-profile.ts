/** A collected profile for the profile page. */
import type { CollectedProfile, ProfileListItem } from '@leadloom/shared/contract/collected-profiles';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import type { ComparedPerson } from '../../tables/records/collected-groups.ts';
import {
  type ExperienceRow,
  findProfile,
  findProfileKeys,
  listEducationsOf,
  listExperiencesOf,
  type ProfileName,
  type ProfileRow,
} from './profile-reads.repository.ts';
import { toEducation } from './profile-sections.repository.ts';

/**
 * @param name our id in digits, or LinkedIn's member id
 * @throws {AppError} PROFILE.NOT_FOUND, also for profiles of other accounts
 */
export async function readProfile(
  { database, now }: Platform,
  workspaceId: WorkspaceId,
  name: string,
): Promise<CollectedProfile> {
  const requested = readProfileName(name);
  const profile = requested === null ? null : await findProfile(database, workspaceId, requested);
  if (profile === null) throw new AppError('PROFILE.NOT_FOUND');
  const [experiences, educations] = await Promise.all([
    listExperiencesOf(database, workspaceId, profile.id),
    listEducationsOf(database, workspaceId, profile.id),
  ]);
  return { ...toProfile(profile, now()), experiences: experiences.map(toExperience), educations: educations.map(toEducation) };
}

/**
 * A profile as rows of the tables are compared with it.
 * @param name our id in digits, or LinkedIn's member id
 * @throws {AppError} PROFILE.NOT_FOUND, also for profiles of other accounts
 */
export async function findComparedPerson(
  { database }: Platform,
  workspaceId: WorkspaceId,
  name: string,
): Promise<ComparedPerson> {
  const requested = readProfileName(name);
  const person = requested === null ? null : await findProfileKeys(database, workspaceId, requested);
  if (person === null) throw new AppError('PROFILE.NOT_FOUND');
  return person;
}

/** Reads an id of a profile. Member ids never consist of digits alone. @returns null if it is neither kind of id */
export function readProfileName(name: string): ProfileName | null {
  if (/^[1-9]\d{0,14}$/.test(name)) return { id: Number(name) };
  return isMemberId(name) ? { memberId: name } : null;
}

/** Whether a text can be a member id, which has letters, digits, hyphens and underscores only. */
export function isMemberId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,100}$/.test(text);
}

function toProfile(row: ProfileRow, now: Date): Omit<CollectedProfile, 'experiences' | 'educations'> {
  const { id: _, ...listed } = toListItem(row, now);
  return {
    ...listed,
    description: row.description,
    phones: [...row.phones],
    websites: [...row.websites],
    missing_experiences: row.missingExperiences,
    parser_version: row.parserVersion,
  };
}

/** The fields that lists and the profile page share. */
export function toListItem(row: ProfileRow, now: Date): ProfileListItem {
  // An expired picture URL does not load. Without one the page shows initials.
  const hasPhoto = row.photoExpiresAt === null || row.photoExpiresAt > now;
  return {
    id: String(row.id),
    user_id: String(row.id),
    profile_id: row.memberId,
    profile_url: row.profileUrl,
    full_name: row.fullName,
    photo_url: hasPhoto ? row.photoUrl : null,
    headline: row.headline,
    title: row.title,
    location: row.location,
    country: row.country,
    company_url: row.companyUrl,
    company_name: row.companyName,
    email: row.email,
    connection_count: row.connectionCount,
    follower_count: row.followerCount,
    sections: row.sections,
    tags: row.tags,
    collected_at: row.collectedAt.toISOString(),
    collected_by: row.collectedBy,
    last_collected_at: row.lastCollectedAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function toExperience(row: ExperienceRow): CollectedProfile['experiences'][number] {
  return {
    title: row.title,
    description: row.description,
    company_url: row.companyUrl,
    company_name: row.companyName,
    category: row.category,
    location: row.location,
    started_at: row.startedAt,
    started_precision: row.startedPrecision,
    ended_at: row.endedAt,
    ended_precision: row.endedPrecision,
    is_current: row.isCurrent,
  };
}
