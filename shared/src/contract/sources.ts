/** Where posts and videos come from: how each network, and each name on it that is tracked, is doing. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * - `not_configured`: the operator set no credentials, so nothing is asked; rows come by imports only
 * - `waiting`: its first visit is still to come
 * - `visiting`: being visited now
 * - `ok`: the last visit got everything
 * - `rate_limited`: the network asked for a pause, or the requests of a day are used up; visits go on by themselves at `next_visit_at`
 * - `refused`: the network does not accept the operator's credentials or their scope
 * - `blocked`: the network refuses to talk to this server at all
 * - `not_found`, `banned`, `private`, `quarantined`, `gated`, `restricted`: what the network says of the name
 * - `failed`: anything else, such as an answer that could not be read; tried again at `next_visit_at`
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
  /** One or two sentences for people: what is the matter, and what happens next. */
  message: z.string(),
  /** Since when it has been in this state; null: always. */
  since: z.iso.datetime().nullable(),
  /** null: not before something changes. */
  next_visit_at: z.iso.datetime().nullable(),
});
export type SourceHealth = z.infer<typeof sourceHealthSchema>;

export const networkNames = ['reddit', 'tiktok'] as const;
export type NetworkName = (typeof networkNames)[number];

const networkSchema = sourceHealthSchema.extend({
  is_configured: z.boolean(),
  /** Requests to the network since midnight UTC. */
  requests_today: z.int(),
  /** How many there may be; null: the network counts otherwise. */
  requests_a_day: z.int().nullable(),
});

export const getSources = endpoint({
  method: 'GET',
  path: '/sources',
  access: 'session',
  summary: 'Get the state of the networks that posts and videos come from',
  success: { kind: 'json', status: 200, body: z.object({ reddit: networkSchema, tiktok: networkSchema }) },
  errors: [],
});
