/** The ledger of stored bytes: read, and reduced to one row for each account and table. */
import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection, Database } from '../../database/database.ts';
import { lockForTransaction } from '../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountStorage } from '../../schema/account-storage.table.ts';
import { firstOwnerOf, isVerifiedWorkspace, workspaces } from '../../schema/workspaces.table.ts';
import { RAW_ANSWERS_TABLE, type StorageTotals } from './storage-limits.ts';

const { bytes, rows, tableName } = accountStorage;
const sum = (of: typeof bytes | typeof rows, which = sql`true`) =>
  sql`coalesce(sum(${of}) filter (where ${which}), 0)`.mapWith(Number);

/** The stored bytes of workspaces; those that do not exist are absent. */
export async function readTotals(
  connection: Connection,
  workspaceIds: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, StorageTotals>> {
  if (workspaceIds.length === 0) return new Map();
  const found = await connection
    .select({
      id: workspaces.id,
      isVerified: isVerifiedWorkspace(workspaces.id),
      bytes: sum(bytes, sql`${tableName} <> ${RAW_ANSWERS_TABLE}`),
      people: sum(rows, sql`${tableName} = 'linkedin_profiles'`),
    })
    .from(workspaces)
    .leftJoin(accountStorage, sql`${accountStorage.workspaceId} = ${workspaces.id}`)
    .where(inArray(workspaces.id, [...new Set(workspaceIds)]))
    .groupBy(workspaces.id);
  return new Map(found.map(({ id, ...totals }) => [id, totals]));
}

/** Bytes by table. */
export async function readByTable(connection: Connection, workspaceId: WorkspaceId): Promise<ReadonlyMap<string, number>> {
  const found = await connection
    .select({ tableName, bytes: sum(bytes) })
    .from(accountStorage)
    .where(sql`${accountStorage.workspaceId} = ${workspaceId}`)
    .groupBy(tableName);
  return new Map(found.map((one) => [one.tableName, one.bytes]));
}

const foldedSchema = z.array(
  z.object({ account_id: z.coerce.number().transform((id) => id as WorkspaceId), changes: z.coerce.number() }),
);

/**
 * Replaces the oldest changes, and all others of the same accounts and tables, by sums. Servers do it one after the other.
 * What is left of accounts that were deleted meanwhile goes.
 * @returns the accounts, and how many changes there were
 */
export async function foldChanges(
  database: Database,
  limit: number,
): Promise<{ readonly workspaceIds: readonly WorkspaceId[]; readonly changes: number }> {
  const { rows: folded } = await database.transaction(async (transaction) => {
    await lockForTransaction(transaction, 'account-storage');
    return transaction.execute(sql`
    with changed as materialized (
      select distinct account_id, table_name from (
        select account_id, table_name from account_storage where not is_sum order by id limit ${limit}
      ) oldest
    ), gone as (
      delete from account_storage stored using changed
      where stored.account_id = changed.account_id and stored.table_name = changed.table_name
      returning stored.account_id, stored.table_name, stored.bytes, stored.row_count, stored.is_sum
    ), kept as (
      insert into account_storage (account_id, table_name, bytes, row_count, is_sum)
      select account_id, table_name, sum(bytes), sum(row_count), true from gone
      where exists (select from workspaces where workspaces.id = gone.account_id)
      group by account_id, table_name having sum(bytes) <> 0 or sum(row_count) <> 0
    )
    select account_id, count(*) filter (where not is_sum) as changes from gone group by account_id`);
  });
  const accountsOf = foldedSchema.parse(folded);
  return {
    workspaceIds: accountsOf.map(({ account_id: id }) => id),
    changes: accountsOf.reduce((total, { changes }) => total + changes, 0),
  };
}

interface Standing {
  readonly isFull: boolean;
  /** Percent of the limit. */
  readonly percent: number;
}

const noticesSchema = z.array(z.object({ email: z.nullable(z.string()), warned: z.boolean(), full: z.boolean() }));

/**
 * Stores whether there is room, and claims the notices that are due: of a full storage once a day at most, and a warning once,
 * until a quarter of the storage was freed.
 */
export async function claimNotices(
  transaction: Connection,
  workspaceId: WorkspaceId,
  { isFull, percent }: Standing,
  { now, warningPercent }: { readonly now: Date; readonly warningPercent: number },
): Promise<{ readonly email: string | null; readonly warned: boolean; readonly full: boolean }> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const isFullDue = sql`(${isFull} and (before.storage_notified_at is null or before.storage_notified_at < ${at} - interval '1 day')
    and before.storage_full_at is null)`;
  const isWarningDue = sql`(not ${isFull} and ${percent >= warningPercent} and before.storage_warned_at is null)`;
  const { rows: claimed } = await transaction.execute(sql`
    with before as (select * from workspaces where id = ${workspaceId} for no key update)
    update workspaces set
      storage_full_at = case when ${isFull} then coalesce(before.storage_full_at, ${at}) end,
      storage_notified_at = case when ${isFullDue} then ${at} else before.storage_notified_at end,
      storage_warned_at = case when ${percent >= warningPercent} then coalesce(before.storage_warned_at, ${at})
        when ${percent < warningPercent - 25} then null else before.storage_warned_at end
    from before where workspaces.id = before.id
    returning (select case when owner.verified_at is not null and owner.blocked_at is null then owner.email end
        from accounts owner where owner.id = ${firstOwnerOf(sql`before.id`)}) as email,
      ${isWarningDue} as warned, ${isFullDue} as full`);
  return noticesSchema.parse(claimed)[0] ?? { email: null, warned: false, full: false };
}
