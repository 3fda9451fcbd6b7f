/**
 * The trends found in the videos of tracked TikTok users, and the analyses that find them. Both belong to the workspace.
 * The file is long because it defines every endpoint of trends.
 */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lineText } from './line-text.ts';
import { fileFormat } from './list-parameters.ts';

/** Example videos per trend: the newest ones. */
export const TREND_EXAMPLES = 10;
/** Days of a sparkline: the latest ones. */
export const TREND_DAYS = 90;
export const MAX_TREND_NAME = 120;
/** Largest number of trends merged in one call. */
export const MAX_MERGED_TRENDS = 50;

const trendVideoSchema = z.object({
  /** TikTok's numeric id as text: it does not fit a JavaScript number. */
  video_id: z.string(),
  video_url: z.string(),
});

export const trendSchema = z.object({
  trend_id: z.string(),
  /** null: unnamed. */
  trend_name: z.nullable(z.string()),
  /** A person named it; no analysis changes such a name. */
  is_renamed: z.boolean(),
  is_hidden: z.boolean(),
  first_seen_at: z.iso.datetime(),
  /** When its newest video was posted. */
  last_seen_at: z.iso.datetime(),
  number_of_videos_in_trend: z.int(),
  videos: z.array(trendVideoSchema),
  /**
   * Videos posted per day in UTC, from `first_day` without gaps; at most 90 days, ending with the last day that has a
   * video.
   */
  daily: z.object({ first_day: z.iso.date(), counts: z.array(z.int()) }),
  /** Videos per day over the last three days, and over the seven days before, as of now. */
  velocity: z.object({ recent: z.number(), before: z.number() }),
  author_count: z.int(),
  /** At most five, those with the most videos first. */
  authors: z.array(z.object({ unique_id: z.string(), videos: z.int() })),
  /** At most five, most frequent first, without `#`. */
  hashtags: z.array(z.object({ name: z.string(), videos: z.int() })),
  /** The most frequent sound; null: the videos share none. */
  sound: z.nullable(z.object({ id: z.nullable(z.string()), title: z.nullable(z.string()), videos: z.int() })),
  /** The video most similar to all others; null: no longer stored. */
  centre_video: z.nullable(z.extend(trendVideoSchema, { unique_id: z.string(), summary: z.nullable(z.string()) })),
  /**
   * Features that the videos have in common, largest share first; at most ten. Empty if no analysis has computed them, as
   * after a manual merge. `coverage`: share of the videos that have the feature. `share`: its part in the similarity of all
   * videos, from 0 to 1.
   */
  reasons: z.array(
    z.object({ kind: z.enum(['hashtag', 'sound', 'word']), text: z.string(), coverage: z.number(), share: z.number() }),
  ),
});
export type Trend = z.infer<typeof trendSchema>;

export const listTrends = endpoint({
  method: 'GET',
  path: '/tiktok/trends',
  access: 'session',
  apiKey: 'counted',
  summary: 'List the trends found in the videos of tracked users, newest first',
  query: z.strictObject({ include_hidden: z.optional(z.enum(['true', 'false'])) }),
  success: { kind: 'json', status: 200, body: z.array(trendSchema) },
  errors: ['AUTH.SUBSCRIPTION_REQUIRED'],
});

export const deleteTrends = endpoint({
  method: 'DELETE',
  path: '/tiktok/trends',
  access: 'session',
  stores: false,
  summary: 'Delete all trends of this account and their links to videos',
  success: {
    kind: 'json',
    status: 200,
    body: z.union([
      z.object({ message: z.string(), trends_deleted: z.int(), video_links_deleted: z.int() }),
      /** Why nothing was deleted. This server reports that by status; another server may not. */
      z.object({ error: z.string() }),
    ]),
  },
  errors: ['TRENDS.RUNNING'],
});

const trendId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
export const trendPath = z.strictObject({ trend_id: trendId });

