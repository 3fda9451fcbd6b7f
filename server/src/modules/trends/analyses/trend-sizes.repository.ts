/** The trends of an account with their numbers of videos. */
import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { trends, trendVideos } from '../../../schema/trends.table.ts';
import { DAYS_BEFORE, RECENT_DAYS } from '../trends.repository.ts';

const DAY = 86_400_000;

export interface TrendSize {
  readonly id: number;
  readonly name: string | null;
  readonly videos: number;
}

export function readTrendSizes(connection: Connection, workspaceId: WorkspaceId): Promise<TrendSize[]> {
  const videos = sql<number>`coalesce((${trends.digest} ->> 'number_of_videos_in_trend')::int, 0)`;
  return connection.select({ id: trends.id, name: trends.name, videos }).from(trends).where(eq(trends.workspaceId, workspaceId));
}

/** Videos a day: of late, and in the days before. */
export interface TrendPace {
  readonly recent: number;
  readonly before: number;
}

/** Trends without a video in these days are absent. */
export async function readTrendPaces(
  connection: Connection,
  workspaceId: WorkspaceId,
  trendIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, TrendPace>> {
  const start = (days: number) => sql`${new Date(now.getTime() - days * DAY).toISOString()}::timestamptz`;
  const recently = start(RECENT_DAYS);
  const rows = await connection
    .select({
      id: trendVideos.trendId,
      recent: sql<number>`(count(*) filter (where ${trendVideos.postedAt} > ${recently}))::int`,
      before: sql<number>`(count(*) filter (where ${trendVideos.postedAt} <= ${recently}))::int`,
    })
    .from(trendVideos)
    .where(
      and(
        eq(trendVideos.workspaceId, workspaceId),
        sql`${trendVideos.trendId} = any(${sql.param(trendIds)}::bigint[])`,
        sql`${trendVideos.postedAt} > ${start(RECENT_DAYS + DAYS_BEFORE)}`,
        sql`${trendVideos.postedAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .groupBy(trendVideos.trendId);
  return new Map(rows.map(({ id, recent, before }) => [id, paceOf(recent, before)]));
}

function paceOf(recent: number, before: number): TrendPace {
  return { recent: recent / RECENT_DAYS, before: before / DAYS_BEFORE };
}
