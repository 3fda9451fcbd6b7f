/**
 * The collector: entries to collect, searches, parsing of what the extension fetched, the endpoint catalogue. The file is
 * long because it holds every endpoint of the collector.
 */
import * as z from 'zod/mini';
import { signedCatalogueSchema } from '../linkedin/catalogue.ts';
import { challengeSchema, extensionProofSchema } from '../linkedin/extension-proof.ts';
import { sectionStateSchema } from './collected-profiles.ts';
import {
  MAX_COMPANIES,
  MAX_ENTRIES,
  MAX_KNOWN_PLACES,
  MAX_PENDING_SEARCHES,
  MAX_PROFILE_CHANGES,
  MAX_PROFILES,
  MAX_SEARCH_CHARACTERS,
} from './collector-limits.ts';
import { endpoint } from './endpoint.ts';
import { cursorSchema } from './list-parameters.ts';
import { wholeNumber } from './whole-number.ts';

/** The raw answers of a profile reach megabytes in the worst case; larger bodies are refused. */
const PARSE_BODY_LIMIT = 8 * 1024 * 1024;
/** Entries in a page of the list. A page also ends where its texts have a megabyte. */
export const DEFAULT_ENTRIES_PER_PAGE = 1_000;
export const MAX_ENTRIES_PER_PAGE = 2_000;
/** Real responses nest about 40 levels deep. */
const PARSE_BODY_DEPTH = 200;

/** Where an entry was found: by an address that somebody typed, among their connections, or in a people search. */
export const foundBySchema = z.enum(['address', 'connections', 'search']);
export type FoundBy = z.infer<typeof foundBySchema>;

export const collectorEntrySchema = z.object({
  /** The client chooses the id, so that an entry can be shown before it is saved. */
  id: z.uuid(),
  url: z.string(),
  collected: z.boolean(),
  status: z.nullable(z.enum(['ok', 'not_found'])),
  /** LinkedIn's own member id (`ACoAA…`). */
  profile_id: z.nullable(z.string()),
  /** Our id, for `/linkedin/users/{user_id}`. */
  user_id: z.nullable(z.string()),
  profile_url: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The name in the collected profile, or else as it stood in the list where the entry was found. */
  name: z.optional(z.nullable(z.string())),
  /** The employer in the collected profile. */
  employer: z.optional(z.nullable(z.string())),
  /** How the entry was found; null: not recorded. */
  found_by: z.optional(z.nullable(foundBySchema)),
  /** Another member of the workspace who collected the profile first, so that it need not be collected again; absent: nobody. */
  collected_by: z.optional(
    z.object({
      /** `a former member` where the account is gone. */
      email: z.string(),
      /** Their name, or else their email. */
      name: z.string(),
      at: z.iso.datetime(),
    }),
  ),
});
export type CollectorEntry = z.infer<typeof collectorEntrySchema>;

/** A new entry has `url` and `id`; a finished download sends the whole entry. */
export const collectorEntryInput = z.strictObject({
  id: z.uuid(),
  url: z.string().check(z.minLength(1), z.maxLength(2048)),
  collected: z.optional(z.boolean()),
  status: z.optional(z.nullable(z.enum(['ok', 'not_found']))),
  profile_id: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  user_id: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  profile_url: z.optional(z.nullable(z.string().check(z.maxLength(2048)))),
  email: z.optional(z.nullable(z.string().check(z.maxLength(320)))),
  /** The name of a new entry, which is stored until its profile is collected. */
  name: z.optional(z.nullable(z.string().check(z.maxLength(1000)))),
  /** The field is not stored: it is read from the collected profile. */
  employer: z.optional(z.nullable(z.string().check(z.maxLength(1000)))),
  /** How the entry was found; stored with a new entry. */
  found_by: z.optional(z.nullable(foundBySchema)),
});