export const updateTrend = endpoint({
  method: 'PATCH',
  path: '/tiktok/trends/{trend_id}',
  access: 'session',
  stores: true,
  summary: 'Rename, hide or show a trend',
  params: trendPath,
  body: z.strictObject({
    /** The name; null: use the one derived from the videos. If none can be derived, the trend keeps its current name. */
    trend_name: z.optional(z.nullable(lineText(MAX_TREND_NAME))),
    is_hidden: z.optional(z.boolean()),
  }),
  success: { kind: 'json', status: 200, body: trendSchema },
  errors: ['STORAGE.FULL', 'TRENDS.NOT_FOUND'],
});

export const mergeTrends = endpoint({
  method: 'POST',
  path: '/tiktok/trends/merge',
  access: 'session',
  stores: true,
  summary: 'Merge trends into the oldest of them',
  body: z.strictObject({ trend_ids: z.array(trendId).check(z.minLength(2), z.maxLength(MAX_MERGED_TRENDS)) }),
  success: { kind: 'json', status: 200, body: trendSchema },
  errors: ['STORAGE.FULL', 'TRENDS.NOT_FOUND', 'TRENDS.RUNNING'],
});

export const exportTrends = endpoint({
  method: 'GET',
  path: '/tiktok/trends/export',
  access: 'session',
  right: 'export',
  apiKey: 'counted',
  summary: 'Export the videos of trends as CSV or as a workbook, one per line: of one trend, or of all that are not hidden',
  query: z.strictObject({ trend_id: z.optional(trendId), format: fileFormat }),
  turn: 'own',
  success: { kind: 'csv', status: 200, fileName: 'tiktok_trends_export.csv' },
  errors: ['TRENDS.NOT_FOUND', 'AUTH.SUBSCRIPTION_REQUIRED'],
});

/** Default parameters of an analysis. */
export const ANALYSIS_DEFAULTS = {
  dbscan_eps: 0.05,
  dbscan_min_samples: 2,
  pairwise_decay_k: 0.017,
  analysis_start_date_days_delta: 30,
  min_videos_for_new_trend_decision: 5,
} as const;

const wholeFromOne = z.int().check(z.minimum(1));
/**
 * Parameters that are absent are as in `ANALYSIS_DEFAULTS`. Distance of two videos: 1 − cosine × exp(−k × days between
 * them).
 */
export const analysisParametersSchema = z.strictObject({
  dbscan_eps: z.optional(z.number().check(z.positive(), z.maximum(1_000))),
  dbscan_min_samples: z.optional(wholeFromOne.check(z.maximum(1_000_000))),
  pairwise_decay_k: z.optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
  analysis_start_date_days_delta: z.optional(wholeFromOne.check(z.maximum(3_650))),
  min_videos_for_new_trend_decision: z.optional(wholeFromOne.check(z.maximum(1_000_000))),
});
export type AnalysisParameters = z.infer<typeof analysisParametersSchema>;

/** The usual names of task states. */
export const taskStatuses = ['PENDING', 'STARTED', 'PROGRESS', 'SUCCESS', 'FAILURE'] as const;

export const analysisTaskSchema = z.object({
  task_id: z.uuid(),
  status: z.enum(taskStatuses),
  /** Progress or result; null before the start and after a failure. */
  info: z.nullable(
    z.object({
      /** A status for people: "Comparing videos 40%". */
      status: z.string(),
      videos: z.optional(z.int()),
      clusters: z.optional(z.int()),
      trends_created: z.optional(z.int()),
      trends_updated: z.optional(z.int()),
      trends_merged: z.optional(z.int()),
      videos_linked: z.optional(z.int()),
    }),
  ),
  /** Why it failed, for people. */
  error_details: z.nullable(z.string()),
  parameters: analysisParametersSchema,
  is_scheduled: z.boolean(),
  created_at: z.iso.datetime(),
  finished_at: z.nullable(z.iso.datetime()),
});
export type AnalysisTask = z.infer<typeof analysisTaskSchema>;

