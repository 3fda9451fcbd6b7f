/** Rows of API keys. Every statement about a workspace's keys names the workspace. */
import type { ApiKeyRight } from '@leadloom/shared/contract/keys';
import { and, asc, count, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accounts } from '../../schema/accounts.table.ts';
import { apiKeys } from '../../schema/keys.table.ts';
import { usageMonths } from '../../schema/usage.table.ts';
import { workspaceMembers, workspaces } from '../../schema/workspaces.table.ts';
import { subscriptionColumns, subscriptionOf } from '../billing/running-subscription.service.ts';

const listedColumns = {
  id: apiKeys.id,
  name: apiKeys.name,
  rights: apiKeys.rights,
  prefix: apiKeys.prefix,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
};

/** A key without a maker was created by a server of the version before, in a personal workspace. */
const makerId = sql<number>`coalesce(${apiKeys.createdBy}, ${apiKeys.workspaceId})`;

interface NewKey {
  readonly rights: ApiKeyRight;
  readonly id: string;
  /** null: unnamed. */
  readonly name: string | null;
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly createdAt: Date;
  readonly createdBy: number;
}

/** Whose keys a caller sees and deletes. */
export interface KeyScope {
  readonly workspaceId: WorkspaceId;
  /** null: those of all members. */
  readonly makerId: number | null;
}

/** Oldest first, with the email of whoever made them. */
export function listKeys(database: Database, scope: KeyScope) {
  return database
    .select({ ...listedColumns, createdBy: accounts.email, isShared: isNull(workspaces.personalAccountId).mapWith(Boolean) })
    .from(apiKeys)
    .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
    .leftJoin(accounts, eq(accounts.id, makerId))
    .where(isIn(scope))
    .orderBy(asc(apiKeys.createdAt));
}

function isIn({ workspaceId, makerId: only }: KeyScope): SQL | undefined {
  return and(eq(apiKeys.workspaceId, workspaceId), only === null ? undefined : eq(makerId, only));
}

interface MostKeys {
  readonly ofMember: number;
  readonly ofWorkspace: number;
}

/**
 * @param alongside runs in the same transaction
 * @returns false if the member or the workspace already has as many keys as they may have
 */
export async function addKey(
  database: Database,
  workspaceId: WorkspaceId,
  key: NewKey,
  { most, alongside }: { readonly most: MostKeys; readonly alongside: (transaction: Connection) => Promise<void> },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // Keys of one workspace are created one after the other, so that each call counts the earlier ones.
    await lockForTransaction(transaction, `api-keys:${workspaceId}`);
    const own = sql<number>`count(*) filter (where ${eq(makerId, key.createdBy)})`.mapWith(Number);
    const [row] = await transaction.select({ own, total: count() }).from(apiKeys).where(eq(apiKeys.workspaceId, workspaceId));
    if (row === undefined || row.own >= most.ofMember || row.total >= most.ofWorkspace) return false;
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

/** @returns what was deleted, and who made it; null: there is no such key */
export async function deleteKey(
  connection: Connection,
  scope: KeyScope,
  id: string,
): Promise<{ readonly prefix: string; readonly rights: ApiKeyRight; readonly makerId: number } | null> {
  const [deleted] = await connection
    .delete(apiKeys)
    .where(and(isIn(scope), eq(apiKeys.id, id)))
    .returning({ prefix: apiKeys.prefix, rights: apiKeys.rights, makerId: makerId.mapWith(Number) });
  return deleted ?? null;
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
        key: {
          id: apiKeys.id,
          prefix: apiKeys.prefix,
          rights: apiKeys.rights,
          secretHash: apiKeys.secretHash,
          lastUsedAt: apiKeys.lastUsedAt,
        },
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
