/** The videos of a trend as rows of their table, where the number of its card leads. */
import type { PastedMatch } from '@leadloom/shared/contract/match';
import { MAX_LIST_ROWS } from '@leadloom/shared/contract/my-rows';
import { sql } from 'drizzle-orm';
import { AppError } from '../../http/app-error.ts';
import type { Member } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { trendVideos } from '../../schema/trends.table.ts';
import { VIDEO_KEY } from '../../sources/tiktok/video-id.ts';
import { addCountedRows } from '../tables/my-rows/pasted-matches.service.ts';
import { lockTrendRows } from './trends.repository.ts';

/**
 * Opens a trend's videos as a list. Of more videos than a list holds, the newest are shown.
 * @throws {AppError} TRENDS.NOT_FOUND
 */
export function openVideosOf({ database, now }: Platform, member: Member, trendId: number): Promise<PastedMatch> {
  const { workspaceId } = member;
  return database.transaction(async (transaction) => {
    // Videos join a trend under this lock, so the count and the rows are of one state.
    const [trend] = await lockTrendRows(transaction, workspaceId, [trendId]);
    if (trend === undefined) throw new AppError('TRENDS.NOT_FOUND');
    const condition = sql`canonical_key in (select ${VIDEO_KEY} || video_id from ${trendVideos}
      where account_id = ${workspaceId} and trend_id = ${trendId} order by posted_at desc, video_id desc limit ${MAX_LIST_ROWS})`;
    const name = trend.name?.trim() || 'Unnamed Trend';
    const rows = { table: 'tiktok-videos', countedIn: `Trend “${name}”`, condition } as const;
    return addCountedRows(transaction, member, { ...rows, count: trend.digest.number_of_videos_in_trend }, now());
  });
}
