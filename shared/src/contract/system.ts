/** The state of the running server. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** `GET /health`, outside `/api/v1`: 200 once ready, 503 before that and while a part is down. */
export const healthSchema = z.object({
  status: z.enum(['ready', 'starting', 'down']),
  version: z.string(),
  parts: z.record(z.string(), z.object({ status: z.enum(['up', 'down']), detail: z.optional(z.string()) })),
});
export type Health = z.infer<typeof healthSchema>;

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'Check whether the server is ready, with the state of each part',
  success: { kind: 'json', status: 200, body: healthSchema },
  errors: ['SERVER.UNAVAILABLE'],
});
