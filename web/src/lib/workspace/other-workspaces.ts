/**
 * Whether the account is a member of other workspaces than its own, as this browser was told last. Most accounts work alone,
 * and see nothing of workspaces in the frame.
 */
import { useSyncExternalStore } from 'react';
import { onAccountChange, session } from '../session/session.ts';

const STORAGE_KEY = 'leadloom-other-workspaces';
/** The account that has others; in memory, too, where storage is full or forbidden. */
let known: string | null = null;
const listeners = new Set<() => void>();

onAccountChange(() => {
  known = null;
});

/** false until it is known. */
export function useHasOtherWorkspaces(): boolean {
  return useSyncExternalStore(subscribe, hasOthers);
}

export function rememberOthers(areThere: boolean): void {
  known = areThere ? session.accountKey() : null;
  try {
    if (known === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, known);
  } catch {
    // The server is asked anew by the next page.
  }
  for (const listener of listeners) listener();
}

function hasOthers(): boolean {
  const account = session.accountKey();
  if (account === null || known === account) return account !== null;
  try {
    return localStorage.getItem(STORAGE_KEY) === account;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
