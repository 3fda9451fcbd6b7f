/** Trends of an account, its analyses and their settings. */
import {
  type AnalysisParameters,
  type AnalysisTask,
  type Trend,
  taskStatuses,
  trendSchedules,
} from '@leadloom/shared/contract/trends';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { time } from '../database/columns.ts';
import { ofWorkspace } from './workspaces.table.ts';

/** A trend as lists show it, without velocity, which changes over time. */
export type TrendDigest = Pick<
  Trend,
  'number_of_videos_in_trend' | 'videos' | 'daily' | 'author_count' | 'authors' | 'hashtags' | 'sound'
>;

/** Analyses, from request to end. */
export const analysisTasks = pgTable(
  'analysis_tasks',
  {
    id: uuid('id').primaryKey(),
    workspaceId: ofWorkspace(),
    status: text('status', { enum: taskStatuses }).notNull().default('PENDING'),
    info: jsonb('info').$type<AnalysisTask['info']>(),
    errorDetails: text('error_details'),
    parameters: jsonb('parameters').$type<AnalysisParameters>().notNull(),
    isScheduled: boolean('is_scheduled').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    /** Set when the analysis was cancelled. */
    cancelledAt: time('cancelled_at'),
    /** Renewed by the server that runs the analysis. Once it has expired, the analysis has failed. */
    leaseUntil: time('lease_until'),
    leaseToken: uuid('lease_token'),
  },
  (table) => [
    /** An account has at most one active analysis. */
    uniqueIndex('analysis_tasks_running').on(table.workspaceId).where(sql`${table.status} in ('PENDING', 'STARTED', 'PROGRESS')`),
    index('analysis_tasks_latest').on(table.workspaceId, table.createdAt),
  ],
);

export const trends = pgTable(
  'trends',
  {
    /** Lower is older. When trends are merged, the oldest stays. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: ofWorkspace(),
    name: text('name'),
    /** Whether a person named the trend; analyses keep such a name. */
    isRenamed: boolean('is_renamed').notNull().default(false),
    isHidden: boolean('is_hidden').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
    firstSeenAt: time('first_seen_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    /** Terms and weights, heaviest first. Clusters without links are compared with it. */
    centroid: jsonb('centroid').$type<readonly (readonly [string, number])[]>().notNull(),
    /** Why its videos are alike, from the last analysis that saw it. */
    reasons: jsonb('reasons').$type<Trend['reasons']>().notNull(),
    centreVideoId: text('centre_video_id'),
    /** A summary of the trend's videos for lists, refreshed whenever they change. */
    digest: jsonb('digest').$type<TrendDigest>().notNull(),
  },
  (table) => [index('trends_latest').on(table.workspaceId, table.lastSeenAt)],
);

/** A video belongs to at most one trend of an account. Keeps what a trend shows after the video's row is gone. */
export const trendVideos = pgTable(
  'trend_videos',
  {
    workspaceId: ofWorkspace(),
    /** The network's number. */
    videoId: text('video_id').notNull(),
    trendId: bigint('trend_id', { mode: 'number' })
      .notNull()
      .references(() => trends.id, { onDelete: 'cascade' }),
    authorUniqueId: text('author_unique_id').notNull(),
    videoUrl: text('video_url').notNull(),
    postedAt: time('posted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.videoId] }),
    index('trend_videos_newest').on(table.trendId, table.postedAt),
    /** For finding videos that the network deletes. */
    index('trend_videos_video').on(table.videoId),
  ],
);

export const trendSettings = pgTable(
  'trend_settings',
  {
    workspaceId: ofWorkspace().primaryKey(),
    parameters: jsonb('parameters').$type<AnalysisParameters>().notNull(),
    schedule: text('schedule', { enum: trendSchedules }).notNull(),
    /** An hour in UTC. */
    hour: smallint('hour').notNull(),
    /** When the next run is due; null: none is scheduled. */
    nextRunAt: time('next_run_at'),
  },
  (table) => [index('trend_settings_due').on(table.nextRunAt)],
);
