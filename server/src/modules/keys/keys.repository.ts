/** Rows of API keys. Every statement of an account's own names the account. */
import { and, asc, count, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { accounts } from '../accounts/accounts.table.ts';
import { apiKeys } from './keys.table.ts';

const listedColumns = {
  id: apiKeys.id,
  prefix: apiKeys.prefix,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
};

interface NewKey {
  readonly id: string;
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly createdAt: Date;
}

export function listKeys(database: Database, accountId: number) {
  return database.select(listedColumns).from(apiKeys).where(eq(apiKeys.accountId, accountId)).orderBy(asc(apiKeys.createdAt));
}

/** False when the account has `max` keys already. */
export async function addKey(database: Database, accountId: number, key: NewKey, max: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // Creations of one account take turns: each counts what those before it added.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys:${accountId}`}, 0))`);
    const [row] = await transaction.select({ total: count() }).from(apiKeys).where(eq(apiKeys.accountId, accountId));
    if ((row?.total ?? 0) >= max) return false;
    await transaction.insert(apiKeys).values({ accountId, ...key });
    return true;
  });
}

export async function deleteKey(database: Database, accountId: number, id: string): Promise<boolean> {
  const { rowCount } = await database.delete(apiKeys).where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, id)));
  return rowCount === 1;
}

/** The key with its account, whatever the account's standing. */
export async function findKey(database: Database, id: string) {
  const [row] = await database
    .select({
      id: apiKeys.id,
      accountId: apiKeys.accountId,
      secretHash: apiKeys.secretHash,
      verifiedAt: accounts.verifiedAt,
      blockedAt: accounts.blockedAt,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(eq(apiKeys.id, id));
  return row ?? null;
}

/** Writes once a minute at most. */
export async function setLastUsed(database: Database, id: string, minute: Date): Promise<void> {
  await database
    .update(apiKeys)
    .set({ lastUsedAt: minute })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minute))));
}
