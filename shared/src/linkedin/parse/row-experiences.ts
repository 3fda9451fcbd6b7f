/** Experiences and educations from rendered rows. */
import { readCaptionDates } from './caption-dates.ts';
import { shortText } from './clean-text.ts';
import type { CompanyReference } from './company-reference.ts';
import type { ComponentRow } from './component-rows.ts';
import type { ParsedEducation, ParsedExperience } from './parsed-profile.ts';
import { type DateSpan, educationDates, experienceDates } from './positions.ts';
import { type PositionedRow, positionAt, rowOf } from './row-position.ts';

const SEPARATOR = '·';
const NO_DATES: DateSpan = { start: null, end: null, isOngoing: false };
/** Degree and field are separated by the comma of the page's language. */
const FIELD_SEPARATOR = /[,،，、]\s*/;

export function experiencesOfRows(rows: readonly ComponentRow[]): readonly ParsedExperience[] {
  return positionedExperiences(rows, 0).map(rowOf);
}

export function educationsOfRows(rows: readonly ComponentRow[]): readonly ParsedEducation[] {
  return positionedEducations(rows, 0).map(rowOf);
}

/** @param start the number of the first row in the whole list */
export function positionedExperiences(rows: readonly ComponentRow[], start: number): readonly PositionedRow<ParsedExperience>[] {
  return rows.flatMap((row, position) => {
    const roles = isGroup(row) ? row.inner.map((role) => roleInGroup(row, role)) : [singleRole(row)];
    return roles.map((role, number) => ({ row: role, position: positionAt(start + position, number) })).filter(isNamed);
  });
}

/** @param start the number of the first row in the whole list */
export function positionedEducations(rows: readonly ComponentRow[], start: number): readonly PositionedRow<ParsedEducation>[] {
  return rows.flatMap((row, position) =>
    row.title === null ? [] : [{ row: educationOfRow(row), position: positionAt(start + position) }],
  );
}

/**
 * Whether the row is a group. Then the row itself is the employer and the rows below it are the roles. A single role can
 * have rows below it too (attached media), but then it has dates of its own and they have none.
 */
function isGroup(row: ComponentRow): boolean {
  if (row.inner.length === 0) return false;
  return row.dates === null || row.inner.some((role) => role.dates !== null);
}

function singleRole(row: ComponentRow): ParsedExperience {
  const [name, category] = employerAndCategory(row.subtitle, row.company.name);
  return {
    title: row.title,
    description: row.description,
    ...employer(row.company, name),
    category,
    location: locationOf(row.metadata),
    ...experienceDates(row.dates ?? NO_DATES),
  };
}

function roleInGroup(group: ComponentRow, role: ComponentRow): ParsedExperience {
  const subtitleDates = role.caption === null ? readCaptionDates(role.subtitle) : null;
  const category = subtitleDates === null ? firstPart(role.subtitle) : null;
  const isLinked = role.company.id !== null || role.company.url !== null;
  return {
    title: role.title,
    description: role.description,
    ...employer(isLinked ? role.company : group.company, group.title),
    category: category ?? groupCategory(group.subtitle),
    location: locationOf(role.metadata) ?? locationOf(group.metadata),
    ...experienceDates(role.dates ?? subtitleDates ?? NO_DATES),
  };
}

function employer(
  company: CompanyReference,
  name: string | null,
): Pick<ParsedExperience, 'company_id' | 'company_name' | 'company_url'> {
  return { company_id: company.id, company_name: name ?? company.name, company_url: company.url };
}

/**
 * "Fjordkonsult AS · Contract": the last part is the employment type, unless the employer's name itself
 * contains the dot.
 */
function employerAndCategory(subtitle: string | null, knownName: string | null): readonly [string | null, string | null] {
  if (subtitle === null) return [null, null];
  if (knownName !== null && subtitle.startsWith(knownName)) {
    const rest = subtitle.slice(knownName.length).trim();
    if (rest === '') return [knownName, null];
    if (rest.startsWith(SEPARATOR)) return [knownName, shortText(rest.slice(1))];
  }
  const at = subtitle.lastIndexOf(` ${SEPARATOR} `);
  return at < 0 ? [subtitle, null] : [shortText(subtitle.slice(0, at)), shortText(subtitle.slice(at + 3))];
}

/** A group's subtitle is its total time ("5 yrs 7 mos"), sometimes after the employment type of all its roles. */
function groupCategory(subtitle: string | null): string | null {
  const first = subtitle?.includes(SEPARATOR) ? firstPart(subtitle) : null;
  return first !== null && !/\p{N}/u.test(first) ? first : null;
}

/** "Bergen, Vestland, Norway · Hybrid" → the location. */
function locationOf(metadata: string | null): string | null {
  return firstPart(metadata);
}

function firstPart(text: string | null): string | null {
  return shortText(text?.split(SEPARATOR, 1)[0]);
}

function isNamed({ row }: PositionedRow<ParsedExperience>): boolean {
  return row.title !== null || row.company_name !== null;
}

function educationOfRow(row: ComponentRow): ParsedEducation {
  const subtitle = row.subtitle ?? '';
  const comma = FIELD_SEPARATOR.exec(subtitle);
  return {
    school_name: row.title,
    school_url: row.company.url,
    degree: shortText(comma === null ? subtitle : subtitle.slice(0, comma.index)),
    field: comma === null ? null : shortText(subtitle.slice(comma.index + comma[0].length)),
    ...educationDates(row.dates ?? NO_DATES),
  };
}