const searchIds = z.array(z.string().check(z.maxLength(40))).check(z.maxLength(50));
export const searchParamsSchema = z.object({
  page: z.int().check(z.minimum(1), z.maximum(100)),
  peopleSearchQuery: z.string().check(z.maxLength(500)),
  locationIds: z._default(searchIds, []),
  currentCompanyIds: z._default(searchIds, []),
  pastCompanyIds: z._default(searchIds, []),
  connectionId: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
  connectionOrders: z._default(z.array(z.enum(['F', 'S', 'O'])), []),
  industryIds: z._default(searchIds, []),
  jobId: z._default(z.nullable(z.string().check(z.maxLength(60))), null),
  searchId: z._default(z.nullable(z.string().check(z.maxLength(60))), null),
});
export type SearchParams = z.infer<typeof searchParamsSchema>;

export const searchJobSchema = z.object({ jobId: z.string(), description: z.string(), searches: z.array(searchParamsSchema) });
export type SearchJob = z.infer<typeof searchJobSchema>;

/** LinkedIn's response as fetched: text, or a value already parsed from JSON. The parser validates it. */
const rawAnswer = z.optional(z.unknown());
/** Contact and experiences are complete, and the profile's entries are marked as downloaded in the same transaction. */
const isCollected = z.boolean();

export const listJobs = endpoint({
  method: 'GET',
  path: '/linkedin/jobs',
  access: 'session',
  belongsTo: 'account',
  summary: 'List the entries to collect page by page, and with the first page unfinished searches and company ids without a name',
  query: z.strictObject({
    /** The next_cursor of the page before. */
    cursor: z.optional(cursorSchema),
    per_page: z.optional(wholeNumber(1, MAX_ENTRIES_PER_PAGE)),
  }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      /** Entries in the order they were added. */
      user_jobs: z.array(collectorEntrySchema),
      /** The number of entries in the list. Absent from a server of an earlier version, which lists all at once. */
      total: z.optional(z.int()),
      /** The cursor of the next page; null after the last. */
      next_cursor: z.optional(z.nullable(z.string())),
      /** Pending searches. Empty in all pages but the first, like `company_ids`. */
      search_jobs: z.array(searchJobSchema),
      company_ids: z.array(z.string()),
      /** When this account accepted the risk of collecting to its LinkedIn account; null: not yet. */
      risk_accepted_at: z.nullable(z.iso.datetime()),
    }),
  },
  errors: [],
});

export const saveUserJobs = endpoint({
  method: 'POST',
  path: '/linkedin/jobs/users',
  access: 'session',
  right: 'collect',
  stores: true,
  summary: 'Save entries; one that is in the list is returned as it is, and who asked to be erased is held back',
  body: z.strictObject({ users: z.array(collectorEntryInput).check(z.minLength(1), z.maxLength(1000)) }),
  bodyLimit: 2 * 1024 * 1024,
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ users: z.array(collectorEntrySchema), added: z.int(), existing: z.int(), held_back: z.optional(z.int()) }),
  },
  errors: ['STORAGE.FULL', 'PROFILE.URL_INVALID'],
  storageLimits: [MAX_ENTRIES],
});

export const deleteUserJobs = endpoint({
  method: 'DELETE',
  path: '/linkedin/jobs/users',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Remove entries from the list; collected profiles stay',
  body: z.strictObject({ ids: z._default(z.array(z.uuid()).check(z.maxLength(10_000)), []) }),
  bodyLimit: 1024 * 1024,
  success: { kind: 'empty', status: 204 },
  errors: ['ROWS.NO_IDS'],
});

export const saveSearchJobs = endpoint({
  method: 'POST',
  path: '/linkedin/jobs/search',
  access: 'session',
  right: 'collect',
  stores: true,
  summary: 'Save the remaining pages of a search',
  body: z.strictObject({ searchParams: z.array(searchParamsSchema).check(z.minLength(1), z.maxLength(100)) }),
  success: { kind: 'json', status: 201, body: searchJobSchema },
  errors: ['STORAGE.FULL'],
  storageLimits: [MAX_PENDING_SEARCHES, MAX_SEARCH_CHARACTERS],
});

export const deleteSearchJob = endpoint({
  method: 'DELETE',
  path: '/linkedin/jobs',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Delete a pending search',
  body: z.strictObject({ id: z.optional(z.string().check(z.maxLength(60))) }),
  success: { kind: 'empty', status: 204 },
  errors: ['ROWS.NO_IDS'],
});

