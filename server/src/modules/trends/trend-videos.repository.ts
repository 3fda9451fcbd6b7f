/** Links of trends to videos, with columns of the table of videos. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { tiktokVideos } from '../../schema/data-tables.table.ts';
import { trendVideos } from '../../schema/trends.table.ts';
import { VIDEO_KEY } from '../../sources/tiktok/video-id.ts';

const rowSchema = z.object({
  trend_id: z.coerce.number(),
  video_id: z.string(),
  video_url: z.string(),
  author: z.string(),
  position: z.string(),
  posted_at: z.string(),
  /** The hashtags; null if the row of the video is gone. */
  hashtags: z.array(z.string()).nullable(),
  play_count: z.coerce.number().nullable(),
});
export type LinkedVideo = z.infer<typeof rowSchema>;

/** Newest trend first, then newest video first. @param after the last one read; null: start at the first */
export async function listLinkedVideos(
  connection: Connection,
  workspaceId: WorkspaceId,
  trendIds: readonly number[],
  after: LinkedVideo | null,
  limit: number,
): Promise<LinkedVideo[]> {
  const behind =
    after === null
      ? sql``
      : sql`and (trend_id, posted_at, video_id) < (${after.trend_id}::bigint, ${after.position}::timestamptz, ${after.video_id})`;
  const { rows } = await connection.execute(sql`
    select link.trend_id, link.video_id, link.video_url, link.author_unique_id as author, link.posted_at::text as position,
      to_char(link.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as posted_at, video.hashtags, video.play_count
    from (
      select * from ${trendVideos} where account_id = ${workspaceId} and trend_id = any(${sql.param(trendIds)}::bigint[]) ${behind}
      order by trend_id desc, posted_at desc, video_id desc limit ${limit}
    ) link
    left join ${tiktokVideos} video on video.canonical_key = ${VIDEO_KEY} || link.video_id
    order by link.trend_id desc, link.posted_at desc, link.video_id desc`);
  return z.array(rowSchema).parse(rows);
}
