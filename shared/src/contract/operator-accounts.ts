/** Accounts as operators see them: who they are and what they may use, and nothing of what they collected. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageParameters } from './page-parameters.ts';
import { wholeNumber } from './whole-number.ts';

export const MAX_ACCOUNT_LIMIT = 1_000_000_000;
const limitSchema = z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_ACCOUNT_LIMIT)));

export const operatorAccountSchema = z.object({
  id: z.int(),
  email: z.string(),
  verified: z.boolean(),
  blocked: z.boolean(),
  created_at: z.iso.datetime(),
  /** null: neither a subscription nor the local plan. */
  plan: z.nullable(z.string()),
  trial: z.boolean().check(z.describe('Whether a trial is running')),
  /** Calls with a key per month, set by an operator; null: what the plan allows. */
  request_limit: z.nullable(z.int()),
  /** Exported rows per month, set by an operator; null: what the plan allows. */
  export_limit: z.nullable(z.int()),
  /** The limit of the plan or the trial, whatever an operator set; null: no limit. */
  plan_request_limit: z.nullable(z.int()),
  plan_export_limit: z.nullable(z.int()),
  /** Counts of this month. */
  requests: z.int(),
  exports: z.int(),
  /** Bytes of all it stores, raw answers included; absent where a server of the version before answers. */
  stored_bytes: z.optional(z.int()),
  /** The last known use of a session or a key, to the minute; null: none is known. */
  last_seen_at: z.nullable(z.iso.datetime()),
});

export type OperatorAccount = z.infer<typeof operatorAccountSchema>;

const accountParams = z.strictObject({ account_id: wholeNumber(1, Number.MAX_SAFE_INTEGER) });

export const listAccounts = endpoint({
  method: 'GET',
  path: '/operator/accounts',
  access: 'console',
  summary: 'List accounts, the newest first',
  query: z.strictObject({
    /** A part of the email, or the id. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(254))),
    ...pageParameters,
  }),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(operatorAccountSchema), total: z.int() }) },
  errors: [],
});

const accountExportSchema = z.object({
  id: z.int(),
  /** A data table's slug. */
  table: z.string(),
  started_at: z.iso.datetime(),
  /** Rows in the file. */
  rows: z.int(),
  /** Rows that this export added to the count of the month. */
  charged: z.int(),
  /** false: the export runs, or was cut off. */
  is_complete: z.boolean(),
});
export type AccountExport = z.infer<typeof accountExportSchema>;

export const listAccountExports = endpoint({
  method: 'GET',
  path: '/operator/accounts/{account_id}/exports',
  access: 'console',
  summary: 'List what an account exported this month, the newest first, without its filters',
  params: accountParams,
  query: z.strictObject(pageParameters),
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      email: z.string(),
      /** The sum of all pages: what the account exported this month. */
      charged: z.int(),
      data: z.array(accountExportSchema),
      total: z.int(),
    }),
  },
  errors: ['ACCOUNTS.NOT_FOUND'],
});

export const changeAccount = endpoint({
  method: 'PATCH',
  path: '/operator/accounts/{account_id}',
  access: 'console',
  stores: false,
  needsProof: true,
  summary: 'Block or unblock an account, or set limits that hold instead of those of its plan',
  params: accountParams,
  body: z.strictObject({
    /** Blocking ends the sessions and API keys of the account. Unblocking does not bring them back. */
    blocked: z.optional(z.boolean()),
    /** The limit; null: what the plan allows. */
    request_limit: z.optional(limitSchema),
    export_limit: z.optional(limitSchema),
  }),
  success: { kind: 'json', status: 200, body: operatorAccountSchema },
  errors: ['ACCOUNTS.NOT_FOUND', 'OPERATOR.OWN_ACCOUNT', 'AUTH.PROOF_NEEDED'],
});

export const removeAccount = endpoint({
  method: 'DELETE',
  path: '/operator/accounts/{account_id}',
  access: 'console',
  stores: false,
  needsProof: true,
  summary: 'Delete an account with everything it stored, and end its subscription at once',
  params: accountParams,
  turn: 'own',
  success: { kind: 'empty', status: 204 },
  errors: ['ACCOUNTS.NOT_FOUND', 'OPERATOR.OWN_ACCOUNT', 'AUTH.PROOF_NEEDED', 'WORKSPACE.LAST_OWNER', 'BILLING.PROVIDER_FAILED'],
});

export const resendAccountVerification = endpoint({
  method: 'POST',
  path: '/operator/accounts/{account_id}/resend-verification',
  access: 'console',
  stores: false,
  summary: 'Mail a new verification link to an account',
  params: accountParams,
  success: { kind: 'json', status: 200, body: z.object({ msg: z.string() }) },
  errors: ['ACCOUNTS.NOT_FOUND', 'RATE.LIMITED'],
  rateLimit: { max: 60, windowSeconds: 3600 },
});
