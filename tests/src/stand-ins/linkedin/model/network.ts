/**
 * All members together: how many there are, who the viewer is, and who bears a name. It holds no members, only settings;
 * whatever it answers is computed anew.
 */

import type { Employer, EmployerGroup, Role, Schooling } from './career.ts';
import type { Company } from './companies.ts';
import { companyAt, findCompany } from './companies.ts';
import { readMemberId, readSlugCode } from './identifiers.ts';
import { isLocale, type Locale } from './locales.ts';
import { buildMember, LONG_CAREER_INDEX, type Member, VIEWER_INDEX } from './member.ts';
import { CONNECTION_STRIDE } from './traits.ts';

/** `member`: by the member's index; `request`: as the query or `x-li-lang` asks; or one for all. */
export type LocaleChoice = 'member' | 'request' | Locale;

export interface NetworkSettings {
  readonly memberCount: number;
  readonly seed: number;
  readonly viewerSlug: string;
  readonly localeChoice: LocaleChoice;
}

export interface Network {
  readonly seed: number;
  readonly memberCount: number;
  readonly connectionCount: number;
  readonly viewer: () => Member;
  /** @throws RangeError beyond the member count */
  readonly member: (index: number) => Member;
  /** The member with a slug (in any case) or a bare member id. */
  readonly findMember: (identity: string) => Member | undefined;
  readonly connection: (position: number) => Member;
  readonly company: (number: number) => Company;
  /** The company with a universal name or a numeric id. */
  readonly findCompany: (name: string) => Company | undefined;
  readonly captionLocale: (member: Member, asked: string | undefined) => Locale;
  readonly setLocaleChoice: (choice: LocaleChoice) => void;
  /** Adds a text to every text a person can write, such as hostile markup or a long text; null takes it back. */
  readonly decorateText: (suffix: string | null) => void;
}

const memberLocales: readonly Locale[] = ['en_US', 'de_DE', 'en_US', 'ja_JP', 'en_US', 'de_DE', 'en_US'];

export function createNetwork(settings: NetworkSettings): Network {
  const { seed, memberCount } = settings;
  let localeChoice = settings.localeChoice;
  let suffix: string | null = null;

  const build = (index: number): Member => {
    const member = buildMember(seed, index, settings.viewerSlug);
    return suffix === null ? member : withSuffix(member, suffix);
  };
  const isMember = (index: number) =>
    index === VIEWER_INDEX || index === LONG_CAREER_INDEX || (index >= 0 && index < memberCount);

  return {
    seed,
    memberCount,
    connectionCount: Math.ceil(memberCount / CONNECTION_STRIDE),
    viewer: () => build(VIEWER_INDEX),
    member: (index) => {
      if (!isMember(index)) throw new RangeError(`there is no member ${index}`);
      return build(index);
    },
    findMember: (identity) => {
      const wanted = identity.normalize('NFC').toLowerCase();
      if (wanted === settings.viewerSlug.toLowerCase()) return build(VIEWER_INDEX);
      const index = readMemberId(seed, identity) ?? readSlugCode(seed, wanted);
      if (index === undefined || !isMember(index)) return undefined;
      const member = build(index);
      return member.id === identity || member.slug === wanted ? member : undefined;
    },
    connection: (position) => build(position * CONNECTION_STRIDE),
    company: (number) => companyAt(seed, number),
    findCompany: (name) => {
      const company = findCompany(seed, name);
      return company === undefined || suffix === null ? company : companyWithSuffix(company, suffix);
    },
    captionLocale: (member, asked) => {
      if (localeChoice === 'request') return isLocale(asked) ? asked : 'en_US';
      if (localeChoice === 'member') return memberLocales[member.index % memberLocales.length] ?? 'en_US';
      return localeChoice;
    },
    setLocaleChoice: (choice) => {
      localeChoice = choice;
    },
    decorateText: (text) => {
      suffix = text;
    },
  };
}

function withSuffix(member: Member, suffix: string): Member {
  const add = (text: string) => `${text}${suffix}`;
  const addTo = (text: string | null) => (text === null ? null : add(text));
  const employer = (of: Employer): Employer => ({
    ...of,
    name: add(of.name),
    company: of.company === null ? null : companyWithSuffix(of.company, suffix),
  });
  const role = (of: Role): Role => ({
    ...of,
    title: add(of.title),
    location: addTo(of.location),
    description: add(of.description ?? ''),
  });
  const group = (of: EmployerGroup): EmployerGroup => ({ ...of, employer: employer(of.employer), roles: of.roles.map(role) });
  const school = (of: Schooling): Schooling => ({
    ...of,
    schoolName: add(of.schoolName),
    school: of.school === null ? null : companyWithSuffix(of.school, suffix),
    degree: addTo(of.degree),
    field: addTo(of.field),
  });
  return {
    ...member,
    firstName: add(member.firstName),
    lastName: add(member.lastName),
    headline: add(member.headline),
    summary: add(member.summary ?? ''),
    place: { ...member.place, name: add(member.place.name), countryName: add(member.place.countryName) },
    industry: { ...member.industry, name: add(member.industry.name) },
    groups: member.groups.map(group),
    schools: member.schools.map(school),
    skills: member.skills.map(add),
  };
}

function companyWithSuffix(company: Company, suffix: string): Company {
  return { ...company, name: `${company.name}${suffix}`, description: `${company.description}${suffix}` };
}
