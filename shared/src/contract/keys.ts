/** API keys: at most three, each shown once. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const MAX_API_KEYS = 3;

export const apiKeySchema = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  /** The secret; only in the answer that creates it. */
  api_key: z.nullable(z.string()),
  /** The beginning of the secret, enough to tell keys apart. */
  prefix: z.string(),
  /** To the minute; null: never. */
  last_used_at: z.nullable(z.iso.datetime()),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api-keys',
  access: 'verified',
  summary: "The account's API keys, without their secrets",
  success: { kind: 'json', status: 200, body: z.object({ keys: z.array(apiKeySchema) }) },
  errors: [],
});

/**
 * A GET that creates, as specified. It takes a bearer token only, never a cookie, and only from our own
 * origin, so that no other site's link or prefetch can make one.
 */
export const createApiKey = endpoint({
  method: 'GET',
  path: '/create-api-key',
  access: 'verified',
  summary: 'Create a key and show its secret once',
  noHead: true,
  success: { kind: 'json', status: 200, body: apiKeySchema },
  errors: ['KEYS.LIMIT_REACHED', 'AUTH.SESSION_REQUIRED', 'AUTH.UNAUTHORIZED'],
  rateLimit: { max: 30, windowSeconds: 60 },
});

export const postApiKey = endpoint({
  method: 'POST',
  path: '/create-api-key',
  access: 'verified',
  summary: 'The same as GET, for scripts',
  success: { kind: 'json', status: 200, body: apiKeySchema },
  errors: ['KEYS.LIMIT_REACHED', 'AUTH.SESSION_REQUIRED', 'AUTH.UNAUTHORIZED'],
  rateLimit: { max: 30, windowSeconds: 60 },
});

export const deleteApiKey = endpoint({
  method: 'POST',
  path: '/delete-api-key',
  access: 'verified',
  summary: 'Delete a key; it stops working at once',
  body: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(60)) }),
  success: { kind: 'empty', status: 204 },
  errors: ['KEYS.NOT_FOUND'],
});
