/** Searches for videos, page by page: requests and responses. */
import { z } from 'zod';
import { pauseFor, type Sleep } from '../http/pause.ts';
import { SourceError } from '../source-error.ts';
import type { DayWindow } from './day-windows.ts';
import { type TikTokCall, TikTokRefusal } from './tiktok-calls.ts';

/** TikTok's maximum. */
const PAGE_VIDEOS = 100;
const FIELDS = [
  'id',
  'username',
  'video_description',
  'create_time',
  'view_count',
  'like_count',
  'comment_count',
  'share_count',
  'music_id',
  'hashtag_names',
].join(',');
const LOST_SEARCH = /search[ _]?id\b.*\b(?:invalid|expired)/is;
/** A new search id becomes valid after a moment. */
const LOST_PAUSES_MS = [1_000, 3_000, 9_000, 27_000] as const;

const pageSchema = z
  .object({
    videos: z.array(z.unknown()).nullish(),
    cursor: z.int().min(0).nullish(),
    has_more: z.boolean().nullish(),
    search_id: z.union([z.string(), z.number()]).nullish(),
  })
  .nullish();

export interface Search {
  readonly field: 'username' | 'video_id';
  readonly values: readonly string[];
  readonly window: DayWindow;
}

/** The position of a page in a search. */
export interface SearchPosition {
  readonly cursor: number;
  /** The id of the search that continues; null: a new search. */
  readonly searchId: string | null;
}

export interface SearchPage {
  readonly videos: readonly unknown[];
  /** The position of the next page; null: this was the last. */
  readonly next: { readonly cursor: number; readonly searchId: string } | null;
}

interface SearchOptions {
  readonly call: TikTokCall;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
}

/** @throws {SourceError} */
export async function readSearchPage(search: Search, position: SearchPosition, options: SearchOptions): Promise<SearchPage> {
  const { data, error } = pageSchema.safeParse(await answerTo(search, position, options));
  if (error !== undefined)
    throw new SourceError('failed', 'video/query: an unreadable response', { isOfNetwork: false, cause: error });
  const videos = data?.videos ?? [];
  if (data?.has_more !== true) return { videos, next: null };
  const cursor = data.cursor ?? 0;
  // A cursor that does not advance would never end the search.
  if (cursor <= position.cursor)
    throw new SourceError('failed', 'video/query: a search that does not advance', { isOfNetwork: false });
  return { videos, next: { cursor, searchId: String(data.search_id ?? '') } };
}

async function answerTo(
  { field, values, window }: Search,
  { cursor, searchId }: SearchPosition,
  options: SearchOptions,
): Promise<unknown> {
  const { call, sleep, signal } = options;
  const path = `/v2/research/video/query/?fields=${FIELDS}`;
  const body = {
    query: { and: [{ operation: 'IN', field_name: field, field_values: values }] },
    start_date: window.from,
    end_date: window.until,
    max_count: PAGE_VIDEOS,
    ...(cursor === 0 ? {} : { cursor }),
  };
  if (searchId === null || searchId === '') return call(path, body, signal);
  for (const pause of LOST_PAUSES_MS) {
    try {
      return await call(path, { ...body, search_id: searchId }, signal);
    } catch (error) {
      if (!(error instanceof TikTokRefusal && LOST_SEARCH.test(error.said))) throw error;
    }
    await pauseFor(pause, sleep, signal);
  }
  // TikTok has forgotten the search, for example after hours. The same search started again has the same order.
  return call(path, body, signal);
}
