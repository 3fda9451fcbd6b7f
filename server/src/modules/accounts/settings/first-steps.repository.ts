/** What is stored about an account's first steps. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../database/database.ts';
import { accounts } from '../../../schema/accounts.table.ts';

/** The first time stays. */
export async function markFirstStepsEnded(database: Database, accountId: number, now: Date): Promise<void> {
  const isOpen = and(eq(accounts.id, accountId), isNull(accounts.firstStepsEndedAt));
  await database.update(accounts).set({ firstStepsEndedAt: now }).where(isOpen);
}

/** The first time stays. */
export async function markRowsSeen(database: Database, accountId: number, now: Date): Promise<void> {
  const isFirst = and(eq(accounts.id, accountId), isNull(accounts.rowsSeenAt));
  await database.update(accounts).set({ rowsSeenAt: now }).where(isFirst);
}
