/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */

/** One row of Reviews. */
export interface ReviewsRow {
  /** Id of the row; it never changes */
  readonly id: number;
  /** Version of the table that made the row so: the one under which the feed of changes has it */
  readonly changed_in: number;
  readonly review_title: string | null;
  /** Product URL, with or without a scheme */
  readonly product_url: string | null;
  readonly rating: number | null;
  /** Review URL, with or without a scheme */
  readonly review_url: string | null;
  /** Reviewer LinkedIn URL, with or without a scheme */
  readonly reviewer_linkedin_url: string | null;
  readonly reviewer_country: string | null;
  readonly tags: readonly string[] | null;
  readonly published_on: string | null;
  readonly updated_at: string | null;
  readonly text: string | null;
  readonly pros: string | null;
  readonly cons: string | null;
  readonly reviewer_name: string | null;
  readonly review_id: string | null;
}

/** What rows of Reviews can be narrowed by. */
export interface ReviewsFilters {
  /** Reviewer country is any of these. More: `/table/reviews/options`. */
  readonly reviewer_country?: string | readonly string[] | undefined;
  /** Rating is in any of these ranges; the last range includes its upper end. */
  readonly rating?: '0-2' | '2-3' | '3-4' | '4-5' | readonly ('0-2' | '2-3' | '3-4' | '4-5')[] | undefined;
  /** Published on is on or after this day, in UTC. */
  readonly published_on_after?: string | undefined;
  /** Published on is on or before this day, in UTC. */
  readonly published_on_before?: string | undefined;
  /** Product URL is on any of these domains, such as `example.com`. */
  readonly domain?: string | readonly string[] | undefined;
  /** Words to search for. Each must start a word in Review title. */
  readonly search_query?: string | undefined;
}
