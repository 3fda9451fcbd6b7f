/** Visited rows of the data tables, in the order of the index that their lists use. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { redditPosts, tiktokVideos } from '../../../schema/data-tables.table.ts';

const visitedRows = { reddit: redditPosts, tiktok: tiktokVideos } satisfies Readonly<Record<NetworkName, unknown>>;

/** The position of a row in that order. */
export interface RowPosition {
  /** The time as the database writes it, to the microsecond. */
  readonly postedAt: string;
  readonly id: number;
}

export interface VisitedRow extends RowPosition {
  readonly key: string;
}

/** Newest first. @param after the last row read; null: start with the newest */
export function listVisitedSince(
  database: Database,
  network: NetworkName,
  { since, after, limit }: { readonly since: Date; readonly after: RowPosition | null; readonly limit: number },
): Promise<readonly VisitedRow[]> {
  const rest = after === null ? sql`` : sql`and (posted_at, id) < (${after.postedAt}::timestamptz, ${after.id})`;
  return listVisited(database, network, sql`posted_at > ${since} ${rest} order by posted_at desc, id desc limit ${limit}`);
}

/** Oldest first. @param after the last row read; null: start with the oldest */
export function listVisitedUntil(
  database: Database,
  network: NetworkName,
  { until, after, limit }: { readonly until: Date; readonly after: RowPosition | null; readonly limit: number },
): Promise<readonly VisitedRow[]> {
  const rest = after === null ? sql`` : sql`and (posted_at, id) > (${after.postedAt}::timestamptz, ${after.id})`;
  return listVisited(database, network, sql`posted_at <= ${until} ${rest} order by posted_at, id limit ${limit}`);
}

/** Visited rows have the network as their source. */
async function listVisited(database: Database, network: NetworkName, rest: SQL): Promise<readonly VisitedRow[]> {
  // The expression has another name: `order by posted_at` would mean the text, which has an order of its own and no index.
  const { rows } = await database.execute<{ id: string; key: string; posted: string }>(
    sql`select id, canonical_key as key, posted_at::text as posted from ${visitedRows[network]} where source = ${network} and ${rest}`,
  );
  return rows.map(({ id, key, posted }) => ({ id: Number(id), key, postedAt: posted }));
}
