/** The subreddits an account tracks. Their posts are rows of the data table `reddit-posts`. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { sourceHealthSchema } from './sources.ts';

export const MAX_TRACKED_SUBREDDITS = 20;

export const trackedSubredditSchema = z.object({
  /** The name in Reddit's spelling once it was visited; until then as it was typed. */
  subreddit_name: z.string(),
  /**
   * All spellings of the name in posts of the data table, `subreddit_name` first. A filter needs all of them to find
   * every post.
   */
  spellings: z.array(z.string()).check(z.minLength(1)),
  /** null: never. */
  last_collected_at: z.nullable(z.iso.datetime()),
  /** Number of its posts in the data table. */
  post_count: z.int(),
  health: sourceHealthSchema,
});
export type TrackedSubreddit = z.infer<typeof trackedSubredditSchema>;

const trackedSubreddits = z.object({ data: z.array(trackedSubredditSchema) });

export const listTrackedSubreddits = endpoint({
  method: 'GET',
  path: '/reddit/track-subreddits',
  access: 'session',
  summary: 'List the subreddits this account tracks, by name',
  success: { kind: 'json', status: 200, body: trackedSubreddits },
  errors: [],
});

export const trackSubreddits = endpoint({
  method: 'POST',
  path: '/reddit/track-subreddits',
  access: 'verified',
  right: 'collect',
  stores: true,
  summary: 'Track more subreddits by name, r/name or address; if one is invalid, none is added',
  body: z.strictObject({
    subreddit_names: z.array(z.string().check(z.maxLength(2_000))).check(z.minLength(1), z.maxLength(100)),
  }),
  success: { kind: 'json', status: 200, body: trackedSubreddits },
  errors: ['STORAGE.FULL', 'TRACKING.NAME_INVALID', 'TRACKING.SUBREDDIT_LIMIT'],
});

export const untrackSubreddit = endpoint({
  method: 'DELETE',
  path: '/reddit/track-subreddits',
  access: 'session',
  right: 'collect',
  stores: false,
  summary: 'Stop tracking a subreddit; its posts stay in the table',
  body: z.strictObject({ subreddit_name: z.string().check(z.maxLength(2_000)) }),
  success: { kind: 'empty', status: 204 },
  errors: [],
});

export const suggestSubreddits = endpoint({
  method: 'GET',
  path: '/reddit/suggest-subreddits',
  access: 'verified',
  stores: false,
  summary: 'Suggest subreddits by the start of their name: known ones and, if Reddit is configured, Reddit’s suggestions',
  // Reddit limits how often it may be called.
  hasEffect: true,
  query: z.strictObject({ q: z.string().check(z.trim(), z.maxLength(100)) }),
  turn: 'own',
  success: {
    kind: 'json',
    status: 200,
    body: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** The number of subscribers; null: unknown. */
        subscribers: z.nullable(z.int()),
      }),
    ),
  },
  errors: [],
  rateLimit: { max: 120, windowSeconds: 60 },
});
