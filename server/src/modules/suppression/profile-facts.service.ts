/** Facts about the person of a collected profile, or of an entry for one. Pure. */
import { memberForm } from './person/person-address.ts';
import type { PersonFacts } from './person/person-keys.ts';

interface ProfileIdentity {
  readonly memberId: string | null;
  /** Lower-cased slugs. */
  readonly profileKeys: readonly string[];
  readonly name: string | null;
  readonly email: string | null;
  readonly employer: string | null;
}

export function profileFacts({ memberId, profileKeys, name, email, employer }: ProfileIdentity): PersonFacts {
  const listed = (text: string | null) => (text === null ? [] : [text]);
  return {
    names: listed(name),
    emails: listed(email),
    profileForms: [...profileKeys, ...listed(memberId)].map(memberForm),
    employers: listed(employer),
  };
}
