/**
 * Keys that identify a person: an email, the address of a profile, or a name together with the employer's domain; where a
 * row knows no domain, the employer's name in its place. Each is a text with its kind in front. Pure.
 */
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import { isSharedHost } from '../../../hosts/shared-hosts.ts';
import { domainOf, readEmailAddress } from '../../../mail/email-address.ts';
import { emailForm, profileForm } from './person-address.ts';
import { nameForms } from './person-name.ts';

/** The statements of a row, a profile or a request about a person, in their own spelling. */
export interface PersonFacts {
  readonly names?: readonly string[];
  readonly emails?: readonly string[];
  /** Addresses of profiles. */
  readonly profiles?: readonly string[];
  /** Profiles in the form in which they are compared. */
  readonly profileForms?: readonly string[];
  /** Websites of the employer. */
  readonly websites?: readonly string[];
  readonly employers?: readonly string[];
}

export function personKeys(facts: PersonFacts): readonly string[] {
  const { names = [], emails = [], profiles = [], profileForms = [], employers = [] } = facts;
  const forms = names.flatMap(nameForms);
  const domains = domainsOf(facts);
  const keys = [
    ...emails.flatMap((email) => keyOf('email', emailForm(email))),
    ...[...profileForms, ...profiles.map(profileForm)].flatMap((form) => keyOf('profile', form)),
    ...forms.flatMap((name) => domains.map((domain) => `name-domain:${name}@${domain}`)),
    ...(domains.length > 0 ? [] : forms.flatMap((name) => employerKeys(name, employers))),
  ];
  return [...new Set(keys)];
}

/** Keys of the person for the suppression list, among them those for rows that name the employer without a domain. */
export function suppressionKeys(facts: PersonFacts): readonly string[] {
  const forms = (facts.names ?? []).flatMap(nameForms);
  return [...new Set([...personKeys(facts), ...forms.flatMap((name) => employerKeys(name, facts.employers ?? []))])];
}

/**
 * Whether the facts are those of somebody who is known by keys. A name and the name of an employer say little: several
 * members of LinkedIn can share both. Where the address of a member is known, they do not point to a member who has another.
 * @param has whether somebody is known by this key
 */
export function isKnownBy(facts: PersonFacts, has: (key: string) => boolean): boolean {
  const keys = personKeys(facts);
  const isMember = keys.some(isMemberKey);
  return keys.some((key) => has(key) && !(isMember && key.startsWith(BY_EMPLOYER) && has(memberMark(key))));
}

/** The keys that `isKnownBy` looks up. */
export function lookupKeys(facts: PersonFacts): readonly string[] {
  const keys = personKeys(facts);
  return [...keys, ...(keys.some(isMemberKey) ? keys.filter((key) => key.startsWith(BY_EMPLOYER)).map(memberMark) : [])];
}

/** Adds to the keys of one person that their address as a member is known, for `isKnownBy`. */
export function withMemberMarks(keys: readonly string[]): readonly string[] {
  return keys.some(isMemberKey) ? [...keys, ...keys.filter((key) => key.startsWith(BY_EMPLOYER)).map(memberMark)] : keys;
}

const BY_EMPLOYER = 'name-employer:';

function isMemberKey(key: string): boolean {
  return key.startsWith('profile:linkedin.com/in/');
}

function memberMark(employerKey: string): string {
  return `known-member:${employerKey.slice(BY_EMPLOYER.length)}`;
}

/** Domains in the websites and emails; hosts that many share say nothing about an employer. */
export function domainsOf({ emails = [], websites = [] }: PersonFacts): readonly string[] {
  const hosts = [
    ...websites.map((website) => normalDomain(website)),
    ...emails.map((email) => {
      const address = readEmailAddress(email);
      return address === null ? null : domainOf(address);
    }),
  ];
  return [...new Set(hosts.filter((host) => host !== null).filter((host) => !isSharedHost(host)))];
}

function employerKeys(name: string, employers: readonly string[]): readonly string[] {
  return employers.flatMap(nameForms).map((employer) => `${BY_EMPLOYER}${name}@${employer}`);
}

function keyOf(kind: string, form: string | null): readonly string[] {
  return form === null ? [] : [`${kind}:${form}`];
}
