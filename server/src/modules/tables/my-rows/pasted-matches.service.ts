/**
 * The rows found for pasted lines, or counted on another screen: a list without a name, of which a member has the last ones
 * of each table.
 */
import { MAX_PASTED_MATCHES, type PastedMatch } from '@leadloom/shared/contract/match';
import type { TableName } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { lockMyRows } from './my-rows.repository.ts';
import { lockedRows, memberRowsOf, tableNamed } from './named-rows.ts';
import * as repository from './row-lists.repository.ts';

interface FoundLines {
  readonly table: TableName;
  /** The number of pasted lines. */
  readonly lines: number;
  /** Rows that no longer exist are left out. */
  readonly ids: readonly number[];
}

export function addPastedMatch(
  { database, now }: Platform,
  member: Member,
  { table, lines, ids }: FoundLines,
): Promise<PastedMatch> {
  const condition = sql`id = any(${sql.param(ids)}::bigint[])`;
  return database.transaction((transaction) =>
    addUnnamed(transaction, member, { table, lines, countedIn: null, condition }, now()),
  );
}

export interface CountedRows {
  readonly table: TableName;
  /** The source of the count, in words for people. */
  readonly countedIn: string;
  /** The count as it was shown. Rows that no longer exist are left out of the list alone. */
  readonly count: number;
  /** A condition on `id` and the columns of the table; it matches at most MAX_LIST_ROWS rows. */
  readonly condition: SQL;
}

export function addCountedRows(
  transaction: Transaction,
  member: Member,
  { count, ...rows }: CountedRows,
  now: Date,
): Promise<PastedMatch> {
  return addUnnamed(transaction, member, { ...rows, lines: count }, now);
}

interface UnnamedList extends Pick<CountedRows, 'table' | 'condition'> {
  readonly lines: number;
  readonly countedIn: string | null;
}

async function addUnnamed(
  transaction: Transaction,
  member: Member,
  { table, condition, ...origin }: UnnamedList,
  now: Date,
): Promise<PastedMatch> {
  const rows = memberRowsOf(member, table);
  const addition = await lockMyRows(transaction, rows);
  await repository.deleteOldPastedMatches(transaction, rows, MAX_PASTED_MATCHES - 1);
  const id = await repository.insertPastedMatch(transaction, rows, origin, now);
  await repository.insertRows(transaction, id, lockedRows(rows, condition), addition);
  return requirePastedMatch(transaction, member, id);
}

/** @throws {AppError} ROW_LIST.NOT_FOUND, also for a list with a name */
export async function requirePastedMatch(connection: Connection, member: Member, id: number): Promise<PastedMatch> {
  const found = await repository.findList(connection, member, id);
  const table = found === null ? null : tableNamed(found.tableName);
  if (found?.pastedLines == null || table === null || table === 'collected-people') throw new AppError('ROW_LIST.NOT_FOUND');
  const { pastedLines: lines, countedIn, count } = found;
  return { id, table, lines, count, ...(countedIn === null ? {} : { counted_in: countedIn }) };
}
