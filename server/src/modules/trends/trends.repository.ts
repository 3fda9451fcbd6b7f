/** Trends and their links to videos, in the database. Every statement names the account it is for. */
import type { Trend } from '@leadloom/shared/contract/trends';
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { tiktokVideos } from '../../schema/data-tables.table.ts';
import { trends, trendVideos } from '../../schema/trends.table.ts';
import { VIDEO_KEY } from '../../sources/tiktok/video-id.ts';

export type TrendRow = typeof trends.$inferSelect;

/** Velocity compares the last three days with the seven before. */
export const RECENT_DAYS = 3;
export const DAYS_BEFORE = 7;
const DAY = 86_400_000;

/** The centroid is internal. */
const { centroid, ...shownColumns } = getTableColumns(trends);

export interface TrendChoice {
  /** Only this trend, hidden or not. */
  readonly trendId?: number;
  readonly isWithHidden: boolean;
}

/** Nobody reads through more; the CSV file has all. */
const MAX_LISTED = 1_000;

/** Latest first, at most MAX_LISTED. */
export async function listTrends(
  connection: Connection,
  workspaceId: WorkspaceId,
  choice: TrendChoice,
  now: Date,
): Promise<Trend[]> {
  const before = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const recent = before(RECENT_DAYS);
  const postedBetween = (from: string, to: string): SQL<number> =>
    sql<number>`(select count(*)::int from ${trendVideos} posted where posted.trend_id = ${trends.id}
      and posted.posted_at > ${from}::timestamptz and posted.posted_at <= ${to}::timestamptz)`;
  const rows = await connection
    .select({
      trend: shownColumns,
      recent: postedBetween(recent, now.toISOString()),
      before: postedBetween(before(RECENT_DAYS + DAYS_BEFORE), recent),
      centre: { video_id: trendVideos.videoId, video_url: trendVideos.videoUrl, unique_id: trendVideos.authorUniqueId },
      summary: sql<string | null>`(select video.summary from ${tiktokVideos} video
        where video.canonical_key = ${VIDEO_KEY} || ${trendVideos.videoId})`,
    })
    .from(trends)
    .leftJoin(
      trendVideos,
      and(
        eq(trendVideos.workspaceId, workspaceId),
        eq(trendVideos.videoId, trends.centreVideoId),
        eq(trendVideos.trendId, trends.id),
      ),
    )
    .where(chosen(workspaceId, choice))
    .orderBy(desc(trends.lastSeenAt), desc(trends.id))
    .limit(MAX_LISTED);
  return rows.map(({ trend, recent: late, before: early, centre, summary }) => ({
    trend_id: String(trend.id),
    trend_name: trend.name,
    is_renamed: trend.isRenamed,
    is_hidden: trend.isHidden,
    first_seen_at: trend.firstSeenAt.toISOString(),
    last_seen_at: trend.lastSeenAt.toISOString(),
    velocity: { recent: late / RECENT_DAYS, before: early / DAYS_BEFORE },
    centre_video: centre === null ? null : { ...centre, summary },
    reasons: [...trend.reasons],
    ...trend.digest,
  }));
}

