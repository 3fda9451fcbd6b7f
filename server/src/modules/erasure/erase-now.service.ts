/** Erases a person at once, for the command. If it is killed, the next start of a server goes on with it. */
import type { ErasureChoice, ErasureTouches } from '@leadloom/shared/contract/erasures';
import type { Connection } from '../../database/database.ts';
import type { Platform } from '../../platform.ts';
import { COMMAND_LINE, recordAction } from '../audit/operator-audit.service.ts';
import { type CarryOutPlatform, carryOut, countPerson } from './carry-out.service.ts';
import { addErasure } from './erasures.repository.ts';
import { type ErasureRequest, periodOf, readIdentity } from './read-request.ts';

export type EraseOrder = Pick<ErasureRequest, 'email' | 'profile_url' | 'name' | 'domain'>;

/** @returns what was removed, or would be @throws {AppError} EMAIL.INVALID, REQUEST.INVALID */
export async function eraseNow(
  platform: CarryOutPlatform,
  order: EraseOrder,
  { isDryRun, choice = {} }: { readonly isDryRun: boolean; readonly choice?: ErasureChoice },
): Promise<ErasureTouches> {
  const named = readIdentity(order);
  const touches = await countPerson(platform, named, choice);
  if (isDryRun) return touches;
  const id = await platform.database.transaction((transaction) => start(platform, transaction, named, choice));
  await carryOut(platform, id);
  return touches;
}

async function start(
  platform: Pick<Platform, 'now'>,
  transaction: Connection,
  named: ReturnType<typeof readIdentity>,
  choice: ErasureChoice,
): Promise<string> {
  const period = periodOf(platform.now());
  const { id } = await addErasure(transaction, { ...named, ...period, state: 'running', origin: 'command', choice });
  await recordAction(platform, transaction, COMMAND_LINE, { action: 'erasure.carried_out', target: id });
  return id;
}
