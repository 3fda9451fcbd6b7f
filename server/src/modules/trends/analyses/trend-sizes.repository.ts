/** The trends of an account with their numbers of videos. */
import { eq, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { trends } from '../trends.table.ts';

export interface TrendSize {
  readonly id: number;
  readonly name: string | null;
  readonly videos: number;
}

export function readTrendSizes(connection: Connection, accountId: number): Promise<TrendSize[]> {
  const videos = sql<number>`coalesce((${trends.digest} ->> 'number_of_videos_in_trend')::int, 0)`;
  return connection.select({ id: trends.id, name: trends.name, videos }).from(trends).where(eq(trends.accountId, accountId));
}
