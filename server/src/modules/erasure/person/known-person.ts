/**
 * Who is to be erased: what the request names, and what was found to identify the same person. Kept with the request while
 * it is carried out, because it cannot be found again once the first rows are gone.
 */
import { z } from 'zod';
import { domainsOf, type PersonFacts, personKeys, suppressionKeys } from './person-keys.ts';
import { nameForms } from './person-name.ts';

export const knownPersonSchema = z.object({
  /** As `person-keys.ts` writes them. */
  keys: z.array(z.string()),
  names: z.array(z.string()),
  emails: z.array(z.string()),
  profiles: z.array(z.string()),
  /** Employers’ names and domains. */
  employers: z.array(z.string()),
});
export type KnownPerson = z.infer<typeof knownPersonSchema>;

const union = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

export function personOf(facts: PersonFacts): KnownPerson {
  return withFacts({ keys: [], names: [], emails: [], profiles: [], employers: [] }, facts);
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

export function isOf(person: KnownPerson): (facts: PersonFacts) => boolean {
  const keys = new Set(person.keys);
  return (facts) => personKeys(facts).some((key) => keys.has(key));
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

/**
 * Adds what found rows say about the person. Where several people share what was asked for, such as the mailbox of an
 * office, nothing is concluded from their rows. An address that turns out to be shared is not taken over either.
 */
export function learn(person: KnownPerson, asked: KnownPerson, found: readonly PersonFacts[]): KnownPerson {
  const names = distinctNames(
    asked.names.length > 0 ? asked.names : found.filter(isOf(asked)).flatMap((facts) => facts.names ?? []),
  );
  if (names.length > 1 && asked.names.length === 0) return asked;
  const forms = new Set(names.flatMap(nameForms));
  const isSame = (facts: PersonFacts) =>
    forms.size === 0 ||
    (facts.names ?? []).length === 0 ||
    (facts.names ?? []).flatMap(nameForms).some((form) => forms.has(form));
  const learned = found.filter(isSame).reduce(withFacts, person);
  const askedKeys = new Set(asked.keys);
  const shared = new Set(
    found
      .filter((facts) => !isSame(facts))
      .flatMap(personKeys)
      .filter((key) => !askedKeys.has(key)),
  );
  return { ...learned, keys: learned.keys.filter((key) => !shared.has(key)) };
}
