/**
 * Limits how many lists an account reads at once, and for how long. Pages in the order of an index are cheap. Sorting a
 * whole table is not: sorts have slots of their own, so they delay neither other accounts nor all lists of the same
 * account.
 */

import { runAbortably } from '../../../database/abortable-reads.ts';
import { within } from '../../../database/time-limit.ts';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { createGate, type Leave } from '../../../limits/gate.ts';
import type { SharedSlots } from '../../../limits/shared-slots.ts';
import { isOrderServed } from './index-walk.ts';
import type { ListChoice } from './page-statement.ts';

export interface AdmissionLimits {
  /** Lists at once, in this process and per account. */
  readonly lists: number;
  readonly listsOfAccount: number;
  /** How many of these may be sorts without an index. */
  readonly sorts: number;
  readonly sortsOfAccount: number;
  /** Waiting lists of one account, including those being read. */
  readonly waitingOfAccount: number;
  readonly waitMilliseconds: number;
  /** Milliseconds from the first query on. */
  readonly limitMilliseconds: number;
}

export const defaultAdmissionLimits: AdmissionLimits = {
  lists: 12,
  listsOfAccount: 4,
  sorts: 8,
  sortsOfAccount: 2,
  waitingOfAccount: 256,
  waitMilliseconds: 10_000,
  limitMilliseconds: 5_000,
};

/** Waiting requests of all accounts. */
const WAITING = 1024;
/** Seconds. */
const RETRY_AFTER = 2;

/** The reader of a list. */
export interface ListReader {
  readonly workspaceId: WorkspaceId;
  /** Aborted when nobody waits for the list any longer. */
  readonly signal: AbortSignal;
}

/** A read of all rows that match, such as a count beside each value. It takes the slot of a sort. */
export const ALL_ROWS = 'all rows';

/** @throws {AppError} LIST.BUSY, LIST.TOO_SLOW, SERVER.BUSY; or the signal's reason */
export type AdmitList = <Result>(
  reader: ListReader,
  choice: ListChoice | typeof ALL_ROWS,
  read: () => Promise<Result>,
) => Promise<Result>;

/** @param shared counts the sorts of an account on all servers; null: there is one server */
export function createListAdmission(limits = defaultAdmissionLimits, shared: SharedSlots | null = null): AdmitList {
  const { lists, listsOfAccount, sorts, sortsOfAccount, waitingOfAccount, waitMilliseconds, limitMilliseconds } = limits;
  const line = { waiting: WAITING, waitMilliseconds, perAccount: waitingOfAccount };
  const listGate = createGate({ ...line, slots: lists, atOnce: listsOfAccount });
  const sortGate = createGate({ ...line, slots: sorts, atOnce: sortsOfAccount });

  async function enterShared(slots: SharedSlots, workspaceId: WorkspaceId, busy: AppError, signal: AbortSignal): Promise<Leave> {
    const names = Array.from({ length: sortsOfAccount }, (_, slot) => `list-sorts:${workspaceId}:${slot}`);
    const patience = AbortSignal.timeout(waitMilliseconds);
    const held = await slots.wait(names, AbortSignal.any([signal, patience])).catch((error: unknown) => {
      throw patience.aborted && !signal.aborted ? busy : error;
    });
    return () => void held.release();
  }

  return async ({ workspaceId, signal }, choice, read) => {
    const busy = new AppError('LIST.BUSY', { retryAfterSeconds: RETRY_AFTER, violatedPolicies: ['lists'] });
    const left: Leave[] = [];
    try {
      if (choice === ALL_ROWS || !isOrderServed(choice)) {
        left.push(await sortGate.enter(workspaceId, busy, signal));
        if (shared !== null) left.push(await enterShared(shared, workspaceId, busy, signal));
      }
      left.push(await listGate.enter(workspaceId, busy, signal));
      return await within(limitMilliseconds, signal, (wanted) => runAbortably(wanted, read));
    } finally {
      for (const leave of left) leave();
    }
  };
}
