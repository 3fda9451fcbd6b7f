import { sql } from 'drizzle-orm';
import type { Connection } from './database.ts';

/** Transactions that lock the same name run one after the other, each until its end. */
export async function lockForTransaction(transaction: Connection, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
