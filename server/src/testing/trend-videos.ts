/** Writes TikTok videos and tracked users to the database, as visits and imports would. */
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

export interface TestVideo {
  /** The network's number. */
  readonly number: string;
  readonly author: string;
  readonly postedAt: Date;
  readonly hashtags?: readonly string[];
  readonly soundId?: string;
  readonly soundTitle?: string;
  readonly summary?: string;
  readonly playCount?: number;
}

/** Adds all videos in one statement. */
export async function addVideos(database: Database, videos: readonly TestVideo[]): Promise<void> {
  const rows = videos.map(({ number, author, postedAt, hashtags, soundId, soundTitle, summary, playCount }) => ({
    author: `https://www.tiktok.com/@${author}`,
    video: `https://www.tiktok.com/@${author}/video/${number}`,
    author_unique_id: author,
    posted_at: postedAt.toISOString(),
    hashtags: hashtags ?? null,
    sound_id: soundId ?? null,
    sound_title: soundTitle ?? null,
    summary: summary ?? null,
    play_count: playCount ?? null,
    canonical_key: `video:tiktok.com/video/${number}`,
  }));
  await database.execute(sql`
    insert into tiktok_videos (author, video, author_unique_id, posted_at, hashtags, sound_id, sound_title, summary, play_count, canonical_key, source)
    select given.author, given.video, given.author_unique_id, given.posted_at, given.hashtags, given.sound_id, given.sound_title,
      given.summary, given.play_count, given.canonical_key, 'test'
    from jsonb_populate_recordset(null::tiktok_videos, ${JSON.stringify(rows)}::jsonb) given`);
}

/** Adds sources as if the account tracked them, without a visit yet. */
export async function trackUsersOf(database: Database, accountId: number, uniqueIds: readonly string[]): Promise<void> {
  await database.execute(sql`
    insert into sources (network, key, display_name) select 'tiktok', name, name from unnest(${sql.param(uniqueIds)}::text[]) name
    on conflict (network, key) do nothing`);
  await database.execute(sql`
    insert into tracked_sources (account_id, source_id)
    select ${accountId}, id from sources where network = 'tiktok' and key = any(${sql.param(uniqueIds)}::text[])
    on conflict do nothing`);
}

interface Series {
  /** The number of the first video; the others follow it, by the authors in turn. */
  readonly from: bigint;
  readonly videos: number;
  readonly authors: readonly string[];
  /** When the first video was posted. */
  readonly startsAt: Date;
  /** Hours from one to the next. */
  readonly every: number;
  readonly about: Pick<TestVideo, 'hashtags' | 'soundId' | 'soundTitle' | 'summary'>;
}

const HOUR = 3_600_000;

/** Videos that are about the same. */
export function seriesOfVideos({ from, videos, authors, startsAt, every, about }: Series): TestVideo[] {
  return Array.from({ length: videos }, (_, index) => ({
    number: String(from + BigInt(index)),
    author: authors[index % authors.length] ?? '',
    postedAt: new Date(startsAt.getTime() + index * every * HOUR),
    playCount: 1_000 + index,
    ...about,
  }));
}
