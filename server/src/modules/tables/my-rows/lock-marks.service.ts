/** Locks for those who change lists and views of a workspace from outside this module. */
import type { Transaction } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { lockMyRows } from './my-rows.repository.ts';

/**
 * Waits for whoever changes lists and views of the workspace, in the order in which they lock. From then on, rows of the tables
 * are marked anew.
 * @param tableNames the database's names of the tables whose lists change, in alphabetical order
 */
export async function lockListsAndViews(
  transaction: Transaction,
  workspaceId: WorkspaceId,
  tableNames: readonly string[],
): Promise<void> {
  for (const tableName of tableNames) await lockMyRows(transaction, { workspaceId, tableName });
  await lockForTransaction(transaction, `row-lists:${workspaceId}`);
  await lockForTransaction(transaction, `table-views:${workspaceId}`);
}
