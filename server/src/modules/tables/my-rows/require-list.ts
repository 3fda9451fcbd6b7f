/** The list that filters name. */
import { LIST_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type BoundedCache, createBoundedCache } from '../../../cache/bounded-cache.ts';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { MyTableRows } from './my-rows.repository.ts';
import { findTableOfList } from './row-lists.repository.ts';

const KNOWN_LISTS_LIMIT = 10_000;

/** @throws {AppError} ROW_LIST.NOT_FOUND, also for lists of other accounts; ROW_LIST.OTHER_TABLE */
export async function requireListOf(
  connection: Connection,
  { accountId, tableName }: MyTableRows,
  { [LIST_FILTER]: list }: TableFilters,
): Promise<void> {
  if (typeof list !== 'string') return;
  const found = await findTableOfList(connection, accountId, list);
  if (found === null) throw new AppError('ROW_LIST.NOT_FOUND');
  if (found !== tableName) throw new AppError('ROW_LIST.OTHER_TABLE');
}

/**
 * Checks like `requireList`, but does not read a list again that was found before: it can only be gone in a later version
 * of what its account keeps about the table.
 */
export function createListCheck(connection: Connection, known: BoundedCache<true> = createBoundedCache(KNOWN_LISTS_LIMIT)) {
  return async (rows: MyTableRows, version: number, filters: TableFilters): Promise<void> => {
    const name = `${rows.accountId} ${rows.tableName} ${version} ${String(filters[LIST_FILTER])}`;
    if (known.get(name) !== undefined) return;
    await requireListOf(connection, rows, filters);
    known.set(name, true);
  };
}
