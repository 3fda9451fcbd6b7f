/**
 * Requests to be erased: anyone can ask by mail, operators enter those that came by letter. Only a request whose email was
 * confirmed reaches the operators.
 */
import * as z from 'zod/mini';
import { tableNames } from '../tables/table-names.ts';
import { emailInput } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import { daySchema } from './list-parameters.ts';
import { pageParameters } from './page-parameters.ts';

/** Days in which a request is to be answered. */
export const ERASURE_DAYS = 30;
/** Days for which the mailed link confirms a request. */
export const ERASURE_LINK_DAYS = 7;

export const erasureStates = ['open', 'running', 'done', 'refused'] as const;

const profileInput = z.string().check(z.trim(), z.minLength(1), z.maxLength(2048));
const messageInput = z.string().check(z.trim(), z.maxLength(2_000));

const claimKey = z.string().check(z.minLength(1), z.maxLength(3_000));
const claimKeys = z.array(claimKey).check(z.maxLength(100));

/**
 * Decisions on which claims of accounts count everywhere. Of claims that are not named, those count that two or more
 * accounts make.
 */
const choiceSchema = z.strictObject({ include: z.optional(claimKeys), leave_out: z.optional(claimKeys) });
export type ErasureChoice = z.infer<typeof choiceSchema>;

/** The stored choice. */
export function erasureChoice(stored: unknown): ErasureChoice {
  return choiceSchema.parse(stored);
}

/** A claim that only collected profiles and list entries of accounts make, not the request or a data table. */
const claimSchema = z.object({
  /** The key that identifies the person, with its kind in front: `profile:linkedin.com/in/maren-holt`. */
  key: z.string(),
  /** The number of accounts that make the claim. */
  accounts: z.int(),
  /** false: it erases only in these accounts. */
  followed: z.boolean(),
});
export type ErasureClaim = z.infer<typeof claimSchema>;

const touchesSchema = z.object({
  /** Rows that would be deleted, and rows that would stay without the person, of each table that has any. */
  tables: z.array(z.object({ table: z.enum(tableNames), deleted: z.int(), blanked: z.int() })),
  /** Profiles and list entries of all accounts. */
  profiles: z.int(),
  entries: z.int(),
  /** The names under which the person was found: more than one may mean that several people share the address. */
  names: z.array(z.string()),
  /** The first fifty; absent: there are none. */
  claims: z.optional(z.array(claimSchema)),
});
export type ErasureTouches = z.infer<typeof touchesSchema>;

/** The stored counts. */
export function erasureTouches(stored: unknown): ErasureTouches {
  return touchesSchema.parse(stored);
}

const erasureSchema = z.object({
  id: z.uuid(),
  state: z.enum(erasureStates),
  /** The origin of the request. */
  by: z.enum(['mail', 'letter', 'command']),
  /** The details that the person named; null: not named, or removed because the request was carried out. */
  email: z.nullable(z.string()),
  profile_url: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** The employer's domain. */
  domain: z.nullable(z.string()),
  message: z.nullable(z.string()),
  requested_at: z.iso.datetime(),
  /** The request is to be answered before. */
  due_at: z.iso.datetime(),
  /** When it was carried out or refused; null: not yet. */
  ended_at: z.nullable(z.iso.datetime()),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  /** The rows that carrying it out would remove now, or has removed; null: it was refused, or is not counted yet. */
  touches: z.nullable(touchesSchema),
  /** Everything is removed but what the column store still holds; absent: it holds nothing. */
  waits_for_column_store: z.optional(z.literal(true)),
});
export type Erasure = z.infer<typeof erasureSchema>;

export const requestErasure = endpoint({
  method: 'POST',
  path: '/erasure-requests',
  access: 'public',
  stores: false,
  summary: 'Ask to be erased; a link to confirm is mailed, and the response is the same whatever is known',
  body: z.strictObject({
    email: emailInput,
    /** The address of a profile on LinkedIn, TikTok, Reddit or elsewhere. */
    profile_url: z.optional(profileInput),
    message: z.optional(messageInput),
  }),
  success: { kind: 'json', status: 202, body: z.object({ msg: z.string() }) },
  errors: ['EMAIL.INVALID', 'RATE.LIMITED'],
});

export const confirmErasure = endpoint({
  method: 'POST',
  path: '/erasure-requests/confirm',
  access: 'public',
  stores: false,
  summary: 'Confirm a request to be erased with the mailed code',
  body: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(200)) }),
  success: { kind: 'json', status: 200, body: z.object({ msg: z.string(), due_at: z.iso.datetime() }) },
  errors: ['VERIFICATION.EXPIRED', 'VERIFICATION.INCORRECT', 'RATE.LIMITED'],
  rateLimit: { max: 60, windowSeconds: 60 },
});

export const listErasures = endpoint({
  method: 'GET',
  path: '/operator/erasures',
  access: 'console',
  summary: 'List confirmed requests to be erased: those to be answered first, by their due date',
  query: z.strictObject({ state: z.optional(z.enum(erasureStates)), ...pageParameters }),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(erasureSchema), total: z.int() }) },
  errors: [],
});

export const createErasure = endpoint({
  method: 'POST',
  path: '/operator/erasures',
  access: 'console',
  stores: false,
  summary: 'Enter a request that came by letter: an email, a profile, or a name with the employer’s domain',
  body: z.strictObject({
    email: z.optional(z.string().check(z.trim(), z.maxLength(254))),
    profile_url: z.optional(profileInput),
    name: z.optional(lineText(200)),
    domain: z.optional(lineText(253)),
    message: z.optional(messageInput),
    /** When the letter arrived; the period begins then. Absent: today. */
    received_on: z.optional(daySchema),
  }),
  success: { kind: 'json', status: 201, body: erasureSchema },
  errors: ['EMAIL.INVALID'],
});

const erasureParams = z.strictObject({ erasure_id: z.uuid() });

export const carryOutErasure = endpoint({
  method: 'POST',
  path: '/operator/erasures/{erasure_id}/carry-out',
  access: 'console',
  stores: false,
  needsProof: true,
  summary: 'Remove the person from everything, and keep them from coming back; it goes on after the response',
  params: erasureParams,
  body: choiceSchema,
  success: { kind: 'json', status: 202, body: erasureSchema },
  errors: ['ERASURE.NOT_FOUND', 'ERASURE.DECIDED', 'AUTH.PROOF_NEEDED'],
});

export const refuseErasure = endpoint({
  method: 'POST',
  path: '/operator/erasures/{erasure_id}/refuse',
  access: 'console',
  stores: false,
  summary: 'Refuse a request; the person is told by mail, with the reason',
  params: erasureParams,
  body: z.strictObject({ reason: z.optional(z.string().check(z.trim(), z.maxLength(1_000))) }),
  success: { kind: 'json', status: 200, body: erasureSchema },
  errors: ['ERASURE.NOT_FOUND', 'ERASURE.DECIDED'],
});
