import { type SQL, sql } from 'drizzle-orm';
import type { Platform } from '../platform.ts';

/** The time all servers agree on: the database's. */
export function sharedNow({ databaseNow }: Pick<Platform, 'databaseNow'>): SQL {
  return databaseNow?.() ?? sql`clock_timestamp()`;
}
