/** One turn of a server at a network: visits what is due and looks for deletions, by turns, until neither is left. */

import { readNetwork } from '../tracking.repository.ts';
import { LostLease } from './leases.repository.ts';
import { acquireLease } from './network-lease.ts';
import { type FindGone, isRecheckDue, recheckNext } from './recheck-deletions.ts';
import { createTurn, type Turn, type VisitSetting } from './turn.ts';
import { hasDue, readRecheck } from './visits.repository.ts';

/** What is asked of a network, by the way of its adapter. */
export interface NetworkVisits {
  /** @returns false: none is due */
  visitNext(turn: Turn): Promise<boolean>;
  readonly findGone: FindGone;
}

/** Does nothing while another server visits the network, or while it is paused. @param closing ends it where it is */
export async function runTurn(setting: VisitSetting, visits: NetworkVisits, closing: AbortSignal): Promise<void> {
  const { database, network } = setting;
  if ((await isPaused(setting)) || !(await hasWork(setting))) return;
  const lease = await acquireLease(database, network, closing);
  if (lease === null) return;
  try {
    const turn = createTurn(setting, lease);
    while (!lease.signal.aborted && !(await isPaused(setting))) {
      const hasVisited = await visits.visitNext(turn);
      if (lease.signal.aborted || (await isPaused(setting))) return;
      const hasRechecked = await recheck(turn, visits.findGone);
      if (!hasVisited && !hasRechecked) return;
    }
  } catch (error) {
    // Who closes knows, and who lost the lease was too slow: another server goes on.
    if (lease.signal.aborted || error instanceof LostLease) return;
    throw error;
  } finally {
    await lease.release();
  }
}

async function recheck(turn: Turn, findGone: FindGone): Promise<boolean> {
  try {
    return await recheckNext(turn, findGone);
  } catch (error) {
    await turn.settleFault(error, []);
    return false;
  }
}

async function isPaused({ database, network, now }: VisitSetting): Promise<boolean> {
  const { pausedUntil } = await readNetwork(database, network);
  return pausedUntil !== null && pausedUntil > now();
}

async function hasWork({ database, network, now }: VisitSetting): Promise<boolean> {
  return (await hasDue(database, network, now())) || isRecheckDue(await readRecheck(database, network), now());
}
