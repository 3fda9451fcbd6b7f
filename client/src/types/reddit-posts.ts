/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import type { AnyText } from '../any-text.ts';

/** One row of Reddit Posts. */
export interface RedditPostsRow {
  /** Id of the row; it never changes */
  readonly id: number;
  /** Version of the table that made the row so: the one under which the feed of changes has it */
  readonly changed_in: number;
  readonly title: string | null;
  readonly author: string | null;
  readonly subreddit_name: string | null;
  /** Permalink, with or without a scheme */
  readonly permalink: string | null;
  /** Image URL, with or without a scheme */
  readonly image_url: string | null;
  readonly comment_count: number | null;
  readonly score: number | null;
  readonly type: string | null;
  readonly flair: string | null;
  readonly text: string | null;
  readonly posted_at: string | null;
  readonly updated_at: string | null;
  readonly sources: readonly string[] | null;
}

/** What rows of Reddit Posts can be narrowed by. */
export interface RedditPostsFilters {
  /** Author is any of these; case is ignored. */
  readonly author?: string | readonly string[] | undefined;
  /** Author is none of these; rows without a value stay. */
  readonly author_not?: string | readonly string[] | undefined;
  /** Only rows where Author has a value (true), or is blank (false). */
  readonly author_has?: boolean | undefined;
  /** Subreddit name is any of these. Suggestions: `GET /reddit/search/subreddit`. */
  readonly subreddit?: string | readonly string[] | undefined;
  /** Subreddit is none of these; rows without a value stay. */
  readonly subreddit_not?: string | readonly string[] | undefined;
  /** Only rows where Subreddit has a value (true), or is blank (false). */
  readonly subreddit_has?: boolean | undefined;
  /** Score is in this range; the upper end is excluded. */
  readonly score?: '0-10' | '10-20' | '20-50' | '50-100' | '100-1000' | '1000-10000' | '10000+' | undefined;
  /** Score is at least this. */
  readonly score_from?: number | undefined;
  /** Score is at most this. */
  readonly score_to?: number | undefined;
  /** Only rows where Score has a value (true), or is blank (false). */
  readonly score_has?: boolean | undefined;
  /** Posted at is on or after this day, in UTC. */
  readonly posted_after?: string | undefined;
  /** Posted at is on or before this day, in UTC. */
  readonly posted_before?: string | undefined;
  /** Only rows where Posted Date has a value (true), or is blank (false). */
  readonly posted_has?: boolean | undefined;
  /** Type is any of these. More: `/table/reddit-posts/options`. */
  readonly type?: string | readonly string[] | undefined;
  /** Type is none of these; rows without a value stay. */
  readonly type_not?: string | readonly string[] | undefined;
  /** Only rows where Type has a value (true), or is blank (false). */
  readonly type_has?: boolean | undefined;
  /** Flair is any of these. More: `/table/reddit-posts/options`. */
  readonly flair?: string | readonly string[] | undefined;
  /** Flair is none of these; rows without a value stay. */
  readonly flair_not?: string | readonly string[] | undefined;
  /** Only rows where Flair has a value (true), or is blank (false). */
  readonly flair_has?: boolean | undefined;
  /** Comment count is at least this. */
  readonly comment_count_from?: number | undefined;
  /** Comment count is at most this. */
  readonly comment_count_to?: number | undefined;
  /** Only rows where Comment count has a value (true), or is blank (false). */
  readonly comment_count_has?: boolean | undefined;
  /** Words to search for. Each must start a word in Title, Author, Subreddit name, Type, Flair or Text. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly search_query?: string | undefined;
  /** Sources holds any of these. More: `/table/reddit-posts/options`. */
  readonly source?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Source is none of these; rows without a value stay. */
  readonly source_not?: string | readonly string[] | undefined;
  /** Only rows where Source has a value (true), or is blank (false). */
  readonly source_has?: boolean | undefined;
}
