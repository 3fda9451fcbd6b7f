/**
 * People whom an account wants collected again from time to time. The server never collects: it says who is due. They are
 * chosen in `people-changes.ts`.
 */
import * as z from 'zod/mini';
import { MAX_ENTRIES } from './collector-limits.ts';
import { endpoint } from './endpoint.ts';
import { collectorEntrySchema } from './linkedin.ts';
import type { StorageLimit } from './storage-limit.ts';
import { wholeNumber } from './whole-number.ts';

/** Recollections of one account. */
export const MAX_RECOLLECTIONS: StorageLimit = { of: 'people to be collected again', verified: 5_000, unverified: 50 };
/** People in one request. */
export const MAX_RECOLLECTIONS_AT_ONCE = 1_000;
export const DEFAULT_RECOLLECTIONS_PER_PAGE = 25;

export const recollectionIntervals = ['weekly', 'monthly', 'quarterly'] as const;
export type RecollectionInterval = (typeof recollectionIntervals)[number];
export const recollectionInterval = z.enum(recollectionIntervals);

export const recollectionSchema = z.object({
  /** Our id of the person. */
  user_id: z.string(),
  full_name: z.nullable(z.string()),
  profile_url: z.string(),
  every: recollectionInterval,
  /** When the person is to be collected again. */
  due_at: z.iso.datetime(),
});
export type Recollection = z.infer<typeof recollectionSchema>;

export const listRecollections = endpoint({
  method: 'GET',
  path: '/linkedin/recollections',
  access: 'session',
  summary: 'List the people to be collected again, those due longest first',
  query: z.strictObject({
    /** Only people who are due now. */
    due: z.optional(z.enum(['true', 'false'])),
    page: z.optional(wholeNumber(1, 1_000)),
    per_page: z.optional(wholeNumber(1, 100)),
  }),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      data: z.array(recollectionSchema),
      total: z.int(),
      /** The number of people who are due now. */
      due: z.int(),
      /** When the next person who is not due yet becomes due; null: nobody does. */
      next_due_at: z.nullable(z.iso.datetime()),
    }),
  },
  errors: [],
});

export const getRecollection = endpoint({
  method: 'GET',
  path: '/linkedin/users/{user_id}/recollection',
  access: 'session',
  summary: 'Get how often a person is to be collected again',
  params: z.strictObject({ user_id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  success: {
    kind: 'json',
    status: 200,
    /** null: never. */
    body: z.object({ every: z.nullable(recollectionInterval), due_at: z.nullable(z.iso.datetime()) }),
  },
  errors: ['PROFILE.NOT_FOUND'],
});

export const proposeRecollections = endpoint({
  method: 'POST',
  path: '/linkedin/recollections/due',
  access: 'session',
  right: 'collect',
  stores: true,
  summary: 'Put people who are due on the list of the collector, and get their entries for a job',
  body: z.strictObject({ max: z.int().check(z.minimum(1), z.maximum(MAX_RECOLLECTIONS_AT_ONCE)) }),
  /** People who were proposed before and are still due come after the others. */
  success: { kind: 'json', status: 200, body: z.object({ users: z.array(collectorEntrySchema) }) },
  errors: ['STORAGE.FULL'],
  storageLimits: [MAX_ENTRIES],
});
