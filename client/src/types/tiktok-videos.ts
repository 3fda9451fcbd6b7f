/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import type { AnyText } from '../any-text.ts';

/** One row of TikTok Videos. */
export interface TikTokVideosRow {
  /** Id of the row; it never changes */
  readonly id: number;
  /** Version of the table that made the row so: the one under which the feed of changes has it */
  readonly changed_in: number;
  /** Author, with or without a scheme */
  readonly author: string | null;
  /** Video, with or without a scheme */
  readonly video: string | null;
  readonly hashtags: readonly string[] | null;
  readonly play_count: number | null;
  readonly comment_count: number | null;
  readonly category: string | null;
  readonly summary: string | null;
  readonly posted_at: string | null;
  /** Author id */
  readonly author_unique_id: string | null;
  readonly sound_id: string | null;
  readonly sound_title: string | null;
  readonly like_count: number | null;
  readonly share_count: number | null;
  readonly updated_at: string | null;
  readonly sources: readonly string[] | null;
}

/** What rows of TikTok Videos can be narrowed by. */
export interface TikTokVideosFilters {
  /** Author id is any of these. Suggestions: `GET /tiktok/search/unique-id`. */
  readonly author?: string | readonly string[] | undefined;
  /** Author is none of these; rows without a value stay. */
  readonly author_not?: string | readonly string[] | undefined;
  /** Only rows where Author has a value (true), or is blank (false). */
  readonly author_has?: boolean | undefined;
  /** Hashtags holds any of these. Suggestions: `GET /tiktok/search/hashtag`. */
  readonly hashtag?: string | readonly string[] | undefined;
  /** Hashtag is none of these; rows without a value stay. */
  readonly hashtag_not?: string | readonly string[] | undefined;
  /** Only rows where Hashtag has a value (true), or is blank (false). */
  readonly hashtag_has?: boolean | undefined;
  /** Play count is in this range; the upper end is excluded. */
  readonly play_count?: '0-10000' | '10000-50000' | '50000-200000' | '200000-1000000' | '1000000-10000000' | '10000000+' | undefined;
  /** Play Count is at least this. */
  readonly play_count_from?: number | undefined;
  /** Play Count is at most this. */
  readonly play_count_to?: number | undefined;
  /** Only rows where Play Count has a value (true), or is blank (false). */
  readonly play_count_has?: boolean | undefined;
  /** Category is any of these. More: `/table/tiktok-videos/options`. */
  readonly category?: string | readonly string[] | undefined;
  /** Category is none of these; rows without a value stay. */
  readonly category_not?: string | readonly string[] | undefined;
  /** Only rows where Category has a value (true), or is blank (false). */
  readonly category_has?: boolean | undefined;
  /** Posted at is on or after this day, in UTC. */
  readonly posted_after?: string | undefined;
  /** Posted at is on or before this day, in UTC. */
  readonly posted_before?: string | undefined;
  /** Only rows where Posted Date has a value (true), or is blank (false). */
  readonly posted_has?: boolean | undefined;
  /** Comment count is at least this. */
  readonly comment_count_from?: number | undefined;
  /** Comment count is at most this. */
  readonly comment_count_to?: number | undefined;
  /** Only rows where Comment count has a value (true), or is blank (false). */
  readonly comment_count_has?: boolean | undefined;
  /** Like count is at least this. */
  readonly like_count_from?: number | undefined;
  /** Like count is at most this. */
  readonly like_count_to?: number | undefined;
  /** Only rows where Like count has a value (true), or is blank (false). */
  readonly like_count_has?: boolean | undefined;
  /** Words to search for. Each must start a word in Hashtags, Category, Summary, Author id or Sound title. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly search_query?: string | undefined;
  /** Sources holds any of these. More: `/table/tiktok-videos/options`. */
  readonly source?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Source is none of these; rows without a value stay. */
  readonly source_not?: string | readonly string[] | undefined;
  /** Only rows where Source has a value (true), or is blank (false). */
  readonly source_has?: boolean | undefined;
}
