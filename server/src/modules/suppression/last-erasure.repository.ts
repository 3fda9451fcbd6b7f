/** When somebody was last erased everywhere. */
import { eq, sql } from 'drizzle-orm';
import type { Connection } from '../../database/database.ts';
import { erasures } from '../../schema/erasures.table.ts';

/** Milliseconds since 1970; 0: never. */
export async function lastCarriedOut(connection: Connection): Promise<number> {
  const [row] = await connection
    .select({ at: sql<string | null>`extract(epoch from max(${erasures.endedAt})) * 1000` })
    .from(erasures)
    .where(eq(erasures.state, 'done'));
  return Number(row?.at ?? 0);
}
