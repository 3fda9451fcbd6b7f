/** Reading the data tables, and removing rows from them. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Platform } from '../../platform.ts';
import { deleteRows } from './tables.repository.ts';

/** For the operator only: the rows are everybody's. @returns how many there were */
export function removeRows({ database }: Platform, definition: TableDefinition, ids: readonly number[]): Promise<number> {
  return deleteRows(database, definition, ids);
}
