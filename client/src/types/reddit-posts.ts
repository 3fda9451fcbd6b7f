/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */

/** One row of Reddit Posts. */
export interface RedditPostsRow {
  /** Number of the row; it never changes */
  readonly id: number;
  readonly title: string | null;
  readonly author: string | null;
  readonly subreddit_name: string | null;
  /** Permalink, with or without its scheme */
  readonly permalink: string | null;
  /** Image URL, with or without its scheme */
  readonly image_url: string | null;
  readonly comment_count: number | null;
  readonly score: number | null;
  readonly type: string | null;
  readonly flair: string | null;
  readonly text: string | null;
  readonly posted_at: string | null;
  readonly updated_at: string | null;
}

/** What rows of Reddit Posts can be narrowed by. */
export interface RedditPostsFilters {
  /** Author is any of these; upper and lower case are alike. */
  readonly author?: string | readonly string[] | undefined;
  /** Subreddit name is any of these. Suggestions: `GET /reddit/search/subreddit`. */
  readonly subreddit?: string | readonly string[] | undefined;
  /** Score lies in this range; its end is not part of a range. */
  readonly score?: '0-10' | '10-20' | '20-50' | '50-100' | '100-1000' | '1000-10000' | '10000+' | undefined;
  /** Posted at is on this day or later, in UTC. */
  readonly posted_after?: string | undefined;
  /** Posted at is on this day or earlier, in UTC. */
  readonly posted_before?: string | undefined;
  /** Words, each of which begins a word of Title or Text. */
  readonly search_query?: string | undefined;
}
