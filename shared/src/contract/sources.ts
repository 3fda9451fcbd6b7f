/** The state of each network from which posts and videos come, and of each tracked name on it. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * - `not_configured`: the operator set no credentials, so the network is never called; rows come from imports only
 * - `waiting`: not visited yet
 * - `visiting`: being visited now
 * - `ok`: the last visit was complete
 * - `rate_limited`: the network asked for a pause, or the requests of the day are used up; visits resume at
 * `next_visit_at`
 * - `refused`: the network does not accept the operator's credentials or their scope
 * - `blocked`: the network refuses every request from this server
 * - `not_found`, `banned`, `private`, `quarantined`, `gated`, `restricted`: what the network reports for the name
 * - `failed`: any other failure, such as a response that could not be read; tried again at `next_visit_at`
 */
export const sourceStates = [
  'not_configured',
  'waiting',
  'visiting',
  'ok',
  'rate_limited',
  'refused',
  'blocked',
  'not_found',
  'banned',
  'private',
  'quarantined',
  'gated',
  'restricted',
  'failed',
] as const;
export type SourceState = (typeof sourceStates)[number];

export const sourceHealthSchema = z.object({
  state: z.enum(sourceStates),
  /** One or two sentences for people: the problem, and what happens next. */
  message: z.string(),
  /** Start of this state; null: from the beginning. */
  since: z.nullable(z.iso.datetime()),
  /** When the next visit is due; null: not until something changes. */
  next_visit_at: z.nullable(z.iso.datetime()),
});
export type SourceHealth = z.infer<typeof sourceHealthSchema>;

export const networkNames = ['reddit', 'tiktok'] as const;
export type NetworkName = (typeof networkNames)[number];

const networkSchema = z.extend(sourceHealthSchema, {
  is_configured: z.boolean(),
  /** Requests to the network since midnight UTC. */
  requests_today: z.int(),
  /** The limit of the day; null: the network counts in another way. */
  requests_a_day: z.nullable(z.int()),
});

export const getSources = endpoint({
  method: 'GET',
  path: '/sources',
  access: 'session',
  summary: 'Get the state of the networks that posts and videos come from',
  success: { kind: 'json', status: 200, body: z.object({ reddit: networkSchema, tiktok: networkSchema }) },
  errors: [],
});
