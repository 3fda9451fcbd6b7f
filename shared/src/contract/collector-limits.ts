/** Limits of what an account can store with the collector. The endpoints are in `linkedin.ts` and `people-changes.ts`. */
import type { StorageLimit } from './storage-limit.ts';

/** A member has at most 30,000 connections. Twice as many entries are still listed and saved quickly. */
export const MAX_ENTRIES: StorageLimit = { of: 'profiles in the list', verified: 60_000, unverified: 600 };
export const MAX_PENDING_SEARCHES: StorageLimit = { of: 'pending searches', verified: 200, unverified: 5 };
/**
 * Characters of all pending searches as JSON; two hundred searches of ten pages have about 400,000. The first page of the
 * list has all of them.
 */
export const MAX_SEARCH_CHARACTERS: StorageLimit = {
  of: 'characters of pending searches',
  verified: 1024 * 1024,
  unverified: 10 * 1024,
};
/** The extension reads 80 profiles per day. */
export const MAX_PROFILES: StorageLimit = { of: 'profiles', verb: 'collect', verified: 60_000, unverified: 100 };
export const MAX_COMPANIES: StorageLimit = { of: 'companies', verb: 'collect', verified: 60_000, unverified: 100 };
/** A hundred look-ups a day find some ten places each. The oldest are deleted for new ones. */
export const MAX_KNOWN_PLACES: StorageLimit = { of: 'places that LinkedIn named', verified: 2_000, unverified: 20 };
/** Changes of one profile, which last more than a year if it is collected daily. The oldest is deleted for a new one. */
export const MAX_PROFILE_CHANGES: StorageLimit = { of: 'changes of a profile', verified: 400, unverified: 4 };
/** Pairs of person and tag. A person has at most 50 tags. */
export const MAX_TAGGED_PEOPLE: StorageLimit = { of: 'tags of people', verified: 3_000_000, unverified: 10 };