export const parseProfile = endpoint({
  method: 'POST',
  path: '/parse/profile',
  access: 'session',
  right: 'collect',
  stores: true,
  summary: 'Store a profile from the responses of the profile (p1), top-card (p2) and section endpoints',
  body: z.strictObject({
    content: z.strictObject({
      url: z.string().check(z.maxLength(2048)),
      p1: rawAnswer,
      p2: rawAnswer,
      /** The response of the endpoint of positions, or a list of its pages. */
      positions: rawAnswer,
      educations: rawAnswer,
    }),
  }),
  bodyLimit: PARSE_BODY_LIMIT,
  bodyDepth: PARSE_BODY_DEPTH,
  documents: ['p1', 'p2', 'positions', 'educations'],
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      profile_id: z.string(),
      user_id: z.string(),
      profile_url: z.string(),
      email: z.nullable(z.string()),
      full_name: z.optional(z.nullable(z.string())),
      company_name: z.optional(z.nullable(z.string())),
      sections: z.record(z.string(), sectionStateSchema),
      /** Number of positions LinkedIn reports beyond those it sent, if it reports any. */
      missing_experiences: z.nullable(z.int()),
      collected: isCollected,
      /** Sections that are not complete, and the row from which their endpoint has more. */
      next_sections: z.optional(
        z.array(z.object({ resource: z.enum(['profilePositions', 'profileEducations']), start: z.int() })),
      ),
    }),
  },
  errors: [
    'STORAGE.FULL',
    'PROFILE.SUPPRESSED',
    'PROFILE.URL_INVALID',
    'PROFILE.LIMIT_REACHED',
    'PROFILE.MEMBER_LIMIT_REACHED',
    'PARSE.UNREADABLE',
    'PARSE.OTHER_MEMBER',
    'REQUEST.TOO_DEEP',
    'REQUEST.TOO_LARGE',
  ],
  storageLimits: [MAX_PROFILES, MAX_PROFILE_CHANGES],
  rateLimit: { max: 600, windowSeconds: 60 },
});

export const parseComponents = endpoint({
  method: 'POST',
  path: '/parse/components',
  access: 'session',
  right: 'collect',
  stores: true,
  summary: 'Add the responses of the section endpoints to a stored profile',
  body: z.strictObject({
    content: z.strictObject({
      profile_id: z.string().check(z.minLength(1), z.maxLength(200)),
      p: rawAnswer,
      ex: rawAnswer,
      ed: rawAnswer,
      c: rawAnswer,
      i: rawAnswer,
    }),
  }),
  bodyLimit: PARSE_BODY_LIMIT,
  bodyDepth: PARSE_BODY_DEPTH,
  documents: ['p', 'ex', 'ed', 'c', 'i'],
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      profile_id: z.string(),
      user_id: z.string(),
      email: z.nullable(z.string()),
      sections: z.record(z.string(), sectionStateSchema),
      missing_experiences: z.nullable(z.int()),
      collected: isCollected,
      /** The page of the experience section after the one sent in `ex`; null after the last. */
      next_experience_page: z.nullable(z.object({ list_urn: z.string(), start: z.int() })),
    }),
  },
  errors: [
    'STORAGE.FULL',
    'PROFILE.NOT_FOUND',
    'PROFILE.SUPPRESSED',
    'PARSE.UNREADABLE',
    'PARSE.OTHER_MEMBER',
    'REQUEST.TOO_DEEP',
    'REQUEST.TOO_LARGE',
  ],
  storageLimits: [MAX_PROFILE_CHANGES],
  rateLimit: { max: 600, windowSeconds: 60 },
});

export const parseCompany = endpoint({
  method: 'POST',
  path: '/parse/company',
  access: 'session',
  right: 'collect',
  stores: true,
  summary: 'Store a company for this account from the response of the company endpoint',
  body: z.strictObject({ url: z.string().check(z.maxLength(2048)), companyResponse: rawAnswer }),
  bodyLimit: PARSE_BODY_LIMIT,
  bodyDepth: PARSE_BODY_DEPTH,
  documents: ['companyResponse'],
  success: { kind: 'json', status: 200, body: z.object({ company_id: z.string(), company_name: z.string() }) },
  errors: [
    'STORAGE.FULL',
    'PROFILE.LIMIT_REACHED',
    'PARSE.UNREADABLE',
    'PARSE.OTHER_MEMBER',
    'REQUEST.TOO_DEEP',
    'REQUEST.TOO_LARGE',
  ],
  storageLimits: [MAX_COMPANIES],
  rateLimit: { max: 600, windowSeconds: 60 },
});