/** Binds all ids as one parameter. */
function anyOf(column: AnyPgColumn, ids: readonly number[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::bigint[])`;
}

export type TrendName = Pick<TrendRow, 'id' | 'name'>;

export function listTrendNames(connection: Connection, workspaceId: WorkspaceId, choice: TrendChoice): Promise<TrendName[]> {
  return connection.select({ id: trends.id, name: trends.name }).from(trends).where(chosen(workspaceId, choice));
}

function chosen(workspaceId: WorkspaceId, { trendId, isWithHidden }: TrendChoice): SQL | undefined {
  return and(
    eq(trends.workspaceId, workspaceId),
    trendId === undefined ? undefined : eq(trends.id, trendId),
    isWithHidden ? undefined : eq(trends.isHidden, false),
  );
}

/** Locks the trends until the transaction ends. Oldest first. */
export function lockTrendRows(
  transaction: Connection,
  workspaceId: WorkspaceId,
  trendIds: readonly number[],
): Promise<TrendRow[]> {
  return transaction
    .select()
    .from(trends)
    .where(and(eq(trends.workspaceId, workspaceId), anyOf(trends.id, trendIds)))
    .orderBy(asc(trends.id))
    .for('update');
}

export type NamedTrendRow = Pick<TrendRow, 'id' | 'name' | 'isRenamed' | 'isHidden'>;

/** Locks the trends until the transaction ends, and reads less of them than `lockTrendRows`. Oldest first. */
export function lockTrends(
  transaction: Connection,
  workspaceId: WorkspaceId,
  trendIds: readonly number[],
): Promise<NamedTrendRow[]> {
  return transaction
    .select({ id: trends.id, name: trends.name, isRenamed: trends.isRenamed, isHidden: trends.isHidden })
    .from(trends)
    .where(and(eq(trends.workspaceId, workspaceId), anyOf(trends.id, trendIds)))
    .orderBy(asc(trends.id))
    .for('update');
}

export interface KnownTrendRow {
  readonly id: number;
  /** JSON, which only the engine's thread reads. */
  readonly centroid: string;
  readonly lastSeenAt: Date;
}

/** Lists the trends that an analysis compares with, oldest first. */
export function listKnownTrends(connection: Connection, workspaceId: WorkspaceId): Promise<KnownTrendRow[]> {
  return connection
    .select({ id: trends.id, centroid: sql<string>`${trends.centroid}::text`, lastSeenAt: trends.lastSeenAt })
    .from(trends)
    .where(eq(trends.workspaceId, workspaceId))
    .orderBy(asc(trends.id));
}

/** @param values at least one @returns false if the account has no such trend */
export async function changeTrend(
  connection: Connection,
  workspaceId: WorkspaceId,
  trendId: number,
  values: Partial<Pick<TrendRow, 'name' | 'isRenamed' | 'isHidden'>>,
): Promise<boolean> {
  const { rowCount } = await connection
    .update(trends)
    .set(values)
    .where(and(eq(trends.workspaceId, workspaceId), eq(trends.id, trendId)));
  return rowCount === 1;
}

/** @returns how many were removed */
export async function removeAllTrends(
  transaction: Connection,
  workspaceId: WorkspaceId,
): Promise<{ readonly trends: number; readonly links: number }> {
  // Trends are locked before links, as everywhere, to avoid deadlocks.
  await transaction
    .select({ id: trends.id })
    .from(trends)
    .where(eq(trends.workspaceId, workspaceId))
    .orderBy(asc(trends.id))
    .for('update');
  const links = await transaction.delete(trendVideos).where(eq(trendVideos.workspaceId, workspaceId));
  const removed = await transaction.delete(trends).where(eq(trends.workspaceId, workspaceId));
  return { trends: removed.rowCount ?? 0, links: links.rowCount ?? 0 };
}

/** Moves the videos of the others to one trend, and removes the others. */
export async function joinTrends(
  transaction: Connection,
  workspaceId: WorkspaceId,
  into: number,
  others: readonly number[],
): Promise<void> {
  if (others.length === 0) return;
  await transaction
    .update(trendVideos)
    .set({ trendId: into })
    .where(and(eq(trendVideos.workspaceId, workspaceId), anyOf(trendVideos.trendId, others)));
  await transaction.delete(trends).where(and(eq(trends.workspaceId, workspaceId), anyOf(trends.id, others)));
}

/** @param values of the merged trend */
export async function setTrend(
  transaction: Connection,
  trendId: number,
  values: Omit<TrendRow, 'id' | 'workspaceId' | 'createdAt' | 'digest'>,
): Promise<void> {
  await transaction.update(trends).set(values).where(eq(trends.id, trendId));
}
