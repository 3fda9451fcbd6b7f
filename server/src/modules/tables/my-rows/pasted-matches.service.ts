/** The rows found for pasted lines: a list without a name, of which an account has the last ones of each table. */
import { MAX_PASTED_MATCHES, type PastedMatch } from '@leadloom/shared/contract/match';
import type { TableName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { lockMyRows } from './my-rows.repository.ts';
import { lockedRows, myRowsOf, tableNamed } from './named-rows.ts';
import * as repository from './row-lists.repository.ts';

interface FoundLines {
  readonly table: TableName;
  /** How many were pasted. */
  readonly lines: number;
  /** Rows that no longer exist are left out. */
  readonly ids: readonly number[];
}

export function addPastedMatch(
  { database, now }: Platform,
  accountId: number,
  { table, lines, ids }: FoundLines,
): Promise<PastedMatch> {
  const rows = myRowsOf(accountId, table);
  return database.transaction(async (transaction) => {
    const addition = await lockMyRows(transaction, rows);
    await repository.deleteOldPastedMatches(transaction, rows, MAX_PASTED_MATCHES - 1);
    const id = await repository.insertPastedMatch(transaction, rows, lines, now());
    await repository.insertRows(transaction, id, lockedRows(rows, sql`id = any(${sql.param(ids)}::bigint[])`), addition);
    return requirePastedMatch(transaction, accountId, id);
  });
}

/** @throws {AppError} ROW_LIST.NOT_FOUND, also for a list with a name */
export async function requirePastedMatch(connection: Connection, accountId: number, id: number): Promise<PastedMatch> {
  const found = await repository.findList(connection, accountId, id);
  const table = found === null ? null : tableNamed(found.tableName);
  if (found?.pastedLines == null || table === null || table === 'collected-people') throw new AppError('ROW_LIST.NOT_FOUND');
  return { id, table, lines: found.pastedLines, count: found.count };
}
