/** Positions and schooling as the profile's own collections list them, and typed rows of a section as the sections' endpoints do. */
import {
  collection,
  collectionEntity,
  Dangling,
  type Document,
  Entity,
  type Node,
  type NodeObject,
  type Paging,
  typed,
} from '../dialect/node.ts';
import type { Employer, EmployerGroup, Role, Schooling } from '../model/career.ts';
import { type Locale, wordsOf, type YearMonth } from '../model/locales.ts';
import type { Member } from '../model/member.ts';
import { companyEntity } from './entity-parts.ts';
import { companyUrn, educationUrn, positionGroupUrn, positionUrn, types } from './urns.ts';

/** One answer lists at most this many employers, whatever its total says. */
export const EMPLOYER_CAP = 10;
const LIST_CAP = 20;
const RECIPES = 'com.linkedin.voyager.dash.deco.identity.profile';

export function positionGroups(member: Member, locale: Locale): Entity {
  const shown = member.groups.slice(0, EMPLOYER_CAP);
  return collectionEntity(
    `groups ${member.index}`,
    { start: 0, count: EMPLOYER_CAP, total: member.groups.length },
    shown.map((group) => groupEntity(member, group, locale)),
  );
}

export function topPosition(member: Member, locale: Locale): readonly Node[] {
  const group = member.groups[0];
  const role = group?.roles[0];
  return group === undefined || role === undefined ? [] : [positionEntity(member, group.employer, role, locale)];
}

export function educations(member: Member): Entity {
  const shown = member.schools.slice(0, LIST_CAP);
  return collectionEntity(
    `educations ${member.index}`,
    { start: 0, count: LIST_CAP, total: member.schools.length },
    shown.map((schooling) => educationEntity(member, schooling)),
  );
}

/**
 * A page of the typed rows of one section.
 * @param path its last part is the section's resource
 */
export function typedSection(member: Member, path: string, page: Omit<Paging, 'total'>): Document {
  const rows = rowsOf(member, path.split('/').at(-1) ?? '');
  const shown = rows.slice(page.start, page.start + page.count);
  return { kind: 'rest', body: collection({ ...page, total: rows.length }, shown), extra: [] };
}

/** Nobody here has certificates or names languages. */
function rowsOf(member: Member, resource: string): readonly Entity[] {
  if (resource === 'profilePositions') return typedPositions(member);
  if (resource === 'profileEducations') return typedEducations(member);
  if (resource !== 'profileSkills') return [];
  return member.skills.map(
    (name, number) => new Entity(`urn:li:fsd_skill:(${member.id},${number + 1})`, types.skill, types.skill, { name }),
  );
}

/**
 * The positions without a decoration: one list for all employers, which are named by number. Every second role brings its
 * employer's record.
 */
function typedPositions(member: Member): readonly Entity[] {
  return member.groups.flatMap(({ employer, roles }) =>
    roles.map(
      (role) =>
        new Entity(positionUrn(member.id, role.number), types.position, types.position, {
          title: role.title,
          companyName: employer.name,
          ...(role.number % 2 === 0 ? companyFields(employer) : { companyUrn: companyFields(employer).companyUrn }),
          dateRange: dateRangeOf(role.start, role.end),
          locationName: role.location,
          description: role.description,
        }),
    ),
  );
}

function typedEducations(member: Member): readonly Entity[] {
  return member.schools.map(
    (schooling) =>
      new Entity(educationUrn(member.id, schooling.number), types.education, types.education, {
        schoolName: schooling.schoolName,
        companyUrn: schooling.school === null ? null : companyUrn(schooling.school.id),
        degreeName: schooling.degree,
        fieldOfStudy: schooling.field,
        dateRange: dateRangeOf(schooling.start, schooling.end),
      }),
  );
}

function groupEntity(member: Member, group: EmployerGroup, locale: Locale): Entity {
  const roles = group.roles.slice(0, LIST_CAP).map((role) => positionEntity(member, group.employer, role, locale));
  const last = group.roles.at(-1);
  return new Entity(positionGroupUrn(member.id, group.number), types.positionGroup, `${RECIPES}.FullProfilePositionGroup`, {
    name: group.employer.name,
    companyName: group.employer.name,
    ...companyFields(group.employer),
    dateRange: dateRangeOf(last?.start ?? null, group.roles[0]?.end ?? null),
    profilePositionInPositionGroup: collectionEntity(
      `roles ${member.index} ${group.number}`,
      { start: 0, count: LIST_CAP, total: group.roles.length },
      roles,
    ),
  });
}

function positionEntity(member: Member, employer: Employer, role: Role, locale: Locale): Entity {
  return new Entity(positionUrn(member.id, role.number), types.position, `${RECIPES}.FullProfilePosition`, {
    title: role.title,
    multiLocaleTitle: { [member.locale]: role.title },
    companyName: employer.name,
    ...companyFields(employer),
    dateRange: dateRangeOf(role.start, role.end),
    locationName: role.location,
    geoLocationName: role.location,
    description: role.description,
    employmentType: role.employmentType === null ? undefined : employmentTypeEntity(role.employmentType, locale),
    profileTreasuryMediaPosition: new Dangling(`urn:li:collectionResponse:media-${member.index}-${role.number}`),
  });
}

function companyFields(employer: Employer): NodeObject {
  if (employer.company === null) return { companyUrn: null };
  const urn = companyUrn(employer.company.id);
  return { companyUrn: urn, company: employer.isDangling ? new Dangling(urn) : companyEntity(employer.company) };
}

const employmentTypes = ['full', 'part', 'self', 'freelance', 'contract', 'internship'] as const;

function employmentTypeEntity(employmentType: (typeof employmentTypes)[number], locale: Locale): Entity {
  const urn = `urn:li:fsd_employmentType:${12 + employmentTypes.indexOf(employmentType)}`;
  return new Entity(urn, types.employmentType, `${RECIPES}.EmploymentType`, { name: wordsOf(locale).employment[employmentType] });
}

function educationEntity(member: Member, schooling: Schooling): Entity {
  const { school } = schooling;
  return new Entity(educationUrn(member.id, schooling.number), types.education, `${RECIPES}.FullProfileEducation`, {
    schoolName: schooling.schoolName,
    schoolUrn: school === null ? null : `urn:li:fsd_school:${school.id}`,
    companyUrn: school === null ? null : companyUrn(school.id),
    school: school === null ? undefined : schoolEntity(school),
    company: school === null ? undefined : companyEntity(school),
    degreeName: schooling.degree,
    fieldOfStudy: schooling.field,
    dateRange: dateRangeOf(schooling.start, schooling.end),
    description: null,
    grade: null,
  });
}

function schoolEntity(school: NonNullable<Schooling['school']>): Entity {
  return new Entity(`urn:li:fsd_school:${school.id}`, types.school, `${RECIPES}.ProfileSchool`, {
    name: school.name,
    url: school.url,
  });
}

function dateRangeOf(start: YearMonth | null, end: YearMonth | null): NodeObject | null {
  if (start === null && end === null) return null;
  return typed('com.linkedin.common.DateRange', { start: dateOf(start), end: dateOf(end) });
}

/** A year without a month has no `month` at all. */
function dateOf(date: YearMonth | null): NodeObject | null {
  if (date === null) return null;
  return typed('com.linkedin.common.Date', { year: date.year, month: date.month ?? undefined });
}
