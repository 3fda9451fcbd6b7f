/** The chunks whose bitmaps are older than their rows. */
import type { Database } from '../../../database/database.ts';
import { staleChunks } from '../../../schema/table-state.table.ts';

export interface StaleChunk {
  /** The table's name in the database. */
  readonly table: string;
  readonly chunk: number;
  /** The version its bitmaps are right for; 0: they are built anew. */
  readonly since: number;
}

/** Lists the stale chunks of all tables. */
export function listStale(database: Database): Promise<StaleChunk[]> {
  const { tableName: table, chunk, since } = staleChunks;
  return database.select({ table, chunk, since }).from(staleChunks);
}
