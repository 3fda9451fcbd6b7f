/** Experiences and educations of collected profiles, in the database. Each has a position, in the order of the profile. */
import type { ParsedEducation, ParsedExperience } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { distinctPositions } from '@leadloom/shared/linkedin/parse/row-position';
import { asc, eq } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { linkedinEducations, linkedinExperiences } from '../../../schema/linkedin.table.ts';

/** Positions are stored in 16 bits. */
const MAX_POSITION = 32_767;

interface StoredExperience {
  readonly position: number;
  readonly experience: ParsedExperience;
}

interface StoredEducation {
  readonly position: number;
  readonly education: ParsedEducation;
}

export async function readExperiences(connection: Connection, profileId: number): Promise<readonly StoredExperience[]> {
  const rows = await connection
    .select()
    .from(linkedinExperiences)
    .where(eq(linkedinExperiences.profileId, profileId))
    .orderBy(asc(linkedinExperiences.position));
  return rows.map((row) => ({ position: row.position, experience: toExperience(row) }));
}

export async function readEducations(connection: Connection, profileId: number): Promise<readonly StoredEducation[]> {
  const rows = await connection
    .select()
    .from(linkedinEducations)
    .where(eq(linkedinEducations.profileId, profileId))
    .orderBy(asc(linkedinEducations.position));
  return rows.map((row) => ({ position: row.position, education: toEducation(row) }));
}

/** Writes experiences in place of the previous ones. */
export async function writeExperiences(
  transaction: Connection,
  profileId: number,
  rows: readonly ParsedExperience[],
  places: readonly number[],
): Promise<void> {
  await transaction.delete(linkedinExperiences).where(eq(linkedinExperiences.profileId, profileId));
  if (rows.length === 0) return;
  const positions = distinctPositions(places.slice(0, rows.length), MAX_POSITION);
  await transaction.insert(linkedinExperiences).values(
    rows.map((row, index) => ({
      profileId,
      position: positions[index] ?? index,
      title: row.title,
      description: row.description,
      companyName: row.company_name,
      companyUrl: row.company_url,
      companyId: row.company_id,
      category: row.category,
      location: row.location,
      startedAt: row.started_at,
      startedPrecision: row.started_precision,
      endedAt: row.ended_at,
      endedPrecision: row.ended_precision,
      isCurrent: row.is_current,
    })),
  );
}

/** Writes educations in place of the previous ones. */
export async function writeEducations(
  transaction: Connection,
  profileId: number,
  rows: readonly ParsedEducation[],
  places: readonly number[],
): Promise<void> {
  await transaction.delete(linkedinEducations).where(eq(linkedinEducations.profileId, profileId));
  if (rows.length === 0) return;
  const positions = distinctPositions(places.slice(0, rows.length), MAX_POSITION);
  await transaction.insert(linkedinEducations).values(
    rows.map((row, index) => ({
      profileId,
      position: positions[index] ?? index,
      schoolName: row.school_name,
      schoolUrl: row.school_url,
      degree: row.degree,
      field: row.field,
      startedAt: row.started_at,
      endedAt: row.ended_at,
    })),
  );
}

function toExperience(row: typeof linkedinExperiences.$inferSelect): ParsedExperience {
  return {
    title: row.title,
    description: row.description,
    company_url: row.companyUrl,
    company_name: row.companyName,
    company_id: row.companyId,
    category: row.category,
    location: row.location,
    started_at: row.startedAt,
    started_precision: row.startedPrecision,
    ended_at: row.endedAt,
    ended_precision: row.endedPrecision,
    is_current: row.isCurrent,
  };
}

type EducationCells = Omit<typeof linkedinEducations.$inferSelect, 'id' | 'profileId' | 'position'>;

export function toEducation(row: EducationCells): ParsedEducation {
  return {
    school_name: row.schoolName,
    school_url: row.schoolUrl,
    degree: row.degree,
    field: row.field,
    started_at: row.startedAt,
    ended_at: row.endedAt,
  };
}
