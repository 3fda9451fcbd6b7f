/** Shared workspaces as operators see them: who may use how much, and nothing of what is in them. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MAX_ACCOUNT_LIMIT } from './operator-accounts.ts';
import { pageParameters } from './page-parameters.ts';
import { wholeNumber } from './whole-number.ts';

const limitSchema = z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_ACCOUNT_LIMIT)));

export const operatorWorkspaceSchema = z.object({
  id: z.int(),
  name: z.string(),
  /** How many there are. */
  members: z.int(),
  /** Calls with a key per month, set by an operator; null: what the plan allows. */
  request_limit: z.nullable(z.int()),
  /** Exported rows per month, set by an operator; null: what the plan allows. */
  export_limit: z.nullable(z.int()),
  /** Counts of this month. */
  requests: z.int(),
  exports: z.int(),
});

export type OperatorWorkspace = z.infer<typeof operatorWorkspaceSchema>;

export const listOperatorWorkspaces = endpoint({
  method: 'GET',
  path: '/operator/workspaces',
  access: 'console',
  summary: 'List shared workspaces, the newest first; personal ones are their accounts',
  query: z.strictObject({
    /** A part of the name, or the id. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(254))),
    ...pageParameters,
  }),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(operatorWorkspaceSchema), total: z.int() }) },
  errors: [],
});

export const changeOperatorWorkspace = endpoint({
  method: 'PATCH',
  path: '/operator/workspaces/{workspace_id}',
  access: 'console',
  stores: false,
  needsProof: true,
  summary: 'Set limits of a shared workspace that hold instead of those of its plan',
  params: z.strictObject({ workspace_id: wholeNumber(1, Number.MAX_SAFE_INTEGER) }),
  body: z.strictObject({
    /** The limit; null: what the plan allows. */
    request_limit: z.optional(limitSchema),
    export_limit: z.optional(limitSchema),
  }),
  success: { kind: 'json', status: 200, body: operatorWorkspaceSchema },
  errors: ['WORKSPACE.NOT_FOUND', 'AUTH.PROOF_NEEDED'],
});
