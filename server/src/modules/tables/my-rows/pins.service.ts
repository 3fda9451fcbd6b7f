/**
 * Lists and views at the top of the sidebar. A pinned one stands there for all who see it. Whoever pins, or shares what is pinned,
 * sees at most MAX_PINS afterwards, so as many at most are shared.
 */
import { MAX_PINS, type Pin } from '@leadloom/shared/contract/pins';
import type { Connection } from '../../../database/database.ts';
import { lockForTransaction } from '../../../database/transaction-lock.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { visibilityIn } from '../shared-objects.ts';
import { findPins } from './my-rows.repository.ts';
import { tableNamed } from './named-rows.ts';

/** Lists pins by name. */
export async function listPins({ database }: Platform, member: Member): Promise<Pin[]> {
  const pins = await findPins(database, member);
  return pins.map(({ table_name: tableName, visibility, ...pin }) => ({
    ...pin,
    table: tableNamed(tableName),
    ...visibilityIn(member, visibility),
  }));
}

/**
 * Refuses one pin too many. Must be called after something was pinned, in its transaction, which the workspace's other pins
 * wait for.
 * @throws {AppError} PIN.LIMIT_REACHED
 */
export async function requireRoomForPin(transaction: Connection, member: Member): Promise<void> {
  await lockForTransaction(transaction, `pins:${member.workspaceId}`);
  const pins = await findPins(transaction, member);
  if (pins.length > MAX_PINS) throw new AppError('PIN.LIMIT_REACHED');
}
