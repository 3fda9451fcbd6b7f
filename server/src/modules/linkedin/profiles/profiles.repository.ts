/** Collected profiles with their sections, in the database. Every statement names the account it is for. */
import type { ProfileSnapshot, Sections } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';
import { and, count, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { workspaces } from '../../../schema/workspaces.table.ts';
import { readEducations, readExperiences, writeEducations, writeExperiences } from './profile-sections.repository.ts';

export interface StoredProfile {
  readonly id: number;
  readonly profileUrl: string;
  /** When the profile was first stored. */
  readonly collectedAt: Date;
  readonly snapshot: ProfileSnapshot;
}

/** The data that the parser does not know: the URL of the profile, and the version of the parser. */
export interface ProfileOrigin {
  readonly profileUrl: string;
  /** Lower-cased slug. */
  readonly profileKey: string;
  readonly parserVersion: number;
}

/** Transactions that store one member for one account run one after the other, including the first. */
export async function lockProfile(transaction: Connection, workspaceId: WorkspaceId, memberId: string): Promise<void> {
  const name = `linkedin-profile:${workspaceId}:${memberId}`;
  await lockForTransaction(transaction, name);
}

/** The given ids that belong to this account. */
export async function ownProfileIds(
  connection: Connection,
  workspaceId: WorkspaceId,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await connection
    .select({ id: linkedinProfiles.id })
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), sql`${linkedinProfiles.id} = any(${sql.param(ids)}::bigint[])`));
  return new Set(rows.map((row) => row.id));
}

/** Whether the workspace exists; false: it was deleted, with everything it had. */
export async function hasWorkspace(connection: Connection, workspaceId: WorkspaceId): Promise<boolean> {
  return (await connection.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId))).length > 0;
}

/** How many profiles the workspace has, and how many of them the member collected first. */
export async function countProfiles(connection: Connection, { workspaceId, accountId }: Member) {
  const own = sql<number>`count(*) filter (where ${linkedinProfiles.collectedBy} = ${accountId})`.mapWith(Number);
  const [found] = await connection
    .select({ all: count(), own })
    .from(linkedinProfiles)
    .where(eq(linkedinProfiles.workspaceId, workspaceId));
  return found ?? { all: 0, own: 0 };
}

export async function hasMember(connection: Connection, workspaceId: WorkspaceId, memberId: string): Promise<boolean> {
  const rows = await connection
    .select({ id: linkedinProfiles.id })
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), eq(linkedinProfiles.memberId, memberId)));
  return rows.length > 0;
}

/**
 * The stored profile of a member in the parser's form, so that new answers can be merged into it. Locked until the
 * transaction ends, so that an erased profile does not come back.
 */
export async function findByMember(
  transaction: Connection,
  workspaceId: WorkspaceId,
  memberId: string,
): Promise<StoredProfile | null> {
  const [row] = await transaction
    .select()
    .from(linkedinProfiles)
    .where(and(eq(linkedinProfiles.workspaceId, workspaceId), eq(linkedinProfiles.memberId, memberId)))
    .for('update');
  if (row === undefined) return null;
  const experiences = await readExperiences(transaction, row.id);
  const educations = await readEducations(transaction, row.id);
  return {
    id: row.id,
    profileUrl: row.profileUrl,
    collectedAt: row.collectedAt,
    snapshot: {
      profile: {
        profile_id: row.memberId,
        public_identifier: readProfileUrl(row.profileUrl)?.slug ?? null,
        profile_url: row.profileUrl,
        first_name: null,
        last_name: null,
        full_name: row.fullName,
        headline: row.headline,
        description: row.description,
        industry: null,
        location: row.location,
        country: row.country,
        country_code: row.countryCode,
        photo_url: row.photoUrl,
        photo_expires_at: row.photoExpiresAt?.toISOString() ?? null,
        connection_count: row.connectionCount,
        follower_count: row.followerCount,
        connection_degree: null,
        company_id: row.companyId,
        company_name: row.companyName,
        company_url: row.companyUrl,
        email: row.email,
        phones: row.phones,
        websites: row.websites,
        twitter: [],
        experiences: experiences.map(({ experience }) => experience),
        educations: educations.map(({ education }) => education),
      },
      sections: toSections(row.sections),
      missingExperiences: row.missingExperiences,
      rowPositions: {
        experiences: experiences.map(({ position }) => position),
        educations: educations.map(({ position }) => position),
      },
    },
  };
}

export interface ProfileWriting {
  readonly at: Date;
  /** Whether the stored profile changes. */
  readonly isChange: boolean;
  /** Whether the responses come from LinkedIn now, and are not stored ones. */
  readonly isCollection: boolean;
  /** The account that stores the profile, kept with the first writing; null: unknown. */
  readonly collectedBy: number | null;
}

/** Stores the whole profile: its row, and its sections in place of the previous ones. @returns our id */
export async function writeProfile(
  transaction: Connection,
  workspaceId: WorkspaceId,
  { profile, sections, missingExperiences, rowPositions: places }: ProfileSnapshot,
  origin: ProfileOrigin,
  { at, isChange, isCollection, collectedBy }: ProfileWriting,
): Promise<number> {
  const values = {
    ...origin,
    fullName: profile.full_name,
    headline: profile.headline,
    description: profile.description,
    location: profile.location,
    country: profile.country,
    countryCode: profile.country_code,
    photoUrl: profile.photo_url,
    photoExpiresAt: profile.photo_expires_at === null ? null : new Date(profile.photo_expires_at),
    companyName: profile.company_name,
    companyUrl: profile.company_url,
    companyId: profile.company_id,
    connectionCount: profile.connection_count,
    followerCount: profile.follower_count,
    email: profile.email,
    phones: [...profile.phones],
    websites: [...profile.websites],
    sections: { ...sections },
    missingExperiences,
  };
  const [row] = await transaction
    .insert(linkedinProfiles)
    .values({
      workspaceId,
      collectedBy,
      memberId: profile.profile_id,
      ...values,
      collectedAt: at,
      lastCollectedAt: at,
      updatedAt: at,
    })
    .onConflictDoUpdate({
      target: [linkedinProfiles.workspaceId, linkedinProfiles.memberId],
      set: { ...values, ...(isChange ? { updatedAt: at } : {}), ...(isCollection ? { lastCollectedAt: at } : {}) },
    })
    .returning({ id: linkedinProfiles.id });
  if (row === undefined) throw new Error('the profile was not written');
  await writeExperiences(transaction, row.id, profile.experiences, places.experiences);
  await writeEducations(transaction, row.id, profile.educations, places.educations);
  return row.id;
}

/** A section that the stored profile does not mention is missing. */
function toSections(stored: Record<string, Sections[keyof Sections]>): Sections {
  const state = (name: keyof Sections) => stored[name] ?? 'missing';
  return {
    profile: state('profile'),
    counts: state('counts'),
    experience: state('experience'),
    education: state('education'),
    about: state('about'),
    contact: state('contact'),
  };
}