export const acceptRisk = endpoint({
  method: 'POST',
  path: '/linkedin/risk',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Record that this account accepted the risk of collecting to its LinkedIn account',
  body: z.strictObject({ accepted: z.literal(true) }),
  success: { kind: 'json', status: 200, body: z.object({ risk_accepted_at: z.iso.datetime() }) },
  errors: [],
});

export const searchCompanies = endpoint({
  method: 'GET',
  path: '/linkedin/search/company',
  access: 'session',
  summary: 'Suggest up to ten companies for a people search by the start of their name',
  query: z.strictObject({ query: z.string().check(z.maxLength(200)) }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ data: z.array(z.object({ company_id: z.string(), company_name: z.string() })) }),
  },
  errors: [],
});

/** The kind of a place by our table. LinkedIn does not state it. */
const locationKindSchema = z.enum(['country', 'state', 'metro', 'city', 'region']);
export type LocationKind = z.infer<typeof locationKindSchema>;

const foundLocationSchema = z.object({
  /** The first of `ids`. */
  id: z.string(),
  /** LinkedIn's numbers for it, searched together. Several where LinkedIn gave the same whole label to several numbers. */
  ids: z.array(z.string()),
  name: z.string(),
  /** The whole name as LinkedIn writes it: `Portland, Oregon, United States`. */
  label: z.string(),
  /** The English name of its country; null for regions above countries, and where it is unknown. */
  country: z.nullable(z.string()),
  /** null for a place that is known from a look-up only. */
  kind: z.nullable(locationKindSchema),
});
export type FoundLocation = z.infer<typeof foundLocationSchema>;

export const searchLocations = endpoint({
  method: 'GET',
  path: '/linkedin/search/location',
  access: 'session',
  summary: 'Suggest up to ten places for a people search by their name',
  query: z.strictObject({ query: z.string().check(z.maxLength(200)) }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({ data: z.array(foundLocationSchema) }),
  },
  errors: ['LOCATION.NONE'],
});

export const rememberLocations = endpoint({
  method: 'POST',
  path: '/linkedin/search/location',
  access: 'session',
  right: 'collect',
  stores: true,
  summary: 'Remember the places that LinkedIn’s own look-up named, and get them as the search returns them',
  body: z.strictObject({
    data: z
      .array(
        z.strictObject({
          /** LinkedIn's number. */
          id: z.string().check(z.regex(/^[1-9]\d{0,19}$/)),
          /** The whole name, as LinkedIn wrote it. */
          name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]+$/u)),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(foundLocationSchema) }) },
  errors: ['STORAGE.FULL'],
  storageLimits: [MAX_KNOWN_PLACES],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const completeOnboarding = endpoint({
  method: 'POST',
  path: '/linkedin/onboarding',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Mark the collector’s onboarding as done',
  body: z.strictObject({ completed: z.literal(true) }),
  success: { kind: 'json', status: 200, body: z.object({ msg: z.string() }) },
  errors: [],
});

export const getCatalogue = endpoint({
  method: 'GET',
  path: '/linkedin/catalogue',
  access: 'session',
  belongsTo: 'account',
  summary: 'Get the endpoint catalogue: LinkedIn’s query ids and decorations with fallbacks, signed by this installation',
  success: { kind: 'json', status: 200, body: signedCatalogueSchema },
  errors: [],
});

/** A page calls this for its extension. The signature proves that this server, and no other program, is at the origin. */
export const proveToExtension = endpoint({
  method: 'POST',
  path: '/linkedin/extension-proof',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Sign a challenge from the extension with the key of this installation',
  body: z.strictObject({
    /** Origin of the page, with its port. The server signs for its own addresses only. */
    origin: z.string().check(z.maxLength(300)),
    challenge: challengeSchema,
  }),
  turn: 'read',
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      ...extensionProofSchema.shape,
      /** Fingerprint of the key, in the form people compare. */
      fingerprint: z.string(),
    }),
  },
  errors: ['EXTENSION.OTHER_ADDRESS'],
});
