/**
 * Endpoints for operators in the app. Operators are accounts named in OPERATORS that are verified and have a second factor.
 * For everybody else these endpoints do not exist.
 */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageParameters } from './page-parameters.ts';

const inviteSchema = z.object({
  id: z.uuid(),
  /** The only address the invite is valid for; absent: anyone with the code. */
  email: z.optional(z.string()),
  expires_at: z.iso.datetime(),
  /** The address that registered with the invite; absent: not used yet. */
  used_by: z.optional(z.string()),
});

export type Invite = z.infer<typeof inviteSchema>;

export const listInvites = endpoint({
  method: 'GET',
  path: '/operator/invites',
  access: 'console',
  summary: 'List invites that are valid, or were used or expired in the last 30 days',
  query: z.strictObject(pageParameters),
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(inviteSchema), total: z.int() }) },
  errors: [],
});

export const createInvite = endpoint({
  method: 'POST',
  path: '/operator/invites',
  access: 'console',
  needsProof: true,
  stores: false,
  summary: 'Create an invite for one registration within seven days; its code appears only in this response',
  body: z.strictObject({ email: z.optional(z.string().check(z.trim(), z.maxLength(254))) }),
  success: { kind: 'json', status: 201, body: z.extend(inviteSchema, { code: z.string() }) },
  errors: ['EMAIL.INVALID', 'AUTH.PROOF_NEEDED'],
});

export const deleteInvite = endpoint({
  method: 'DELETE',
  path: '/operator/invites/{invite_id}',
  access: 'console',
  stores: false,
  summary: 'Revoke an invite',
  params: z.strictObject({ invite_id: z.uuid() }),
  success: { kind: 'empty', status: 204 },
  errors: ['REGISTRATION.INVITE_NOT_FOUND'],
});
