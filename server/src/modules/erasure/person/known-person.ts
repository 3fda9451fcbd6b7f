/**
 * Who is to be erased: what the request names, and what was found to identify the same person. It is stored with the
 * request while that is carried out, because it cannot be found again once the first rows are gone.
 */
import { z } from 'zod';
import {
  domainsOf,
  isKnownBy,
  type PersonFacts,
  personKeys,
  suppressionKeys,
  withMemberMarks,
} from '../../suppression/person/person-keys.ts';
import { nameForms } from '../../suppression/person/person-name.ts';

export const knownPersonSchema = z.object({
  /** Keys in the form of `person-keys.ts`. */
  keys: z.array(z.string()),
  names: z.array(z.string()),
  emails: z.array(z.string()),
  profiles: z.array(z.string()),
  /** Employers’ names and domains. */
  employers: z.array(z.string()),
});
export type KnownPerson = z.infer<typeof knownPersonSchema>;

export const NOBODY: KnownPerson = { keys: [], names: [], emails: [], profiles: [], employers: [] };

const union = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

export function personOf(facts: PersonFacts): KnownPerson {
  return withFacts(NOBODY, facts);
}

export function withFacts(person: KnownPerson, facts: PersonFacts): KnownPerson {
  return {
    keys: union(person.keys, suppressionKeys(facts)),
    names: union(person.names, facts.names ?? []),
    emails: union(person.emails, facts.emails ?? []),
    profiles: union(person.profiles, facts.profiles ?? [], facts.profileForms ?? []),
    employers: union(person.employers, facts.employers ?? [], domainsOf(facts)),
  };
}

/** Joins what is known of one person in two places. */
export function together(one: KnownPerson, other: KnownPerson): KnownPerson {
  return {
    keys: union(one.keys, other.keys),
    names: union(one.names, other.names),
    emails: union(one.emails, other.emails),
    profiles: union(one.profiles, other.profiles),
    employers: union(one.employers, other.employers),
  };
}

export function isOf(person: KnownPerson): (facts: PersonFacts) => boolean {
  const keys = new Set(withMemberMarks(person.keys));
  return (facts) => isKnownBy(facts, (key) => keys.has(key));
}

/** Spellings of one name count once. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const forms = nameForms(name);
    if (forms.length === 0 || forms.some((form) => seen.has(form))) return false;
    for (const form of forms) seen.add(form);
    return true;
  });
}

/** What was learned so far. */
export interface Learned {
  readonly person: KnownPerson;
  /** Keys that turned out to be those of other people, too. */
  readonly shared: ReadonlySet<string>;
}

/**
 * Adds what found rows say about the person. Where several people share what was asked for, such as the mailbox of an
 * office, nothing is concluded from their rows. An address that turns out to be shared is not taken over either.
 */
export function learn({ person, shared }: Learned, asked: KnownPerson, found: readonly PersonFacts[]): Learned {
  const isRequested = isOf(asked);
  const named = asked.names.length > 0 ? asked.names : found.filter(isRequested).flatMap(({ names = [] }) => names);
  if (asked.names.length === 0 && distinctNames(named).length > 1) return { person: asked, shared };
  const forms = new Set(named.flatMap(nameForms));
  const isSame = ({ names = [] }: PersonFacts) =>
    forms.size === 0 || names.length === 0 || names.flatMap(nameForms).some((form) => forms.has(form));
  const lookupKeys = new Set(asked.keys);
  const others = found.filter((facts) => !isSame(facts)).flatMap(personKeys);
  const allShared = new Set([...shared, ...others.filter((key) => !lookupKeys.has(key))]);
  const learned = found.filter(isSame).reduce(withFacts, person);
  const keys = learned.keys.filter((key) => !allShared.has(key));
  const isPerson = isOf({ ...learned, keys });
  const emails = learned.emails.filter((email) => isPerson({ emails: [email] }));
  return { person: { ...learned, keys, emails }, shared: allShared };
}
