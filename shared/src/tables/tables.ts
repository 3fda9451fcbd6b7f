/** The data tables by name. Everything done for each table iterates over this list. */
import { companies } from './companies.ts';
import type { TableDefinition } from './define-table.ts';
import { investors } from './investors.ts';
import { jobs } from './jobs.ts';
import { people } from './people.ts';
import { redditPosts } from './reddit-posts.ts';
import { reviews } from './reviews.ts';
import { shopify } from './shopify.ts';
import { type TableName, tableNames } from './table-names.ts';
import { tiktokVideos } from './tiktok-videos.ts';

export { type TableName, tableNames };

export const tables = {
  investors,
  companies,
  people,
  reviews,
  shopify,
  'reddit-posts': redditPosts,
  'tiktok-videos': tiktokVideos,
  jobs,
} as const satisfies { readonly [Name in TableName]: TableDefinition & { readonly name: Name } };

/** A definition by its name, with the general type: for code that serves all tables alike. */
export function tableByName(name: TableName): TableDefinition {
  return tables[name];
}
