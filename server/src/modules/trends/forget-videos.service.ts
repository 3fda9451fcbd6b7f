/**
 * Removes videos that the network has deleted from the trends of all accounts. Trends without videos are removed, and the
 * digests of the others are updated.
 */
import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../../database/database.ts';
import { trends, trendVideos } from '../../schema/trends.table.ts';
import { refreshDigests } from './trend-digest.repository.ts';

const affectedSchema = z.array(z.object({ id: z.coerce.number(), is_empty: z.boolean() }));

/** @param connection the database, or a transaction to join @param videoIds TikTok's video ids */
export async function forgetVideos(connection: Connection, videoIds: readonly string[]): Promise<void> {
  if (videoIds.length === 0) return;
  await connection.transaction(async (transaction) => {
    // Trends are locked in the same order as when an analysis is saved, so that the two do not deadlock.
    const { rows } = await transaction.execute(sql`
      select id from ${trends} where id in (
        select trend_id from ${trendVideos} where video_id = any(${sql.param(videoIds)}::text[]))
      order by id for update`);
    if (rows.length === 0) return;
    const ids = z
      .array(z.object({ id: z.coerce.number() }))
      .parse(rows)
      .map(({ id }) => id);
    await transaction.execute(sql`
      delete from ${trendVideos} where video_id = any(${sql.param(videoIds)}::text[]) and trend_id = any(${sql.param(ids)}::bigint[])`);
    const left = await transaction.execute(sql`
      select id, not exists (select from ${trendVideos} link where link.trend_id = trend.id) as is_empty
      from ${trends} trend where id = any(${sql.param(ids)}::bigint[])`);
    const affected = affectedSchema.parse(left.rows);
    const empty = affected.filter((trend) => trend.is_empty).map(({ id }) => id);
    if (empty.length > 0) await transaction.delete(trends).where(inArray(trends.id, empty));
    const rest = affected.filter((trend) => !trend.is_empty).map(({ id }) => id);
    await transaction.execute(sql`
      update ${trends} set last_seen_at = least(last_seen_at,
        (select max(posted_at) from ${trendVideos} link where link.trend_id = trends.id))
      where id = any(${sql.param(rest)}::bigint[])`);
    await refreshDigests(transaction, rest);
  });
}
