/**
 * One at a time, across tabs and kinds of work: whatever asks LinkedIn for something takes its turn here.
 * A download that waits for its allowance gives the turn away; its own lock keeps other tabs from
 * starting a second one meanwhile.
 */
import { createStore } from 'zustand/vanilla';
import { takeLease } from './tab-lease.ts';

/** Downloads, imports, searches and company names share the first; only the download job takes the second. */
type Turn = 'linkedin' | 'download';

/** Whether this tab is asking LinkedIn for something. */
export const linkedInTurn = createStore(() => ({ isTaken: false }));

/** Where the browser has no locks (plain http), a lease tells the tabs apart, and this the takers within one. */
const takenHere = new Set<Turn>();

/** Runs the action unless other work is at it, in this tab or another. Answers whether it ran; rejects as the action does. */
export async function runExclusively(action: () => Promise<void>, turn: Turn = 'linkedin'): Promise<boolean> {
  const name = `leadloom-collector-${turn}`;
  if (!navigator.locks) return runWithLease(name, action, turn);
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? false : take(turn, action)));
}

async function runWithLease(name: string, action: () => Promise<void>, turn: Turn): Promise<boolean> {
  if (takenHere.has(turn)) return false;
  takenHere.add(turn);
  try {
    const giveBack = await takeLease(name);
    if (giveBack === null) return false;
    return await take(turn, action).finally(giveBack);
  } finally {
    takenHere.delete(turn);
  }
}

async function take(turn: Turn, action: () => Promise<void>): Promise<true> {
  if (turn === 'linkedin') linkedInTurn.setState({ isTaken: true });
  try {
    await action();
    return true;
  } finally {
    if (turn === 'linkedin') linkedInTurn.setState({ isTaken: false });
  }
}
