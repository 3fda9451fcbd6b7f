/** The TikTok users an account tracks. Their videos are rows of the data table `tiktok-videos`. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { sourceHealthSchema } from './sources.ts';

export const trackedUserSchema = z.object({
  /** Lower-case, without `@`. */
  unique_id: z.string(),
  /** null: never. */
  last_collected_at: z.nullable(z.iso.datetime()),
  /** null: not known. */
  follower_count: z.nullable(z.int()),
  /** Number of their videos in the data table. */
  video_count: z.int(),
  health: sourceHealthSchema,
});
export type TrackedUser = z.infer<typeof trackedUserSchema>;

const trackedUsers = z.object({ data: z.array(trackedUserSchema) });

export const listTrackedUsers = endpoint({
  method: 'GET',
  path: '/tiktok/track-users',
  access: 'session',
  summary: 'List the TikTok users this account tracks, by id',
  success: { kind: 'json', status: 200, body: trackedUsers },
  errors: [],
});

export const trackUsers = endpoint({
  method: 'POST',
  path: '/tiktok/track-users',
  access: 'verified',
  right: 'collect',
  stores: true,
  summary: 'Track more TikTok users by id, @id or address; if one is invalid, none is added',
  body: z.strictObject({ unique_ids: z.array(z.string().check(z.maxLength(2_000))).check(z.minLength(1), z.maxLength(1_000)) }),
  success: { kind: 'json', status: 200, body: trackedUsers },
  errors: ['STORAGE.FULL', 'TRACKING.NAME_INVALID', 'TRACKING.USER_LIMIT'],
});

export const untrackUser = endpoint({
  method: 'DELETE',
  path: '/tiktok/track-users',
  access: 'session',
  right: 'collect',
  stores: false,
  summary: 'Stop tracking a TikTok user; their videos stay in the table',
  body: z.strictObject({ unique_id: z.string().check(z.maxLength(2_000)) }),
  success: { kind: 'empty', status: 204 },
  errors: [],
});

/** Authors offered to an account that tracks nobody. */
export const MAX_TOP_AUTHORS = 10;

export const listTopAuthors = endpoint({
  method: 'GET',
  path: '/tiktok/top-authors',
  access: 'verified',
  summary: 'List the TikTok users with the most videos in the table, as suggestions to track',
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      /** The most videos first. */
      data: z.array(z.object({ unique_id: z.string(), video_count: z.int() })),
      total: z.int(),
    }),
  },
  errors: [],
});
