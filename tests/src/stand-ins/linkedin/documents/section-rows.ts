/** The rows of a profile's sections, as the page shows them in the reader's language. */
import type { NodeObject } from '../dialect/node.ts';
import type { Employer, EmployerGroup, Role } from '../model/career.ts';
import { captionOf, durationText, type Locale, today, type Workplace, wordsOf } from '../model/locales.ts';
import type { Member } from '../model/member.ts';
import { entityRow, fixedList, type RowTarget, textComponent } from './layout.ts';

/** Wraps the roles of one employer: a list of its own in a section, direct rows in a card. */
export type NestRoles = (group: EmployerGroup, roles: readonly NodeObject[]) => readonly NodeObject[];

export function experienceRow(group: EmployerGroup, locale: Locale, nest: NestRoles): NodeObject {
  const [role, ...others] = group.roles;
  const target = targetOf(group.employer);
  if (role === undefined) throw new RangeError('an employer without a role');
  if (others.length > 0) {
    const nested = nest(group, roleRows(group, locale));
    // The outer row names the employer; what stands below it is the whole stay.
    const texts = {
      title: group.employer.name,
      subtitle: tenureOf(group, locale),
      caption: null,
      metadata: sharedPlaceOf(group),
    };
    return entityRow(texts, target, nested);
  }
  const employment = role.employmentType === null ? null : wordsOf(locale).employment[role.employmentType];
  return entityRow(
    {
      title: role.title,
      subtitle: employment === null ? group.employer.name : `${group.employer.name} · ${employment}`,
      caption: captionOf(locale, role.start, role.end),
      metadata: placeText(role.location, role.workplace, locale),
    },
    target,
    belowRole(role, locale),
  );
}

/** In a group the subtitle is the kind of employment: the employer stands above. */
export function roleRows(group: EmployerGroup, locale: Locale): readonly NodeObject[] {
  const target = targetOf(group.employer);
  return group.roles.map((role) =>
    entityRow(
      {
        title: role.title,
        subtitle: role.employmentType === null ? null : wordsOf(locale).employment[role.employmentType],
        caption: captionOf(locale, role.start, role.end),
        metadata: placeText(role.location, role.workplace, locale),
      },
      target,
      belowRole(role, locale),
    ),
  );
}

export function educationRows(member: Member, locale: Locale): readonly NodeObject[] {
  return member.schools.map((schooling) => {
    const subtitle = [schooling.degree, schooling.field].filter((part) => part !== null).join(', ');
    const yearsOnly = (date: { readonly year: number } | null) => (date === null ? null : { year: date.year, month: null });
    const caption = captionOf(locale, yearsOnly(schooling.start), yearsOnly(schooling.end));
    return entityRow(
      {
        title: schooling.schoolName,
        subtitle: subtitle === '' ? null : subtitle,
        // A school's years stand without their length.
        caption: caption?.split(' · ')[0] ?? null,
        metadata: null,
      },
      schooling.school === null ? { kind: 'none' } : { kind: 'organization', organization: schooling.school, isDangling: false },
      [],
    );
  });
}

export function skillRows(member: Member): readonly NodeObject[] {
  return member.skills.map((title) => entityRow({ title, subtitle: null, caption: null, metadata: null }, { kind: 'none' }, []));
}

function targetOf(employer: Employer): RowTarget {
  if (employer.company !== null) return { kind: 'organization', organization: employer.company, isDangling: employer.isDangling };
  return employer.name.length % 2 === 0 ? { kind: 'search', name: employer.name } : { kind: 'none' };
}

function belowRole(role: Role, locale: Locale): readonly NodeObject[] {
  const below: NodeObject[] = [];
  if (role.description !== null) below.push(fixedList([textComponent(role.description)], 'NONE'));
  if (role.skills.length > 0)
    below.push(fixedList([textComponent(`${wordsOf(locale).skillsLabel}${role.skills.join(' · ')}`)], 'NONE'));
  return below;
}

function tenureOf(group: EmployerGroup, locale: Locale): string | null {
  const start = group.roles.findLast((role) => role.start !== null)?.start;
  if (start === null || start === undefined) return null;
  const duration = durationText(locale, start, group.roles[0]?.end ?? today);
  return duration === '' ? null : duration;
}

/** The employer's row names a place only when every role below it was there. */
function sharedPlaceOf(group: EmployerGroup): string | null {
  const place = group.roles[0]?.location ?? null;
  return group.roles.every((role) => role.location === place) ? place : null;
}

/** The kind of workplace is only ever seen after a place. */
function placeText(location: string | null, workplace: Workplace | null, locale: Locale): string | null {
  if (location === null || workplace === null) return location;
  return `${location} · ${wordsOf(locale).workplace[workplace]}`;
}
