/**
 * Whether an account has a download job in this browser that is not finished. Every tab sees the note, so that any of
 * them can continue the job. It names no profile, and says nothing about which tab works on it.
 */
import { useCallback, useSyncExternalStore } from 'react';

const ownChanges = new EventTarget();

export function noteOpenJob(accountKey: string, isOpen: boolean): void {
  if (hasOpenJob(accountKey) === isOpen) return;
  try {
    if (isOpen) localStorage.setItem(keyOf(accountKey), 'open');
    else localStorage.removeItem(keyOf(accountKey));
  } catch {
    // Storage that is full or forbidden: the job continues only on the collector's screen.
  }
  ownChanges.dispatchEvent(new Event('change'));
}

export function hasOpenJob(accountKey: string): boolean {
  try {
    return localStorage.getItem(keyOf(accountKey)) !== null;
  } catch {
    return false;
  }
}

/** Calls the listener when another tab has changed a note. Answers the unsubscriber. */
export function onOtherTabsNote(accountKey: string, listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === null || key === keyOf(accountKey)) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

export function useHasOpenJob(accountKey: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      ownChanges.addEventListener('change', listener);
      const unsubscribe = onOtherTabsNote(accountKey, listener);
      return () => {
        ownChanges.removeEventListener('change', listener);
        unsubscribe();
      };
    },
    [accountKey],
  );
  return useSyncExternalStore(subscribe, () => hasOpenJob(accountKey));
}

function keyOf(accountKey: string): string {
  return `leadloom-collector-job-${accountKey}`;
}
