/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import { createTableClient, type TableClient } from '../table-client.ts';
import type { Transport } from '../transport.ts';
import { type Tables, tableNames } from './tables.ts';

export type TableClients = { readonly [Table in keyof Tables]: TableClient<Table> };

export function createTables(transport: Transport): TableClients {
  return {
    investors: createTableClient(transport, tableNames.investors),
    companies: createTableClient(transport, tableNames.companies),
    people: createTableClient(transport, tableNames.people),
    reviews: createTableClient(transport, tableNames.reviews),
    shopify: createTableClient(transport, tableNames.shopify),
    redditPosts: createTableClient(transport, tableNames.redditPosts),
    tiktokVideos: createTableClient(transport, tableNames.tiktokVideos),
    jobs: createTableClient(transport, tableNames.jobs),
  };
}
