/** API keys: at most three for each member of a workspace, each shown once. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import { wholeNumber } from './whole-number.ts';

/** Of one member in one workspace. */
export const MAX_API_KEYS = 3;
/** Of all members of one workspace. */
export const MAX_WORKSPACE_KEYS = 100;

/**
 * A live key reads the data. A test key gets responses with sandbox rows from the same endpoints and is never counted.
 */
export const apiKeyKinds = ['live', 'test'] as const;
export type ApiKeyKind = (typeof apiKeyKinds)[number];

/** `read` reads. `write` also changes what the contract opens to it (`keyRight`), within its member's rights. */
export const apiKeyRights = ['read', 'write'] as const;
export type ApiKeyRight = (typeof apiKeyRights)[number];

export const TEST_KEY_MARK = 'll_test_';
/** Prefix of each kind of key. */
export const KEY_MARKS = { live: 'll_live_', test: TEST_KEY_MARK } as const satisfies Record<ApiKeyKind, string>;

/** @param text a key, or its prefix */
export function kindOfKey(text: string): ApiKeyKind {
  return text.startsWith(KEY_MARKS.test) ? 'test' : 'live';
}

export const MAX_KEY_NAME = 60;

/** The name an owner gives a key: one line. */
const keyName = lineText(MAX_KEY_NAME, 0);

export const apiKeySchema = z.object({
  id: z.string(),
  /** null: the key has no name. */
  name: z.nullable(z.string()),
  rights: z.enum(apiKeyRights),
  created_at: z.iso.datetime(),
  /** The secret; only in the response that creates the key. */
  api_key: z.nullable(z.string()),
  /** The start of the secret: enough to distinguish keys and their kinds. */
  prefix: z.string(),
  /** To the minute; null: never used. */
  last_used_at: z.nullable(z.iso.datetime()),
  /** The email of the member who made it; only in a shared workspace. */
  created_by: z.optional(z.string()),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api-keys',
  access: 'verified',
  summary: 'List your API keys, without their secrets; owners and admins of a workspace see those of all its members',
  success: { kind: 'json', status: 200, body: z.object({ keys: z.array(apiKeySchema) }) },
  errors: [],
});

/**
 * A GET that creates something, as specified. It accepts a bearer token only, never a cookie, and only from our own
 * origin, so that no other site's link or prefetch can create a key.
 */
export const createApiKey = endpoint({
  method: 'GET',
  path: '/create-api-key',
  access: 'verified',
  right: 'connect',
  stores: false,
  needsProof: true,
  summary: 'Create an API key; its secret is shown once',
  hasEffect: true,
  query: z.strictObject({ name: z.optional(keyName), rights: z.optional(z.enum(apiKeyRights)) }),
  success: { kind: 'json', status: 200, body: apiKeySchema },
  errors: ['KEYS.LIMIT_REACHED', 'AUTH.PROOF_NEEDED', 'AUTH.SESSION_REQUIRED', 'AUTH.UNAUTHORIZED'],
  rateLimit: { max: 30, windowSeconds: 60 },
});

export const postApiKey = endpoint({
  method: 'POST',
  path: '/create-api-key',
  access: 'verified',
  right: 'connect',
  stores: false,
  needsProof: true,
  summary: 'Create an API key, optionally with a name or as a test key; its secret is shown once',
  body: z.strictObject({
    kind: z.optional(z.enum(apiKeyKinds)),
    name: z.optional(keyName),
    rights: z.optional(z.enum(apiKeyRights)),
  }),
  success: { kind: 'json', status: 200, body: apiKeySchema },
  errors: ['KEYS.LIMIT_REACHED', 'AUTH.PROOF_NEEDED', 'AUTH.SESSION_REQUIRED', 'AUTH.UNAUTHORIZED'],
  rateLimit: { max: 30, windowSeconds: 60 },
});

export const deleteApiKey = endpoint({
  method: 'POST',
  path: '/delete-api-key',
  access: 'verified',
  right: 'connect',
  stores: false,
  summary: 'Delete an API key of yours, or as an owner or admin that of a member; it stops working immediately',
  body: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(60)) }),
  success: { kind: 'empty', status: 204 },
  errors: ['KEYS.NOT_FOUND'],
});

/** Days the usage of a key is kept. */
export const KEY_USAGE_DAYS = 90;

export const keyUsageSchema = z.object({
  /** A day in UTC, as `2026-03-31`. */
  day: z.string(),
  key_id: z.string(),
  prefix: z.string(),
  /** `GET /table/companies`, with path parameters in braces. */
  endpoint: z.string(),
  /** Status class of the responses: `2xx`. */
  status: z.string().check(z.regex(/^[1-5]xx$/)),
  count: z.int(),
});
export type KeyUsage = z.infer<typeof keyUsageSchema>;

export const getApiKeyUsage = endpoint({
  method: 'GET',
  path: '/api-keys/usage',
  access: 'verified',
  summary: 'List the calls of each API key per day, newest first; includes deleted keys',
  query: z.strictObject({
    /** Number of days including today; by default 30. */
    days: z.optional(wholeNumber(1, KEY_USAGE_DAYS)),
  }),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(keyUsageSchema) }) },
  errors: [],
});
