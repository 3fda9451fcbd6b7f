/**
 * Employers, roles and schools of a member. An employer can be told without drawing the whole career,
 * because a search by company looks at thousands of members.
 */
import { degrees, descriptions, freeTextEmployers, japaneseTitles, type LineOfWork, linesOfWork } from './career-text.ts';
import { COMPANY_COUNT, type Company, companyAt, SCHOOL_COUNT, schoolAt } from './companies.ts';
import { createDice, cycle, type Dice, mix32, pick, purpose } from './dice.ts';
import { type EmploymentType, type Locale, today, type Workplace, type YearMonth } from './locales.ts';
import { type Traits, traitsOf } from './traits.ts';

export interface Employer {
  readonly name: string;
  /** Null for an employer that is only text. */
  readonly company: Company | null;
  /** The page is referred to, but not in the answer. */
  readonly isDangling: boolean;
}

export interface Role {
  /** Unique within the member. */
  readonly number: number;
  readonly title: string;
  readonly start: YearMonth | null;
  /** Null with a start means the role goes on. */
  readonly end: YearMonth | null;
  readonly location: string | null;
  readonly workplace: Workplace | null;
  readonly employmentType: EmploymentType | null;
  readonly description: string | null;
  readonly skills: readonly string[];
}

export interface EmployerGroup {
  readonly number: number;
  readonly employer: Employer;
  /** Newest first; more than one role makes the group a grouped one. */
  readonly roles: readonly Role[];
}

export interface Schooling {
  readonly number: number;
  readonly schoolName: string;
  readonly school: Company | null;
  readonly degree: string | null;
  readonly field: string | null;
  readonly start: YearMonth | null;
  readonly end: YearMonth | null;
}

export function employerCount(seed: number, index: number, traits: Traits): number {
  if (traits.withoutExperience) return 0;
  const dice = createDice(seed, index, purpose.employer);
  if (traits.veryManyEmployers) return 22 + dice(4);
  return traits.manyEmployers ? 12 + dice(4) : 1 + dice(5) + (traits.freeTextEmployer ? 1 : 0);
}

export function employerAt(seed: number, index: number, group: number, traits: Traits): Employer {
  const draw = mix32(mix32(seed ^ index) + group);
  if (traits.freeTextEmployer && group === 1) return { name: cycle(freeTextEmployers, draw), company: null, isDangling: false };
  const company =
    traits.schoolEmployer && group === 0 ? schoolAt(seed, draw % SCHOOL_COUNT) : companyAt(seed, draw % COMPANY_COUNT);
  return { name: company.name, company, isDangling: traits.danglingCompany && group === 0 };
}

export function lineOfWorkOf(index: number): LineOfWork {
  return cycle(linesOfWork, Math.floor(index / 2));
}

/** How many roles each of 14 employers has: 33 in all. */
const LONG_CAREER = [8, 1, 1, 5, 1, 1, 1, 1, 1, 1, 6, 1, 4, 1] as const;

/** A career that no single answer shows whole. The next to last stay is at an employer of a later one. */
export function longCareerOf(seed: number, index: number): readonly EmployerGroup[] {
  const titles = lineOfWorkOf(index).titles;
  let month = today.year * 12;
  let number = 100;
  return LONG_CAREER.map((roleCount, group): EmployerGroup => {
    const company = companyAt(seed, 7 + (group === 12 ? 2 : group));
    const roles = Array.from({ length: roleCount }, (_, position): Role => {
      const end = month;
      month -= 5;
      number += 1;
      const isOngoing = group === 0 && position === 0;
      return {
        number,
        title: `${cycle(titles, number)}, level ${roleCount - position}`,
        start: { year: Math.floor(month / 12), month: (month % 12) + 1 },
        end: isOngoing ? null : { year: Math.floor(end / 12), month: (end % 12) + 1 },
        location: null,
        workplace: null,
        employmentType: null,
        description: cycle(descriptions, number),
        skills: [],
      };
    });
    month -= 3;
    return { number: 501 + group, employer: { name: company.name, company, isDangling: false }, roles };
  });
}

export function careerOf(seed: number, index: number, locale: Locale, home: string): readonly EmployerGroup[] {
  const traits = traitsOf(index);
  const dice = createDice(seed, index, purpose.career);
  const count = employerCount(seed, index, traits);
  const clock = createMonthsBackwards(traits, dice);
  const titles = titlesOf(index, locale);
  let seniority = titles.length - 1 - (index % 3);
  let nextRole = 101;
  return Array.from({ length: count }, (_, group) => {
    const roleCount = group === 0 && traits.groupedRoles ? 2 + dice(3) : 1;
    const roles = Array.from({ length: roleCount }, (_unused, position): Role => {
      const isLast = group === count - 1 && position === roleCount - 1;
      const isShort = count > 6;
      const { start, end } = clock(isShort ? 10 : 40, position > 0);
      const role: Role = {
        number: nextRole,
        title: cycle(titles, Math.max(0, seniority)),
        start: isLast && traits.undatedRole ? null : start,
        end: isLast && traits.undatedRole ? null : end,
        location: dice(4) === 0 ? null : home,
        workplace: pick(dice, [null, 'hybrid', 'remote', 'on-site'] as const),
        employmentType: pick(dice, ['full', 'full', 'part', 'contract', 'freelance', 'internship', null] as const),
        description: pick(dice, descriptions),
        skills: dice(3) === 0 ? lineOfWorkOf(index).skills.slice(0, 2) : [],
      };
      nextRole += 1;
      seniority -= 1;
      return role;
    });
    return { number: 501 + group, employer: employerAt(seed, index, group, traits), roles };
  });
}

export function schoolingOf(seed: number, index: number): readonly Schooling[] {
  const dice = createDice(seed, index, purpose.education);
  const count = dice(4);
  return Array.from({ length: count }, (_, position): Schooling => {
    const isListed = dice(4) > 0;
    const school = schoolAt(seed, dice(SCHOOL_COUNT));
    const [degree, field] = pick(dice, degrees);
    const year = 2014 - position * 5 - dice(9);
    const hasDates = dice(5) > 0;
    const start = { year, month: dice(2) === 0 ? null : 9 };
    return {
      number: 801 + position,
      schoolName: isListed ? school.name : `Evening school no. ${1 + dice(40)}`,
      school: isListed ? school : null,
      degree,
      field,
      start: hasDates ? start : null,
      end: hasDates ? { year: year + 3, month: start.month === null ? null : 6 } : null,
    };
  });
}

/** Hands out periods from today into the past. Roles of one employer follow each other without a gap. */
function createMonthsBackwards(traits: Traits, dice: Dice) {
  let cursor = today.year * 12 + (today.month ?? 1) - 1;
  let isFirst = true;
  return (longest: number, isSameEmployer: boolean): { start: YearMonth; end: YearMonth | null } => {
    const isOngoing = isFirst && !traits.allEnded;
    if (isFirst && traits.allEnded) cursor -= 3 + dice(18);
    else if (!isFirst && !isSameEmployer) cursor -= dice(4);
    isFirst = false;
    const end = cursor;
    cursor -= 1 + dice(longest);
    const month = (value: number): YearMonth => ({
      year: Math.floor(value / 12),
      month: traits.yearOnlyDates ? null : (value % 12) + 1,
    });
    return { start: month(cursor), end: isOngoing ? null : month(end) };
  };
}

function titlesOf(index: number, locale: Locale): readonly string[] {
  if (locale === 'ja_JP') return japaneseTitles;
  const line = lineOfWorkOf(index);
  return locale === 'de_DE' ? line.germanTitles : line.titles;
}
