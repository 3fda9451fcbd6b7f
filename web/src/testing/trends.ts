/** TikTok trends for stories, and a server that has none and was asked for nothing yet. */
import { getTrendSettings, listAnalyses, listTrends, type Trend, type TrendSettings } from '@leadloom/shared/contract/trends';
import type { RequestHandler } from 'msw';
import { answer } from './api.ts';

/** A trend of two videos a day over the last days of February; pass what the story is about. */
export function aTrend(id: number, changes: Partial<Trend> = {}): Trend {
  const videos = Array.from({ length: 2 }, (_, index) => ({
    video_id: `73012345678901234${id}${index}`,
    video_url: `https://www.tiktok.com/@loom.works/video/73012345678901234${id}${index}`,
  }));
  return {
    trend_id: String(id),
    trend_name: `#trend${id}`,
    is_renamed: false,
    is_hidden: false,
    first_seen_at: '2026-02-25T08:00:00.000Z',
    last_seen_at: '2026-02-28T12:00:00.000Z',
    number_of_videos_in_trend: 9,
    videos,
    daily: { first_day: '2026-02-25', counts: [1, 2, 2, 4] },
    velocity: { recent: 4.3, before: 1.2 },
    author_count: 3,
    authors: [
      { unique_id: 'loom.works', videos: 5 },
      { unique_id: 'shuttle', videos: 3 },
      { unique_id: 'heddle', videos: 1 },
    ],
    hashtags: [{ name: 'weaving', videos: 9 }],
    sound: { id: '6800000000000000001', title: 'Shuttle song', videos: 7 },
    centre_video: {
      video_id: `73012345678901234${id}0`,
      video_url: `https://www.tiktok.com/@loom.works/video/73012345678901234${id}0`,
      unique_id: 'loom.works',
      summary: 'A scarf in four days',
    },
    reasons: [
      { kind: 'hashtag', text: '#weaving', coverage: 1, share: 0.62 },
      { kind: 'sound', text: 'Shuttle song', coverage: 0.78, share: 0.3 },
    ],
    ...changes,
  };
}

export const noTrendSettings: TrendSettings = { parameters: {}, schedule: 'off', hour: 4, next_run_at: null };

export const noTrendHandlers: readonly RequestHandler[] = [
  answer(listTrends, () => []),
  answer(listAnalyses, () => ({ data: [] })),
  answer(getTrendSettings, () => noTrendSettings),
];
