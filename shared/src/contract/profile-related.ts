/** Rows of the tables that belong to a collected person. The page of a person alone asks for them. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { relatedGroupSchema } from './related-group.ts';

/** Groups without rows are left out. Both tables need a subscription. */
export const listProfileRelated = endpoint({
  method: 'GET',
  path: '/linkedin/users/{user_id}/related',
  access: 'subscribed',
  summary: 'List the rows of Companies that a collected person works for, and the rows of People that are the same person',
  params: z.strictObject({ user_id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  turn: 'none',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(relatedGroupSchema) }) },
  errors: ['PROFILE.NOT_FOUND', 'LIST.BUSY', 'LIST.TOO_SLOW', 'AUTH.SUBSCRIPTION_REQUIRED', 'AUTH.NOT_VERIFIED'],
});
