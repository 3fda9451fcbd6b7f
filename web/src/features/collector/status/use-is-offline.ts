import { useSyncExternalStore } from 'react';

/** A text for screens on which LinkedIn's absence would look like something else. */
export const OFFLINE_TEXT = 'LinkedIn cannot be reached: you are offline.';

/** Whether the browser says that it has no network at all. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, () => !navigator.onLine);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
