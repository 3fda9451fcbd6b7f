/** The contact data that a member shares with this viewer. null means it was not shared, not that it does not exist. */
import { shortText } from './clean-text.ts';
import { arrayOf, at, isObject, type JsonObject, stringOf, textOf } from './json-value.ts';
import type { ParsedProfile } from './parsed-profile.ts';

export interface ContactInfo extends Pick<ParsedProfile, 'email' | 'phones' | 'websites' | 'twitter'> {
  /** Whether the responses contained contact information. */
  readonly isPresent: boolean;
}

const FIELDS = ['emailAddress', 'phoneNumbers', 'websites', 'twitterHandles'];
const EMAIL = /^[^\s@<>()[\],;:"]{1,64}@[^\s@<>()[\],;:"]{1,255}$/;
const MAX_ENTRIES = 20;

export function readContact(profile: JsonObject | undefined): ContactInfo {
  const email = shortText(stringOf(profile?.emailAddress) ?? stringOf(at(profile?.emailAddress, 'emailAddress')));
  return {
    isPresent: profile !== undefined && FIELDS.some((field) => profile[field] !== undefined),
    email: email !== null && EMAIL.test(email) && email.length <= 320 ? email : null,
    phones: each(profile?.phoneNumbers, (entry) => textOf(at(entry, 'phoneNumber', 'number')) ?? textOf(entry.number)),
    websites: each(profile?.websites, (entry) => webAddress(stringOf(entry.url))),
    twitter: each(profile?.twitterHandles, (entry) => textOf(entry.name)),
  };
}

function each(list: unknown, read: (entry: JsonObject) => string | undefined): readonly string[] {
  const found = new Set<string>();
  for (const entry of arrayOf(list).slice(0, MAX_ENTRIES)) {
    const text = isObject(entry) ? shortText(read(entry)) : null;
    if (text !== null) found.add(text);
  }
  return [...found];
}

/** The address of a website: only http and https, because it becomes a link. Members often omit the scheme. */
function webAddress(typed: string | undefined): string | undefined {
  if (typed === undefined || typed.length > 500) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`;
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
}
