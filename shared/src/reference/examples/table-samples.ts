/** For each table a filter worth trying and the columns that tell its rows apart. */
import type { TableName } from '../../tables/tables.ts';

export interface TableSample {
  readonly filter: readonly [name: string, value: string];
  /** The first is what programs print. */
  readonly fields: readonly [string, string];
}

export const tableSamples: Readonly<Record<TableName, TableSample>> = {
  investors: { filter: ['country', 'United States'], fields: ['name', 'website'] },
  companies: { filter: ['employee_count', '50-200'], fields: ['name', 'website'] },
  people: { filter: ['country', 'Canada'], fields: ['name', 'company_name'] },
  reviews: { filter: ['rating', '4-5'], fields: ['review_title', 'rating'] },
  shopify: { filter: ['currency', 'EUR'], fields: ['url', 'merchant_name'] },
  'reddit-posts': { filter: ['score', '20-50'], fields: ['title', 'permalink'] },
  'tiktok-videos': { filter: ['play_count', '0-10000'], fields: ['video', 'play_count'] },
};
