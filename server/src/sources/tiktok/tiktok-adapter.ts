/** Reads videos of users from TikTok's Research API. Keeps only its token. */
import { z } from 'zod';
import type { TikTokSettings } from '../../config.ts';
import type { CountRequest, SourceRecord, TikTokAdapter, TikTokPosition, VisitedPage } from '../adapters.ts';
import { type Sleep, sleepFor } from '../http/pause.ts';
import { createSourceHttp, type SourceHttp } from '../http/source-http.ts';
import { SourceError } from '../source-error.ts';
import { startOfDay, windowsBetween } from './day-windows.ts';
import { findGoneVideos } from './find-gone-videos.ts';
import { readTikTokVideo } from './read-tiktok-video.ts';
import { readSearchPage, type Search, type SearchPosition } from './search-videos.ts';
import { createTikTokCalls, TikTokRefusal } from './tiktok-calls.ts';

const MAX_NAMES = 50;
const MAX_IDS = 100;
const userSchema = z.object({ follower_count: z.int().min(0).nullish().catch(null) }).nullish();

export interface TikTokAdapterOptions {
  readonly settings: TikTokSettings;
  /** If absent: a client for `settings.apiUrl` only. */
  readonly http?: SourceHttp;
  readonly now?: () => Date;
  readonly sleep?: Sleep;
  readonly countRequest: CountRequest;
}

export function createTikTokAdapter({
  settings,
  http = createSourceHttp({ allowedOrigins: [settings.apiUrl] }),
  now = () => new Date(),
  sleep = sleepFor,
  countRequest,
}: TikTokAdapterOptions): TikTokAdapter {
  const call = createTikTokCalls({ settings, http, now, sleep, countRequest });
  const readPage = (search: Search, position: SearchPosition, signal: AbortSignal) =>
    readSearchPage(search, position, { call, sleep, signal });

  return {
    visitUsers: async (names, { position, since, signal }) => {
      checkCount(names, MAX_NAMES, 'users');
      const [window, ...later] = windowsBetween(since, now());
      if (names.length === 0 || window === undefined) return { records: [], goneIds: [], next: null };
      const here: TikTokPosition = position ?? { ...window, cursor: 0, searchId: '' };
      const { from, until } = here;
      const page = await readPage({ field: 'username', values: names, window: { from, until } }, here, signal);
      const next = position === null ? (later[0] ?? null) : windowAfter(until, now());
      return { records: recordsOf(page.videos), goneIds: [], next: nextPosition(here, page.next, next) };
    },

    readFollowerCount: async (name, signal) => {
      try {
        const data = await call('/v2/research/user/info/?fields=follower_count', { username: name }, signal);
        return userSchema.safeParse(data).data?.follower_count ?? null;
      } catch (error) {
        throw error instanceof TikTokRefusal ? faultOfUser(error) : error;
      }
    },

    findGone: async (videoIds, signal) => {
      checkCount(videoIds, MAX_IDS, 'videos');
      return findGoneVideos(videoIds, now(), (values, window, position) =>
        readPage({ field: 'video_id', values, window }, position, signal),
      );
    },
  };
}

/** The next page, else the first page of the next window of days. */
function nextPosition(
  { from, until }: TikTokPosition,
  page: { readonly cursor: number; readonly searchId: string } | null,
  window: { readonly from: string; readonly until: string } | null,
): VisitedPage<TikTokPosition>['next'] {
  if (page !== null) return { from, until, ...page };
  return window === null ? null : { ...window, cursor: 0, searchId: '' };
}

/** A visit continues up to the current day, however long it was interrupted. */
function windowAfter(until: string, now: Date) {
  const [window] = windowsBetween(startOfDay(until), now);
  return window === undefined || window.until <= until ? null : window;
}

function recordsOf(videos: readonly unknown[]): readonly SourceRecord[] {
  const records = videos.flatMap((video) => {
    const reading = readTikTokVideo(video, { hasExactIds: true });
    return reading.kind === 'video' ? [reading.record] : [];
  });
  // Unreadable videos are left out. If none can be read, TikTok's format has changed.
  if (records.length === 0 && videos.length > 0)
    throw new SourceError('failed', 'video/query: no video in the answer can be read', { isOfNetwork: false });
  return records;
}

/** TikTok reports faults of a user under a generic code, so the message decides. */
function faultOfUser(refusal: TikTokRefusal): SourceError {
  const details = { isOfNetwork: false, cause: refusal };
  if (/private/i.test(refusal.said)) return new SourceError('private', refusal.message, details);
  if (/banned/i.test(refusal.said)) return new SourceError('banned', refusal.message, details);
  if (/not (?:be )?found|cannot find|(?:not|n't) exist/i.test(refusal.said))
    return new SourceError('not_found', refusal.message, details);
  return refusal;
}

function checkCount(list: readonly string[], max: number, what: string): void {
  if (list.length > max) throw new SourceError('failed', `${list.length} ${what} at once`, { isOfNetwork: false });
}
