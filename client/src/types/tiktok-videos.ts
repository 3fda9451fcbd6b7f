/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */

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
}

/** What rows of TikTok Videos can be narrowed by. */
export interface TikTokVideosFilters {
  /** Author id is any of these. Suggestions: `GET /tiktok/search/unique-id`. */
  readonly author?: string | readonly string[] | undefined;
  /** Hashtags holds any of these. Suggestions: `GET /tiktok/search/hashtag`. */
  readonly hashtag?: string | readonly string[] | undefined;
  /** Play count is in this range; the upper end is excluded. */
  readonly play_count?: '0-10000' | '10000-50000' | '50000-200000' | '200000-1000000' | '1000000-10000000' | '10000000+' | undefined;
  /** Words to search for. Each must start a word in Summary. */
  readonly search_query?: string | undefined;
}
