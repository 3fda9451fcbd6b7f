/**
 * How LinkedIn answers: what a member's check and ordinary jobs found out about each id of the catalogue, and the counts of
 * it that operators read. Nothing in it is about a person: names of endpoints, ids of the catalogue, statuses and fields.
 */
import * as z from 'zod/mini';
import { DECORATION_PATTERN, QUERY_ID_PATTERN } from '../linkedin/endpoint-grammar.ts';
import { endpoint } from './endpoint.ts';

/**
 * Endpoints in the order in which a check requests them. `me` and `sections` have no id that could age; all others are keys
 * of the catalogue.
 */
export const checkedEndpoints = [
  'me',
  'profile',
  'topCard',
  'contact',
  'sections',
  'components',
  'componentsPage',
  'cards',
  'connections',
  'search',
  'company',
  'typeahead',
] as const;
export type CheckedEndpoint = (typeof checkedEndpoints)[number];

export const checkStates = ['understood', 'different', 'refused', 'not_asked'] as const;
export type CheckState = (typeof checkStates)[number];

/** Enough for two ids of each endpoint, and some more for an answer of a job. */
export const MAX_CHECK_LINES = 100;

/** The decoration or query id that was asked with; null where none was, or the endpoint has none. */
const candidateSchema = z.nullable(
  z.union([z.string().check(z.regex(DECORATION_PATTERN)), z.string().check(z.maxLength(120), z.regex(QUERY_ID_PATTERN))]),
);

export const checkLineSchema = z.strictObject({
  endpoint: z.enum(checkedEndpoints),
  state: z.enum(checkStates),
  candidate: candidateSchema,
  /** The status of LinkedIn's response, where it refused and the extension reports it. */
  status: z.optional(z.int().check(z.minimum(100), z.maximum(999))),
  /** The field that was missing, as LinkedIn's answers name it. */
  missing: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.]{1,60}$/))),
});
export type CheckLine = z.infer<typeof checkLineSchema>;

export const reportCatalogueCheck = endpoint({
  method: 'POST',
  path: '/linkedin/catalogue-checks',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Tell the operator how LinkedIn answered: which ids of the catalogue were understood and which were not',
  body: z.strictObject({
    /** The version of the catalogue that was used. */
    catalogue_version: z.int().check(z.minimum(1), z.maximum(2_147_483_647)),
    lines: z.array(checkLineSchema).check(z.minLength(1), z.maxLength(MAX_CHECK_LINES)),
  }),
  success: { kind: 'empty', status: 204 },
  errors: [],
  rateLimit: { max: 60, windowSeconds: 3600 },
});

const answerCountsSchema = z.object({
  endpoint: z.enum(checkedEndpoints),
  /** null: the endpoint has no id. */
  candidate: z.nullable(z.string()),
  /** Accounts, each counted once, that reported this in the last 30 days. */
  understood: z.int(),
  different: z.int(),
  refused: z.int(),
  /** UTC; null: nobody did. */
  last_understood_on: z.nullable(z.iso.date()),
  /** The last day on which LinkedIn answered differently, or refused. */
  last_failed_on: z.nullable(z.iso.date()),
});
export type AnswerCounts = z.infer<typeof answerCountsSchema>;

export const listCatalogueChecks = endpoint({
  method: 'GET',
  path: '/operator/catalogue-checks',
  access: 'console',
  summary: 'List how LinkedIn answered in the last 30 days: each id with the number of accounts that understood it, and did not',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(answerCountsSchema) }) },
  errors: [],
});
