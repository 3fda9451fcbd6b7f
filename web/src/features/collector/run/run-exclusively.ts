/**
 * One at a time, across tabs and kinds of work: whatever asks LinkedIn for something takes its turn here.
 * A download that waits for its allowance gives the turn away; its own lock keeps other tabs from
 * starting a second one meanwhile.
 */
import { createStore } from 'zustand/vanilla';

/** Downloads, imports, searches and company names share the first; only the download job takes the second. */
type Turn = 'linkedin' | 'download';

/** Whether this tab is asking LinkedIn for something. */
export const linkedInTurn = createStore(() => ({ isTaken: false }));

/** Where the browser has no locks (plain http), the page at least does not compete with itself. */
const takenHere = new Set<Turn>();

/** Runs the action unless other work is at it, in this tab or another. Answers whether it ran; rejects as the action does. */
export async function runExclusively(action: () => Promise<void>, turn: Turn = 'linkedin'): Promise<boolean> {
  if (!navigator.locks) return takenHere.has(turn) ? false : take(turn, action);
  return navigator.locks.request(`leadloom-collector-${turn}`, { ifAvailable: true }, async (lock) =>
    lock === null ? false : take(turn, action),
  );
}

async function take(turn: Turn, action: () => Promise<void>): Promise<true> {
  takenHere.add(turn);
  if (turn === 'linkedin') linkedInTurn.setState({ isTaken: true });
  try {
    await action();
    return true;
  } finally {
    takenHere.delete(turn);
    if (turn === 'linkedin') linkedInTurn.setState({ isTaken: false });
  }
}
