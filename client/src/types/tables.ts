/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import type { CompaniesFilters, CompaniesRow } from './companies.ts';
import type { InvestorsFilters, InvestorsRow } from './investors.ts';
import type { JobsFilters, JobsRow } from './jobs.ts';
import type { PeopleFilters, PeopleRow } from './people.ts';
import type { RedditPostsFilters, RedditPostsRow } from './reddit-posts.ts';
import type { ReviewsFilters, ReviewsRow } from './reviews.ts';
import type { ShopifyStoresFilters, ShopifyStoresRow } from './shopify.ts';
import type { TikTokVideosFilters, TikTokVideosRow } from './tiktok-videos.ts';

/** Each table's name in addresses. */
export const tableNames = {
  investors: 'investors',
  companies: 'companies',
  people: 'people',
  reviews: 'reviews',
  shopify: 'shopify',
  redditPosts: 'reddit-posts',
  tiktokVideos: 'tiktok-videos',
  jobs: 'jobs',
} as const satisfies Record<keyof Tables, string>;

export type TableName = (typeof tableNames)[keyof typeof tableNames];

export interface Tables {
  readonly investors: { readonly row: InvestorsRow; readonly filters: InvestorsFilters };
  readonly companies: { readonly row: CompaniesRow; readonly filters: CompaniesFilters };
  readonly people: { readonly row: PeopleRow; readonly filters: PeopleFilters };
  readonly reviews: { readonly row: ReviewsRow; readonly filters: ReviewsFilters };
  readonly shopify: { readonly row: ShopifyStoresRow; readonly filters: ShopifyStoresFilters };
  readonly redditPosts: { readonly row: RedditPostsRow; readonly filters: RedditPostsFilters };
  readonly tiktokVideos: { readonly row: TikTokVideosRow; readonly filters: TikTokVideosFilters };
  readonly jobs: { readonly row: JobsRow; readonly filters: JobsFilters };
}
