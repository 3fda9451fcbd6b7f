/** Rows of API keys. Every statement about an account's own keys names the account. */
import { and, asc, count, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../http/workspace.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { apiKeys } from '../../schema/keys.table.ts';
import { usageMonths } from '../../schema/usage.table.ts';
import { workspaceMembers, workspaces } from '../../schema/workspaces.table.ts';
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
  readonly createdBy: number;
}

export function listKeys(database: Database, workspaceId: WorkspaceId) {
  return database.select(listedColumns).from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId)).orderBy(asc(apiKeys.createdAt));
}

/**
 * @param alongside runs in the same transaction
 * @returns false if the account already has `max` keys
 */
export async function addKey(
  database: Database,
  workspaceId: WorkspaceId,
  key: NewKey,
  { max, alongside }: { readonly max: number; readonly alongside: (transaction: Connection) => Promise<void> },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // Keys of one account are created one after the other, so that each call counts the earlier ones.
    await lockForTransaction(transaction, `api-keys:${workspaceId}`);
    const [row] = await transaction.select({ total: count() }).from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId));
    if ((row?.total ?? 0) >= max) return false;
    await transaction.insert(apiKeys).values({ workspaceId, ...key });
    await alongside(transaction);
    return true;
  });
}

/** The email of an account; null if it was deleted. */
export async function findOwnerEmail(connection: Connection, accountId: number): Promise<string | null> {
  const [row] = await connection.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  return row?.email ?? null;
}

export async function deleteKey(database: Database, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const { rowCount } = await database.delete(apiKeys).where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, id)));
  return rowCount === 1;
}

/** Deletes all keys that the account made, in whatever workspace. @returns how many there were */
export async function deleteAllKeys(connection: Connection, accountId: number): Promise<number> {
  const { rowCount } = await connection
    .delete(apiKeys)
    .where(or(eq(apiKeys.createdBy, accountId), and(isNull(apiKeys.createdBy), sql`${apiKeys.workspaceId} = ${accountId}`)));
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
  const newest = subscriptionOf(database, workspaces.id, provider, now.toISOString());
  return (
    database
      .select({
        key: { id: apiKeys.id, prefix: apiKeys.prefix, secretHash: apiKeys.secretHash, lastUsedAt: apiKeys.lastUsedAt },
        account: {
          id: accounts.id,
          email: accounts.email,
          verifiedAt: accounts.verifiedAt,
          blockedAt: accounts.blockedAt,
        },
        workspace: {
          id: workspaces.id,
          personalAccountId: workspaces.personalAccountId,
          role: workspaceMembers.role,
          rights: workspaceMembers.rights,
          trialEndsAt: workspaces.trialEndsAt,
          requestLimit: workspaces.requestLimit,
          exportLimit: workspaces.exportLimit,
        },
        subscription: subscriptionColumns(newest),
        requestCount: usageMonths.requestCount,
      })
      .from(apiKeys)
      .innerJoin(accounts, eq(accounts.id, sql`coalesce(${apiKeys.createdBy}, ${apiKeys.workspaceId})`))
      .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
      // A key ends with the membership of whoever made it.
      .innerJoin(
        workspaceMembers,
        and(eq(workspaceMembers.workspaceId, workspaces.id), eq(workspaceMembers.accountId, accounts.id)),
      )
      .leftJoinLateral(newest, sql`true`)
      .leftJoin(usageMonths, and(eq(usageMonths.workspaceId, workspaces.id), eq(usageMonths.month, month)))
      .where(inArray(apiKeys.id, [...ids]))
  );
}

/** Called at most once a minute for each key. */
export async function setLastUsed(database: Database, id: string, minute: Date): Promise<void> {
  await database
    .update(apiKeys)
    .set({ lastUsedAt: minute })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minute))));
}