export const analyzeTrends = endpoint({
  method: 'POST',
  path: '/tiktok/trends/analyze',
  access: 'verified',
  right: 'collect',
  stores: true,
  summary: 'Start an analysis of the videos of tracked users; one at a time',
  body: analysisParametersSchema,
  success: { kind: 'json', status: 202, body: z.object({ task_id: z.uuid() }) },
  errors: ['STORAGE.FULL', 'TRENDS.RUNNING'],
});

export const getAnalysisStatus = endpoint({
  method: 'GET',
  path: '/tiktok/trends/analyze/status/{task_id}',
  access: 'session',
  summary: 'Get the state of an analysis',
  params: z.strictObject({ task_id: z.uuid() }),
  success: { kind: 'json', status: 200, body: analysisTaskSchema },
  errors: ['TRENDS.TASK_NOT_FOUND'],
});

export const listAnalyses = endpoint({
  method: 'GET',
  path: '/tiktok/trends/analyze',
  access: 'session',
  summary: 'List the latest analyses of this account, newest first, including a running one',
  success: { kind: 'json', status: 200, body: z.object({ data: z.array(analysisTaskSchema).check(z.maxLength(20)) }) },
  errors: [],
});

export const cancelAnalysis = endpoint({
  method: 'DELETE',
  path: '/tiktok/trends/analyze/status/{task_id}',
  access: 'session',
  right: 'collect',
  stores: false,
  summary: 'Cancel an analysis; it ends as FAILURE and changes no trend',
  params: z.strictObject({ task_id: z.uuid() }),
  success: { kind: 'empty', status: 204 },
  errors: ['TRENDS.TASK_NOT_FOUND'],
});

export const MAX_STRICTNESS_CHOICES = 40;

export const previewTrends = endpoint({
  method: 'POST',
  path: '/tiktok/trends/what-if',
  access: 'verified',
  role: 'viewer',
  stores: false,
  summary: 'Preview how many groups an analysis would find for each of several eps values',
  body: z.extend(z.omit(analysisParametersSchema, { dbscan_eps: true }), {
    dbscan_eps: z
      .array(z.number().check(z.positive(), z.maximum(1_000)))
      .check(z.minLength(1), z.maxLength(MAX_STRICTNESS_CHOICES)),
  }),
  turn: 'none',
  success: {
    kind: 'json',
    status: 200,
    body: z.object({
      /** Videos of tracked users in the window. */
      videos: z.int(),
      /** Ascending by eps, without duplicates. */
      data: z.array(
        z.object({
          dbscan_eps: z.number(),
          /** Groups of any size. */
          clusters: z.int(),
          /** Groups large enough to be a new trend. */
          large_clusters: z.int(),
          /** Share of the videos in no group, from 0 to 1. */
          noise_share: z.number(),
        }),
      ),
    }),
  },
  errors: ['TRENDS.RUNNING', 'TRENDS.TOO_MANY_VIDEOS', 'SERVER.BUSY'],
  rateLimit: { max: 30, windowSeconds: 60 },
});

export const trendSchedules = ['off', 'daily', 'weekly'] as const;

const trendSettingsSchema = z.strictObject({
  /** Initial values of the form, also used by scheduled analyses. */
  parameters: analysisParametersSchema,
  schedule: z.enum(trendSchedules),
  /** Start of scheduled analyses in UTC; weekly ones run on Mondays. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
});

const savedTrendSettings = z.extend(trendSettingsSchema, {
  /** null: none is scheduled. */
  next_run_at: z.nullable(z.iso.datetime()),
});
export type TrendSettings = z.infer<typeof savedTrendSettings>;

export const getTrendSettings = endpoint({
  method: 'GET',
  path: '/tiktok/trends/settings',
  access: 'session',
  summary: 'Get the saved parameters and the schedule of analyses',
  success: { kind: 'json', status: 200, body: savedTrendSettings },
  errors: [],
});

export const saveTrendSettings = endpoint({
  method: 'PUT',
  path: '/tiktok/trends/settings',
  access: 'verified',
  right: 'collect',
  stores: false,
  summary: 'Save the parameters and the schedule of analyses',
  body: trendSettingsSchema,
  success: { kind: 'json', status: 200, body: savedTrendSettings },
  errors: [],
});
