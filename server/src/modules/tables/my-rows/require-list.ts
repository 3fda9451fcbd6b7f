/** The list that filters name. */
import { LIST_FILTER, type TableFilters } from '@leadloom/shared/tables/filter-query';
import type { Connection } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { MyTableRows } from './my-rows.repository.ts';
import { findTableOfList } from './row-lists.repository.ts';

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
