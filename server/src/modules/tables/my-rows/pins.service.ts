/** Lists and views that an account pinned to the top of the sidebar: together at most MAX_PINS. */
import { MAX_PINS, type Pin } from '@leadloom/shared/contract/pins';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace.ts';
import type { Platform } from '../../../platform.ts';
import { findPins } from './my-rows.repository.ts';
import { tableNamed } from './named-rows.ts';

/** Lists pins by name. */
export async function listPins({ database }: Platform, workspaceId: WorkspaceId): Promise<Pin[]> {
  const pins = await findPins(database, workspaceId);
  return pins.map(({ table_name: tableName, ...pin }) => ({ ...pin, table: tableNamed(tableName) }));
}

/**
 * Refuses one pin too many. Must be called after something was pinned, in its transaction, which the account's other pins
 * wait for.
 * @throws {AppError} PIN.LIMIT_REACHED
 */
export async function requireRoomForPin(transaction: Connection, workspaceId: WorkspaceId): Promise<void> {
  await lockForTransaction(transaction, `pins:${workspaceId}`);
  const pins = await findPins(transaction, workspaceId);
  if (pins.length > MAX_PINS) throw new AppError('PIN.LIMIT_REACHED');
}
