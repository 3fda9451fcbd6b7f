/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */

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
}

/** What rows of Reddit Posts can be narrowed by. */
export interface RedditPostsFilters {
  /** Author is any of these; case is ignored. */
  readonly author?: string | readonly string[] | undefined;
  /** Subreddit name is any of these. Suggestions: `GET /reddit/search/subreddit`. */
  readonly subreddit?: string | readonly string[] | undefined;
  /** Score is in this range; the upper end is excluded. */
  readonly score?: '0-10' | '10-20' | '20-50' | '50-100' | '100-1000' | '1000-10000' | '10000+' | undefined;
  /** Posted at is on or after this day, in UTC. */
  readonly posted_after?: string | undefined;
  /** Posted at is on or before this day, in UTC. */
  readonly posted_before?: string | undefined;
  /** Words to search for. Each must start a word in Title or Text. */
  readonly search_query?: string | undefined;
}
