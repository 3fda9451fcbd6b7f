/** Rows by the table that a request names, and whether the account may keep something about them. */
import { COLLECTED_PEOPLE, type MyTable, myTables } from '@leadloom/shared/contract/my-rows';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { MemberRows, MyTableRows } from './my-rows.repository.ts';

export function myRowsOf(workspaceId: WorkspaceId, table: MyTable): MyTableRows {
  return { workspaceId, tableName: table.replaceAll('-', '_') };
}

export function memberRowsOf({ accountId, workspaceId }: Member, table: MyTable): MemberRows {
  return { accountId, ...myRowsOf(workspaceId, table) };
}

/** @throws {Error} where no table has the name in the database */
export function tableNamed(tableName: string): MyTable {
  const found = myTables.find((table) => table.replaceAll('-', '_') === tableName);
  if (found === undefined) throw new Error(`${tableName} is no table whose rows can be kept`);
  return found;
}

/** The rows that the account may name, as `id`. */
export function rowsFrom({ workspaceId, tableName }: MyTableRows): SQL {
  return tableNamed(tableName) === COLLECTED_PEOPLE
    ? sql`(select id from linkedin_profiles where account_id = ${workspaceId})`
    : sql`${sql.identifier(tableName)}`;
}

/** Rows locked against deletion, as `id`. @param condition on `id` and the columns of a data table */
export function lockedRows({ workspaceId, tableName }: MyTableRows, condition: SQL): SQL {
  const isPeople = tableNamed(tableName) === COLLECTED_PEOPLE;
  const table = isPeople ? sql`linkedin_profiles` : sql`${sql.identifier(tableName)}`;
  const owned = isPeople ? sql`account_id = ${workspaceId} and ` : sql``;
  return sql`select id from ${table} where ${owned}(${condition}) order by id for key share`;
}

/** Locks a row against deletion until the transaction ends. @throws {AppError} ROWS.NOT_FOUND */
export async function lockRow(transaction: Transaction, rows: MyTableRows, id: number): Promise<void> {
  const { rows: found } = await transaction.execute(lockedRows(rows, sql`id = ${id}::bigint`));
  if (found.length === 0) throw new AppError('ROWS.NOT_FOUND');
}

/** @throws {AppError} ROWS.NOT_FOUND */
export async function requireRow(connection: Connection, rows: MyTableRows, id: number): Promise<void> {
  const { rows: found } = await connection.execute(sql`select id from ${rowsFrom(rows)} known where id = ${id}::bigint`);
  if (found.length === 0) throw new AppError('ROWS.NOT_FOUND');
}
