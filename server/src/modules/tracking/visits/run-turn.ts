/** One turn of a server at a network: visits due names and checks for deletions, alternately, until neither is left. */

import { isStillToCome } from '../../../database/plausible-time.ts';
import { withLease } from '../../../leased-work/keep-lease.ts';
import { LostLease } from '../../../leased-work/leases.ts';
import { readNetwork } from '../tracking.repository.ts';
import { acquireNetwork, LEASE_SECONDS, releaseLeases, renewLeases } from './leases.repository.ts';
import { type FindGone, isRecheckDue, recheckNext } from './recheck-deletions.ts';
import { LONGEST_PAUSE } from './settle-fault.ts';
import { createTurn, type Turn, type VisitSetting } from './turn.ts';
import { hasDue, readRecheck } from './visits.repository.ts';

const RENEW_MILLISECONDS = 15_000;

/** The work at a network, done through its adapter. */
export interface NetworkVisits {
  /** @returns false: none is due */
  visitNext(turn: Turn): Promise<boolean>;
  readonly findGone: FindGone;
}

/** Does nothing while another server visits the network or the network is paused. @param closing ends the turn */
export async function runTurn(setting: VisitSetting, visits: NetworkVisits, closing: AbortSignal): Promise<void> {
  const { database, network } = setting;
  if ((await isPaused(setting)) || !(await hasWork(setting))) return;
  const lease = await acquireNetwork(database, network);
  if (lease === null) return;
  const renewal = { renew: () => renewLeases(database, lease), every: RENEW_MILLISECONDS, validFor: LEASE_SECONDS * 1_000 };
  try {
    await withLease({ renewal, closing }, (signal) => visitAll(createTurn(setting, { ...lease, signal }), visits));
  } catch (error) {
    // The server is closing, or another server holds the lease and continues.
    if (closing.aborted || error instanceof LostLease) return;
    throw error;
  } finally {
    // A lease that cannot be released expires.
    await releaseLeases(database, lease).catch(() => undefined);
  }
}

async function visitAll(turn: Turn, visits: NetworkVisits): Promise<void> {
  const { signal } = turn.lease;
  while (!signal.aborted && !(await isPaused(turn))) {
    const hasVisited = await visits.visitNext(turn);
    if (signal.aborted || (await isPaused(turn))) return;
    const hasRechecked = await recheck(turn, visits.findGone);
    if (!hasVisited && !hasRechecked) return;
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
  return isStillToCome(pausedUntil, now(), LONGEST_PAUSE);
}

async function hasWork({ database, network, now }: VisitSetting): Promise<boolean> {
  return (await hasDue(database, network, now())) || isRecheckDue(await readRecheck(database, network), now());
}
