/**
 * What a member who goes leaves behind in a workspace: private views, lists and alerts, keys, and what was made in their name.
 * Every statement names the workspace and the member.
 */
import { MAX_LIST_NAME_LENGTH } from '@leadloom/shared/contract/my-rows';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { lockListsAndViews } from '../tables/my-rows/lock-marks.service.ts';

interface Belonging {
  readonly workspaceId: WorkspaceId;
  /** The member who goes. */
  readonly accountId: number;
}

const isPrivate = ({ workspaceId, accountId }: Belonging): SQL =>
  sql`own.account_id = ${workspaceId} and own.created_by = ${accountId} and own.visibility = 'private'`;

/** Private views, lists and alerts, without the rows of pasted lines and deleted lists, which nobody misses. */
export async function countPrivate(connection: Connection, belonging: Belonging): Promise<number> {
  const own = isPrivate(belonging);
  const { rows } = await connection.execute<{ total: string }>(sql`
    select (select count(*) from table_views own where ${own})
      + (select count(*) from row_lists own where ${own} and own.deleted_at is null and own.pasted_lines is null)
      + (select count(*) from alerts own where ${own}) as total`);
  return Number(rows[0]?.total);
}

/** Waits for whoever changes lists and views. */
async function lockNames(transaction: Transaction, belonging: Belonging): Promise<void> {
  const { rows } = await transaction.execute<{ table_name: string }>(sql`
    select distinct own.table_name from row_lists own where ${isPrivate(belonging)} order by own.table_name`);
  const tableNames = rows.map(({ table_name: tableName }) => tableName);
  await lockListsAndViews(transaction, belonging.workspaceId, tableNames);
}

export async function deletePrivate(transaction: Transaction, belonging: Belonging): Promise<void> {
  const own = isPrivate(belonging);
  await lockNames(transaction, belonging);
  await transaction.execute(sql`delete from row_lists own where ${own}`);
  await transaction.execute(sql`delete from table_views own where ${own}`);
  await transaction.execute(sql`delete from alerts own where ${own}`);
}

/**
 * Hands private views, lists and alerts over to another member. Where they have one of that name in the table already, it gets
 * a number behind it, such as `Norway (2)`. A view is no longer anybody's default, and nothing stays pinned: both are a choice
 * of who left.
 */
export async function handOverPrivate(transaction: Transaction, belonging: Belonging, to: number): Promise<void> {
  await lockNames(transaction, belonging);
  await handOverNamed(transaction, belonging, to, { table: sql`row_lists`, isLive: (own) => sql`${own}.deleted_at is null` });
  await handOverNamed(transaction, belonging, to, {
    table: sql`table_views`,
    isLive: () => sql`true`,
    also: sql`, is_default = false`,
  });
  await transaction.execute(sql`update alerts own set created_by = ${to} where ${isPrivate(belonging)}`);
}

interface Named {
  readonly table: SQL;
  /** Whether a row's name is taken. */
  readonly isLive: (row: SQL) => SQL;
  /** Further assignments. */
  readonly also?: SQL;
}

async function handOverNamed(
  transaction: Transaction,
  belonging: Belonging,
  to: number,
  { table, isLive, also = sql`` }: Named,
): Promise<void> {
  const isTaken = (name: SQL) => sql`${isLive(sql`own`)} and exists (select from ${table} other
    where other.account_id = own.account_id and other.table_name = own.table_name and lower(other.name) = lower(${name})
      and other.visibility = 'private' and other.created_by = ${to} and ${isLive(sql`other`)})`;
  const handedOver = sql`update ${table} own set created_by = ${to}, is_pinned = false ${also}`;
  await transaction.execute(sql`${handedOver} where ${isPrivate(belonging)} and not (${isTaken(sql`own.name`)})`);
  const { rows } = await transaction.execute<{ id: string; name: string }>(sql`
    select own.id::text as id, own.name from ${table} own where ${isPrivate(belonging)} order by own.id for update`);
  for (const { id, name } of rows) {
    for (let number = 2; ; number += 1) {
      const wanted = numbered(name, number);
      const { rowCount } = await transaction.execute(sql`${handedOver}, name = ${wanted}
        where own.id::text = ${id} and ${isPrivate(belonging)} and not (${isTaken(sql`${wanted}::text`)})`);
      if (rowCount === 1) break;
    }
  }
}

/** A name with a number behind it, as long as names may be, without half a character before the number. */
function numbered(name: string, number: number): string {
  const ending = ` (${number})`;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (short.length + segment.length > MAX_LIST_NAME_LENGTH - ending.length) break;
    short += segment;
  }
  return `${short.trimEnd()}${ending}`;
}

/** Webhooks, destinations and scheduled exports belong to the workspace, and are another member's from now on. */
export async function handOverConnections(
  transaction: Connection,
  { workspaceId, accountId }: Belonging,
  to: number,
): Promise<void> {
  for (const table of [sql`webhooks`, sql`destinations`, sql`scheduled_exports`])
    await transaction.execute(sql`update ${table} set created_by = ${to}
      where account_id = ${workspaceId} and created_by = ${accountId}`);
}

/** Deletes the keys that the member made in the workspace, and their open invitations. */
export async function deleteAccess(transaction: Connection, { workspaceId, accountId }: Belonging): Promise<void> {
  await transaction.execute(sql`delete from api_keys where account_id = ${workspaceId} and created_by = ${accountId}`);
  await transaction.execute(sql`delete from workspace_invites where workspace_id = ${workspaceId} and invited_by = ${accountId}`);
}
