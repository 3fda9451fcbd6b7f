/** Rows of API keys. Every statement about an account's own keys names the account. */
import { and, asc, count, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { apiKeys } from '../../schema/keys.table.ts';
import { usageMonths } from '../../schema/usage.table.ts';
import { subscriptionColumns, subscriptionOf } from '../billing/running-subscription.service.ts';

const listedColumns = {
  id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
};

interface NewKey {
  readonly id: string;
  /** null: unnamed. */
  readonly name: string | null;
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly createdAt: Date;
}

export function listKeys(database: Database, accountId: number) {
  return database.select(listedColumns).from(apiKeys).where(eq(apiKeys.accountId, accountId)).orderBy(asc(apiKeys.createdAt));
}

/**
 * @param alongside runs in the same transaction
 * @returns false if the account already has `max` keys
 */
export async function addKey(
  database: Database,
  accountId: number,
  key: NewKey,
  { max, alongside }: { readonly max: number; readonly alongside: (transaction: Connection) => Promise<void> },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // Keys of one account are created one after the other, so that each call counts the earlier ones.
    await lockForTransaction(transaction, `api-keys:${accountId}`);
    const [row] = await transaction.select({ total: count() }).from(apiKeys).where(eq(apiKeys.accountId, accountId));
    if ((row?.total ?? 0) >= max) return false;
    await transaction.insert(apiKeys).values({ accountId, ...key });
    await alongside(transaction);
    return true;
  });
}

/** The email of an account; null if it was deleted. */
export async function findOwnerEmail(connection: Connection, accountId: number): Promise<string | null> {
  const [row] = await connection.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  return row?.email ?? null;
}

export async function deleteKey(database: Database, accountId: number, id: string): Promise<boolean> {
  const { rowCount } = await database.delete(apiKeys).where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, id)));
  return rowCount === 1;
}

/** Deletes all keys of the account. @returns how many there were */
export async function deleteAllKeys(connection: Connection, accountId: number): Promise<number> {
  const { rowCount } = await connection.delete(apiKeys).where(eq(apiKeys.accountId, accountId));
  return rowCount ?? 0;
}

interface Question {
  readonly ids: readonly string[];
  /** The current payment provider. */
  readonly provider: string;
  /** First day of the current month. */
  readonly month: string;
  readonly now: Date;
}

/**
 * Keys with everything needed to decide about a call, in one query, because every call with a key runs it. The
 * status of the account is not checked here.
 */
export function findKeys(database: Database, { ids, provider, month, now }: Question) {
  const newest = subscriptionOf(database, accounts.id, provider, now.toISOString());
  return database
    .select({
      key: { id: apiKeys.id, prefix: apiKeys.prefix, secretHash: apiKeys.secretHash, lastUsedAt: apiKeys.lastUsedAt },
      account: {
        id: accounts.id,
        email: accounts.email,
        verifiedAt: accounts.verifiedAt,
        blockedAt: accounts.blockedAt,
        trialEndsAt: accounts.trialEndsAt,
        requestLimit: accounts.requestLimit,
        exportLimit: accounts.exportLimit,
      },
      subscription: subscriptionColumns(newest),
      requestCount: usageMonths.requestCount,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .leftJoinLateral(newest, sql`true`)
    .leftJoin(usageMonths, and(eq(usageMonths.accountId, accounts.id), eq(usageMonths.month, month)))
    .where(inArray(apiKeys.id, [...ids]));
}

/** Called at most once a minute for each key. */
export async function setLastUsed(database: Database, id: string, minute: Date): Promise<void> {
  await database
    .update(apiKeys)
    .set({ lastUsedAt: minute })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minute))));
}
