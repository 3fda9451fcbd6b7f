/**
 * Digests: what a list shows of a trend's videos, stored with the trend, so that the list of trends reads no video. Every
 * change of links refreshes them in the same transaction. Generic hashtags and generic sound titles are left out.
 */
import { TREND_DAYS, TREND_EXAMPLES } from '@leadloom/shared/contract/trends';
import { asc, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { tiktokVideos } from '../../schema/data-tables.table.ts';
import { type TrendDigest, trends, trendVideos } from '../../schema/trends.table.ts';
import { VIDEO_KEY } from '../../sources/tiktok/video-id.ts';
import { GENERIC_SOUND_TITLES, NOISE_HASHTAGS } from '../../trends/terms/noise.ts';

const MAX_NAMES = 5;
/** Videos per statement, of at least one trend: some of them have a hundred thousand. Planning takes as long as 500 videos. */
const VIDEOS_AT_ONCE = 20_000;
/** A sound of one video is not shared. */
const MIN_IN_COMMON = 2;

/** The digest of a trend that was not refreshed yet. */
export const emptyDigest: TrendDigest = {
  number_of_videos_in_trend: 0,
  videos: [],
  daily: { first_day: '1970-01-01', counts: [] },
  author_count: 0,
  authors: [],
  hashtags: [],
  sound: null,
};

/** Refreshes digests, and when the first video was posted. Trends without a video are not changed. */
export async function refreshDigests(transaction: Connection, trendIds: readonly number[]): Promise<void> {
  for (const batch of await batchesOf(transaction, trendIds)) await transaction.execute(digestStatement(batch));
}

/** @returns the trends that have videos, in groups with few enough of them */
async function batchesOf(transaction: Connection, trendIds: readonly number[]): Promise<number[][]> {
  const sizes = await transaction
    .select({ id: trendVideos.trendId, videos: sql<number>`count(*)::int` })
    .from(trendVideos)
    .where(sql`${trendVideos.trendId} = any(${sql.param(trendIds)}::bigint[])`)
    .groupBy(trendVideos.trendId)
    .orderBy(asc(trendVideos.trendId));
  const batches: number[][] = [];
  let room = 0;
  for (const { id, videos } of sizes) {
    const last = batches.at(-1);
    if (last === undefined || videos > room) {
      batches.push([id]);
      room = VIDEOS_AT_ONCE;
    } else last.push(id);
    room -= videos;
  }
  return batches;
}

const digestStatement = (trendIds: readonly number[]) => sql`
  with held as materialized (
    select link.trend_id, link.video_id, link.video_url, link.author_unique_id, link.posted_at,
      (link.posted_at at time zone 'UTC')::date as day, video.hashtags, video.sound_id, video.sound_title
    from ${trendVideos} link left join ${tiktokVideos} video on video.canonical_key = ${VIDEO_KEY} || link.video_id
    where link.trend_id = any(${sql.param(trendIds)}::bigint[])
  ),
  newest as (
    select trend_id, jsonb_agg(jsonb_build_object('video_id', video_id, 'video_url', video_url) order by rank) as list
    from (
      select *, row_number() over (partition by trend_id order by posted_at desc, length(video_id) desc, video_id desc) as rank
      from held
    ) ranked where rank <= ${TREND_EXAMPLES} group by trend_id
  ),
  days as (select trend_id, day, count(*) as videos from held group by trend_id, day),
  spans as (
    select trend_id, max(day) as last, greatest(min(day), max(day) - ${TREND_DAYS - 1}::int) as first from days group by trend_id
  ),
  daily as (
    select spans.trend_id,
      jsonb_build_object('first_day', spans.first, 'counts', jsonb_agg(coalesce(days.videos, 0) order by passed)) as object
    from spans cross join lateral generate_series(0, spans.last - spans.first) passed
    left join days on days.trend_id = spans.trend_id and days.day = spans.first + passed
    group by spans.trend_id, spans.first
  ),
  authors as (
    select trend_id, count(*) as found,
      jsonb_agg(jsonb_build_object('unique_id', name, 'videos', videos) order by rank) filter (where rank <= ${MAX_NAMES}) as list
    from (
      select trend_id, author_unique_id as name, count(*) as videos,
        row_number() over (partition by trend_id order by count(*) desc, author_unique_id collate "C") as rank
      from held group by trend_id, author_unique_id
    ) ranked group by trend_id
  ),
  hashtags as (
    select trend_id, jsonb_agg(jsonb_build_object('name', name, 'videos', videos) order by rank) as list
    from (
      select trend_id, name, count(*) as videos,
        row_number() over (partition by trend_id order by count(*) desc, name collate "C") as rank
      from held, lateral (select distinct ltrim(lower(written), '#') as name from unnest(held.hashtags) written) tags
      where name <> '' and name <> all(${sql.param(NOISE_HASHTAGS)}::text[]) group by trend_id, name
    ) ranked where rank <= ${MAX_NAMES} group by trend_id
  ),
  sounds as (
    select distinct on (trend_id) trend_id,
      jsonb_build_object('id', max(sound_id), 'title', max(sound_title), 'videos', count(*)) as object
    from held
    where sound_id is not null
      or (sound_title is not null and not exists (
        select from unnest(${sql.param(GENERIC_SOUND_TITLES)}::text[]) generic
        where lower(sound_title) ^@ generic and substr(lower(sound_title), length(generic) + 1, 1) !~ '[[:alnum:]]'))
    group by trend_id, coalesce(sound_id, ''), case when sound_id is null then lower(sound_title) else '' end
    having count(*) >= ${MIN_IN_COMMON}
    order by trend_id, count(*) desc, max(sound_id) collate "C", max(sound_title) collate "C"
  ),
  sizes as (select trend_id, count(*) as found, min(posted_at) as first from held group by trend_id)
  update ${trends} set
    first_seen_at = sizes.first,
    digest = jsonb_build_object(
      'number_of_videos_in_trend', sizes.found, 'videos', newest.list, 'daily', daily.object, 'author_count', authors.found,
      'authors', authors.list, 'hashtags', coalesce(hashtags.list, '[]'), 'sound', sounds.object)
  from sizes join newest using (trend_id) join daily using (trend_id) join authors using (trend_id)
    left join hashtags using (trend_id) left join sounds using (trend_id)
  where trends.id = sizes.trend_id`;
