/** Trends an account found, the analyses it ran, and how it wants them run. */
import {
  type AnalysisParameters,
  type AnalysisTask,
  type Trend,
  taskStatuses,
  trendSchedules,
} from '@leadloom/shared/contract/trends';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../database/columns.ts';
import { accounts } from '../accounts/accounts.table.ts';

/** Velocity is left out, which changes with the time of day. */
export type TrendDigest = Pick<
  Trend,
  'number_of_videos_in_trend' | 'videos' | 'daily' | 'author_count' | 'authors' | 'hashtags' | 'sound'
>;

const owner = () =>
  bigint('account_id', { mode: 'number' })
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** An analysis, from the moment it was asked for. */
export const analysisTasks = pgTable(
  'analysis_tasks',
  {
    id: uuid('id').primaryKey(),
    accountId: owner(),
    status: text('status', { enum: taskStatuses }).notNull().default('PENDING'),
    info: jsonb('info').$type<AnalysisTask['info']>(),
    errorDetails: text('error_details'),
    parameters: jsonb('parameters').$type<AnalysisParameters>().notNull(),
    isScheduled: boolean('is_scheduled').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    /** Somebody called it off. */
    cancelledAt: time('cancelled_at'),
    /** Whoever runs it says so every few seconds; one that fell silent is over. */
    leaseUntil: time('lease_until'),
    leaseToken: uuid('lease_token'),
  },
  (table) => [
    /** One at a time. */
    uniqueIndex('analysis_tasks_running').on(table.accountId).where(sql`${table.status} in ('PENDING', 'STARTED', 'PROGRESS')`),
    index('analysis_tasks_latest').on(table.accountId, table.createdAt),
  ],
);

export const trends = pgTable(
  'trends',
  {
    /** Lower is older: of trends that grow together the oldest lives. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: owner(),
    name: text('name'),
    /** By a person; analyses leave the name then. */
    isRenamed: boolean('is_renamed').notNull().default(false),
    isHidden: boolean('is_hidden').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
    firstSeenAt: time('first_seen_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    /** Term and weight, the heaviest first: what a cluster without links is compared with. */
    centroid: jsonb('centroid').$type<readonly (readonly [string, number])[]>().notNull(),
    /** Why its videos are alike, as the last analysis that saw it explained. */
    reasons: jsonb('reasons').$type<Trend['reasons']>().notNull(),
    centreVideoId: text('centre_video_id'),
    /** What a list shows of its videos, made anew whenever they change: a list of all trends reads no video. */
    digest: jsonb('digest').$type<TrendDigest>().notNull(),
  },
  (table) => [index('trends_latest').on(table.accountId, table.lastSeenAt)],
);

/** A video belongs to one trend of an account at most. Holds what a trend shows even after the video's row is gone. */
export const trendVideos = pgTable(
  'trend_videos',
  {
    accountId: owner(),
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
    primaryKey({ columns: [table.accountId, table.videoId] }),
    index('trend_videos_newest').on(table.trendId, table.postedAt),
    /** For videos that were deleted where they came from. */
    index('trend_videos_video').on(table.videoId),
  ],
);

export const trendSettings = pgTable(
  'trend_settings',
  {
    accountId: owner().primaryKey(),
    parameters: jsonb('parameters').$type<AnalysisParameters>().notNull(),
    schedule: text('schedule', { enum: trendSchedules }).notNull(),
    /** In UTC. */
    hour: smallint('hour').notNull(),
    /** null: none is scheduled. */
    nextRunAt: time('next_run_at'),
  },
  (table) => [index('trend_settings_due').on(table.nextRunAt)],
);
