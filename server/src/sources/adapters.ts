/**
 * What a network is asked, whoever answers. Adapters keep nothing but tokens and their pace: what was collected, and
 * where an unfinished visit stands, is their caller's to keep.
 */
import type { CellValue } from '@leadloom/shared/tables/define-table';

/** Columns of a data table, by field: what a post or a video becomes. */
export type SourceRecord = Readonly<Record<string, CellValue>>;

export interface VisitedPage<Position> {
  /** Records of `reddit-posts` or `tiktok-videos`; those whose content was removed are left out. */
  readonly records: readonly SourceRecord[];
  /** Ids the network names as deleted or removed. */
  readonly goneIds: readonly string[];
  /** Where the next page begins; null: this was the last. */
  readonly next: Position | null;
}

/** In JSON, so that a visit goes on after a restart. */
export interface RedditPosition {
  readonly after: string;
  readonly count: number;
}

export interface SubredditPage extends VisitedPage<RedditPosition> {
  /** As Reddit writes it; null: not known, since it has no posts. */
  readonly displayName: string | null;
}

export interface Suggestion {
  readonly name: string;
  readonly subscribers: number | null;
}

/** Every method throws `SourceError` and nothing else, waits its turn as Reddit's limits ask, and gives up when the signal does. */
export interface RedditAdapter {
  /** The newest posts, 100 a page. @param seenUntil posts of that moment and older are known: no page follows theirs */
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

/** Every method throws `SourceError` and nothing else, stays within TikTok's quota, and gives up when the signal does. */
export interface TikTokAdapter {
  /** Videos of users, 100 a page. @param names at most 50 @param since the first day wanted */
  visitUsers(
    names: readonly string[],
    options: { readonly position: TikTokPosition | null; readonly since: Date; readonly signal: AbortSignal },
  ): Promise<VisitedPage<TikTokPosition>>;
  /** @returns null: the network does not say */
  readFollowerCount(name: string, signal: AbortSignal): Promise<number | null>;
  /** @param videoIds at most 100 @returns those that are no longer there */
  findGone(videoIds: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
}

/** Told of every request as it leaves, so that they can be counted. */
export type CountRequest = () => void;
