/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */

/** One row of Shopify Stores. */
export interface ShopifyStoresRow {
  /** Id of the row; it never changes */
  readonly id: number;
  /** Version of the table that made the row so: the one under which the feed of changes has it */
  readonly changed_in: number;
  readonly merchant_name: string | null;
  /** URL, with or without a scheme */
  readonly url: string | null;
  /** YouTube channel, with or without a scheme */
  readonly youtube_channel: string | null;
  /** Instagram, with or without a scheme */
  readonly instagram: string | null;
  /** Facebook, with or without a scheme */
  readonly facebook: string | null;
  /** LinkedIn, with or without a scheme */
  readonly linkedin: string | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly emails: readonly string[] | null;
  readonly total_reviews: number | null;
  readonly average_review: number | null;
  readonly description: string | null;
  readonly topics: readonly string[] | null;
  readonly last_crawled_at: string | null;
  readonly updated_at: string | null;
}

/** What rows of Shopify Stores can be narrowed by. */
export interface ShopifyStoresFilters {
  /** Topics holds any of these. Suggestions: `GET /search/shopify/topics`. */
  readonly topics?: string | readonly string[] | undefined;
  /** Currency is any of these. */
  readonly currency?: 'USD' | 'EUR' | 'GBP' | 'CAD' | 'INR' | 'AED' | 'PKR' | 'AUD' | 'MXN' | 'ZAR' | 'ILS' | 'TRY' | 'HKD' | 'IDR' | 'JPY' | 'BRL' | 'CHF' | 'COP' | 'NZD' | 'QAR' | 'SAR' | 'SEK' | 'SGD' | 'CNY' | readonly ('USD' | 'EUR' | 'GBP' | 'CAD' | 'INR' | 'AED' | 'PKR' | 'AUD' | 'MXN' | 'ZAR' | 'ILS' | 'TRY' | 'HKD' | 'IDR' | 'JPY' | 'BRL' | 'CHF' | 'COP' | 'NZD' | 'QAR' | 'SAR' | 'SEK' | 'SGD' | 'CNY')[] | undefined;
  /** Only rows with Emails. */
  readonly with_email?: boolean | undefined;
  /** Only rows with YouTube channel. */
  readonly with_youtube?: boolean | undefined;
  /** Only rows with LinkedIn. */
  readonly with_linkedin?: boolean | undefined;
  /** Total reviews is in any of these ranges; the upper end is excluded. */
  readonly reviews?: '0-10' | '10-100' | '100-1000' | '1000-10000' | '10000-100000' | '100000+' | readonly ('0-10' | '10-100' | '100-1000' | '1000-10000' | '10000-100000' | '100000+')[] | undefined;
  /** Words to search for. Each must start a word in Merchant name, URL or Description. */
  readonly search_query?: string | undefined;
  /** URL is on any of these domains, such as `example.com`. */
  readonly domain?: string | readonly string[] | undefined;
}
