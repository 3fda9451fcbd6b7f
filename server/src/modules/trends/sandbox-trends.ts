/**
 * Trends for test keys, among the sample videos that these keys see in the table of videos: always the same, as of the day
 * the videos were made. Every name says that it is a sample.
 */
import type { Readable } from 'node:stream';
import { TREND_EXAMPLES, type Trend, trendSchema } from '@leadloom/shared/contract/trends';
import type { FileFormat } from '@leadloom/shared/domain/file-format';
import { foundTrendName } from '@leadloom/shared/social/found-trend-name';
import { z } from 'zod';
import { AppError } from '../../http/app-error.ts';
import { MARK } from '../../sample-rows/sample-names.ts';
import { sampleRow } from '../../sample-rows/sample-row.ts';
import { SANDBOX_MADE_AT, SANDBOX_SIZE } from '../../sample-rows/sandbox-rows.ts';
import { type ExportedVideo, videosFile } from './export-trends.ts';
import { DAYS_BEFORE, RECENT_DAYS } from './trends.repository.ts';

const DAY = 86_400_000;
const FEWEST_VIDEOS = 2;
const MOST_NAMES = 5;

const videoSchema = z
  .object({
    author: z.string(),
    video: z.string(),
    hashtags: z.array(z.string()),
    play_count: z.number(),
    summary: z.string(),
    sound_id: z.string().nullish(),
    sound_title: z.string().nullish(),
    posted_at: z.iso.datetime(),
  })
  .transform(({ author, video, ...rest }) => ({
    ...rest,
    video_url: video,
    video_id: video.replace(/^.*\/video\//, ''),
    unique_id: author.replace(/^.*\/@/, ''),
  }));
type SampleVideo = z.infer<typeof videoSchema>;

interface SampleTrend {
  readonly trend: Trend;
  /** Newest first. */
  readonly videos: readonly SampleVideo[];
}

let made: readonly SampleTrend[] | null = null;

/** Newest first. */
export function sandboxTrends(): Trend[] {
  return sampleTrends().map(({ trend }) => trend);
}

/** @param trendId undefined: all of them @throws {AppError} TRENDS.NOT_FOUND */
export function exportSandboxTrends(trendId: string | undefined, format: FileFormat): Readable {
  const chosen = sampleTrends().filter(({ trend }) => trendId === undefined || trend.trend_id === trendId);
  if (trendId !== undefined && chosen.length === 0) throw new AppError('TRENDS.NOT_FOUND');
  const rows = chosen.flatMap(({ trend, videos }) =>
    videos.map(
      ({ unique_id: author, ...video }): ExportedVideo => ({
        ...video,
        trend_id: Number(trend.trend_id),
        name: trend.trend_name,
        author,
      }),
    ),
  );
  return videosFile([rows], { format, byteOrderMark: false });
}

/** Videos of one craze have the same hashtags, and are a trend. */
function sampleTrends(): readonly SampleTrend[] {
  if (made !== null) return made;
  const crazes = new Map<string, SampleVideo[]>();
  for (let index = 0; index < SANDBOX_SIZE.rows; index += 1) {
    const video = videoSchema.parse(sampleRow('tiktok-videos', SANDBOX_SIZE, { index, now: SANDBOX_MADE_AT }));
    const tags = video.hashtags.join(' ');
    crazes.set(tags, [...(crazes.get(tags) ?? []), video]);
  }
  made = [...crazes.values()]
    .filter((videos) => videos.length >= FEWEST_VIDEOS && videos.every(({ hashtags }) => hashtags.length > 1))
    .map((videos) => videos.toSorted((one, other) => (one.posted_at > other.posted_at ? -1 : 1)))
    .toSorted(([one], [other]) => ((one?.posted_at ?? '') < (other?.posted_at ?? '') ? -1 : 1))
    .map((videos, index) => ({ trend: sampleTrend(videos, index + 1), videos }))
    .toReversed();
  return made;
}

function sampleTrend(videos: readonly SampleVideo[], id: number): Trend {
  const [newest] = videos;
  const oldest = videos.at(-1);
  if (newest === undefined || oldest === undefined) throw new RangeError('a trend without videos');
  const count = videos.length;
  const authors = counted(videos.map(({ unique_id: name }) => name));
  const { video_id, video_url, unique_id, summary } = oldest;
  const sound = newest.sound_title;
  const reasons = [
    ...newest.hashtags.map((text) => ({ kind: 'hashtag' as const, text, coverage: 1, share: 0.8 / newest.hashtags.length })),
    ...(sound == null ? [] : [{ kind: 'sound' as const, text: sound, coverage: 1, share: 0.2 }]),
  ];
  return trendSchema.parse({
    trend_id: String(id),
    trend_name: `${foundTrendName(reasons) ?? ''} ${MARK}`,
    is_renamed: false,
    is_hidden: false,
    first_seen_at: oldest.posted_at,
    last_seen_at: newest.posted_at,
    number_of_videos_in_trend: count,
    videos: videos.slice(0, TREND_EXAMPLES),
    daily: dailyOf(videos, oldest.posted_at, newest.posted_at),
    velocity: {
      recent: postedBetween(videos, RECENT_DAYS, 0) / RECENT_DAYS,
      before: postedBetween(videos, RECENT_DAYS + DAYS_BEFORE, RECENT_DAYS) / DAYS_BEFORE,
    },
    author_count: authors.length,
    authors: authors.slice(0, MOST_NAMES).map(({ name, videos: of }) => ({ unique_id: name, videos: of })),
    hashtags: newest.hashtags.slice(0, MOST_NAMES).map((name) => ({ name, videos: count })),
    sound: sound == null ? null : { id: newest.sound_id ?? null, title: sound, videos: count },
    centre_video: { video_id, video_url, unique_id, summary },
    reasons,
  });
}

/** Names with their counts, those with the most first. */
function counted(names: readonly string[]): readonly { readonly name: string; readonly videos: number }[] {
  return [...new Set(names)]
    .map((name) => ({ name, videos: names.filter((other) => other === name).length }))
    .toSorted((one, other) => other.videos - one.videos || (one.name < other.name ? -1 : 1));
}

function dailyOf(videos: readonly SampleVideo[], first: string, last: string): Trend['daily'] {
  const dayOf = (moment: string) => Math.floor(Date.parse(moment) / DAY);
  const counts = Array.from(
    { length: dayOf(last) - dayOf(first) + 1 },
    (_, day) => videos.filter(({ posted_at: at }) => dayOf(at) === dayOf(first) + day).length,
  );
  return { first_day: first.slice(0, 10), counts };
}

/** Counts videos posted between two numbers of days before the rows were made. */
function postedBetween(videos: readonly SampleVideo[], from: number, to: number): number {
  const age = ({ posted_at: at }: SampleVideo) => (SANDBOX_MADE_AT.getTime() - Date.parse(at)) / DAY;
  return videos.filter((video) => age(video) < from && age(video) >= to).length;
}
