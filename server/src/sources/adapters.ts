/**
 * The interfaces of adapters. An adapter keeps only its token and its pace. The caller keeps what was collected and the
 * state of unfinished visits.
 */
import type { CellValue } from '@leadloom/shared/tables/define-table';

/** Columns of a data table, by field: what a post or a video becomes. */
export type SourceRecord = Readonly<Record<string, CellValue>>;

export interface VisitedPage<Position> {
  /** Records of `reddit-posts` or `tiktok-videos`; those whose content was removed are left out. */
  readonly records: readonly SourceRecord[];
  /** Ids the network names as deleted or removed. */
  readonly goneIds: readonly string[];
  /** The position of the next page; null: this was the last. */
  readonly next: Position | null;
}

/** A position is stored as JSON, so that a visit continues after a restart. */
export interface RedditPosition {
  readonly after: string;
  readonly count: number;
}

export interface SubredditPage extends VisitedPage<RedditPosition> {
  /** The name in Reddit's spelling; null: unknown, because it has no posts. */
  readonly displayName: string | null;
}

export interface Suggestion {
  readonly name: string;
  readonly subscribers: number | null;
}

/** Every method throws only `SourceError`, respects Reddit's rate limits, and stops when the signal aborts. */
export interface RedditAdapter {
  /** The newest posts, 100 per page. @param seenUntil posts of that time and older are known, so no page follows theirs */
  visitSubreddit(
    name: string,
    options: { readonly position: RedditPosition | null; readonly seenUntil: Date | null; readonly signal: AbortSignal },
  ): Promise<SubredditPage>;
  /** @param postIds such as `t3_1abc`, at most 100 @returns those that are deleted or removed */
  findGone(postIds: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** @param query 1 to 50 characters @returns at most ten, without adult ones */
  suggest(query: string, signal: AbortSignal): Promise<readonly Suggestion[]>;
}

export interface TikTokPosition {
  readonly cursor: number;
  readonly searchId: string;
  /** Days in UTC, `YYYYMMDD`, at most 30 apart. */
  readonly from: string;
  readonly until: string;
}

/** Every method throws only `SourceError`, respects TikTok's quota, and stops when the signal aborts. */
export interface TikTokAdapter {
  /** Videos of users, 100 per page. @param names at most 50 @param since the first day to search */
  visitUsers(
    names: readonly string[],
    options: { readonly position: TikTokPosition | null; readonly since: Date; readonly signal: AbortSignal },
  ): Promise<VisitedPage<TikTokPosition>>;
  /** @returns null if the network does not report it */
  readFollowerCount(name: string, signal: AbortSignal): Promise<number | null>;
  /** @param videoIds at most 100 @returns those that no longer exist */
  findGone(videoIds: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
}

/** Called for every request when it is sent. */
export type CountRequest = () => void;
