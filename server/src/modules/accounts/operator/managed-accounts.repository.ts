/** Accounts as operators manage them. Never reads what an account stored, only how much. */
import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Connection, Database } from '../../../database/database.ts';
import { accountStorage } from '../../../schema/account-storage.table.ts';
import { accounts, devices, sessions } from '../../../schema/accounts.table.ts';
import { apiKeys } from '../../../schema/keys.table.ts';
import { usageMonths } from '../../../schema/usage.table.ts';
import { workspaces } from '../../../schema/workspaces.table.ts';
import { subscriptionColumns, subscriptionOf } from '../../billing/running-subscription.service.ts';

export interface AccountsQuestion {
  /** A part of the email, or the id; null: all accounts. */
  readonly search: string | null;
  /** The current payment provider. */
  readonly provider: string;
  /** First day of the current month. */
  readonly month: string;
  readonly now: Date;
}

const listedColumns = {
  id: accounts.id,
  email: accounts.email,
  verifiedAt: accounts.verifiedAt,
  blockedAt: accounts.blockedAt,
  createdAt: accounts.createdAt,
  trialEndsAt: workspaces.trialEndsAt,
  requestLimit: workspaces.requestLimit,
  exportLimit: workspaces.exportLimit,
};

/** Sessions are deleted soon after they end; devices and keys show older uses. */
const lastSeenAt = sql<string | null>`greatest(
  (select max(coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})) from ${sessions} where ${sessions.accountId} = ${accounts.id}),
  (select max(${devices.lastUsedAt}) from ${devices} where ${devices.accountId} = ${accounts.id}),
  (select max(${apiKeys.lastUsedAt}) from ${apiKeys} where coalesce(${apiKeys.createdBy}, ${apiKeys.workspaceId}) = ${accounts.id}))`;

const storedBytes = sql<string>`(select coalesce(sum(${accountStorage.bytes}), 0) from ${accountStorage}
  where ${accountStorage.workspaceId} = ${accounts.id})`;

export type ManagedRow = Awaited<ReturnType<typeof selectAccounts>>[number];

function selectAccounts(database: Database, { provider, month, now }: AccountsQuestion, which: SQL | undefined) {
  const newest = subscriptionOf(database, workspaces.id, provider, now.toISOString());
  return database
    .select({
      account: listedColumns,
      subscription: subscriptionColumns(newest),
      requestCount: usageMonths.requestCount,
      exportCount: usageMonths.exportCount,
      storedBytes: storedBytes.mapWith(Number),
      lastSeenAt: lastSeenAt.mapWith((value: string) => new Date(value)),
    })
    .from(accounts)
    .innerJoin(workspaces, eq(workspaces.personalAccountId, accounts.id))
    .leftJoinLateral(newest, sql`true`)
    .leftJoin(usageMonths, and(eq(usageMonths.workspaceId, workspaces.id), eq(usageMonths.month, month)))
    .where(which)
    .orderBy(desc(accounts.id))
    .$dynamic();
}

/** Newest first. The total counts all that match. */
export async function listAccounts(
  database: Database,
  question: AccountsQuestion,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: ManagedRow[]; readonly total: number }> {
  const which = matching(question.search);
  const rows = await selectAccounts(database, question, which).limit(limit).offset(offset);
  const [counted] = await database.select({ total: count() }).from(accounts).where(which);
  return { rows, total: counted?.total ?? 0 };
}

export async function findAccount(database: Database, question: AccountsQuestion, id: number): Promise<ManagedRow | null> {
  const [row] = await selectAccounts(database, question, eq(accounts.id, id));
  return row ?? null;
}

export async function findEmail(database: Database, id: number): Promise<string | null> {
  const [row] = await database.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, id));
  return row?.email ?? null;
}

function matching(search: string | null): SQL | undefined {
  if (search === null) return undefined;
  const inEmail = sql`strpos(${accounts.email}, ${search.toLowerCase()}) > 0`;
  return /^[1-9]\d{0,15}$/.test(search) ? or(eq(accounts.id, Number(search)), inEmail) : inEmail;
}

/** Locks accounts in the order of their ids, so that two operators who act on each other wait instead of failing. */
export function lockAccounts(transaction: Connection, ids: readonly number[]) {
  return transaction
    .select(listedColumns)
    .from(accounts)
    .innerJoin(workspaces, eq(workspaces.personalAccountId, accounts.id))
    .where(inArray(accounts.id, [...new Set(ids)]))
    .orderBy(asc(accounts.id))
    .for('no key update');
}

interface Limits {
  /** null: the limit of the plan. */
  readonly requestLimit: number | null;
  readonly exportLimit: number | null;
}

export async function setBlocked(transaction: Connection, id: number, blockedAt: Date | null): Promise<void> {
  await transaction.update(accounts).set({ blockedAt }).where(eq(accounts.id, id));
}

/** Of the account's personal workspace, to which a trigger copies them; servers of the version before read the account. */
export async function setLimits(transaction: Connection, id: number, limits: Limits): Promise<void> {
  await transaction.update(accounts).set(limits).where(eq(accounts.id, id));
}

/** @returns how many live ones there were */
export async function endSessions(transaction: Connection, accountId: number, now: Date): Promise<number> {
  const { rowCount } = await transaction
    .update(sessions)
    .set({ revokedAt: now, revokedReason: 'account' })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.revokedAt)));
  return rowCount ?? 0;
}
