/**
 * The names of the data tables and the labels of their links, apart from their definitions: most screens need these alone.
 * Both in the order of the navigation.
 */

export const tableNames = [
  'investors',
  'companies',
  'people',
  'reviews',
  'shopify',
  'reddit-posts',
  'tiktok-videos',
  'jobs',
] as const;
export type TableName = (typeof tableNames)[number];

/** The text of the link to a table's screen. */
export const tableLinks: Readonly<Record<TableName, string>> = {
  investors: 'Investors',
  companies: 'Companies',
  people: 'People',
  reviews: 'G2 Reviews',
  shopify: 'Shopify Stores',
  'reddit-posts': 'Reddit Posts',
  'tiktok-videos': 'TikTok Videos',
  jobs: 'Jobs',
};
