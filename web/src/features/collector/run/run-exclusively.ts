/**
 * One piece of LinkedIn work at a time, across tabs and kinds of work. A download that waits for its allowance releases
 * this lock; a lock of its own keeps other tabs from starting a second download.
 */
import { createStore } from 'zustand/vanilla';
import { takeLease } from './tab-lease.ts';

/** Downloads, imports, searches and company names share the first; only the download job takes the second. */
type Turn = 'linkedin' | 'download';

/** Whether this tab is asking LinkedIn for something. */
export const linkedInTurn = createStore(() => ({ isTaken: false }));

/** Where the browser has no locks (plain http), a lease separates the tabs, and this set the callers within one tab. */
const heldHere = new Set<Turn>();

/**
 * Runs the action unless other work holds the lock, in this tab or another. Resolves to whether it ran; rejects as the
 * action does.
 */
export async function runExclusively(action: () => Promise<void>, turn: Turn = 'linkedin'): Promise<boolean> {
  const name = `leadloom-collector-${turn}`;
  if (!navigator.locks) return runWithLease(name, action, turn);
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? false : take(turn, action)));
}

async function runWithLease(name: string, action: () => Promise<void>, turn: Turn): Promise<boolean> {
  if (heldHere.has(turn)) return false;
  heldHere.add(turn);
  try {
    const release = await takeLease(name);
    if (release === null) return false;
    return await take(turn, action).finally(release);
  } finally {
    heldHere.delete(turn);
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
