/**
 * A store's value, as `useStore` of zustand. That one tells React of a change by way of `useSyncExternalStore`, which makes
 * React render everything that depends on it in one piece. Here a change is a transition: what it brings is rendered in short
 * turns, between which the page responds. It is meant for what others report, not for what follows a press.
 */
import { startTransition, useEffect, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';

export function useStoreInTurns<State>(store: Pick<StoreApi<State>, 'getState' | 'subscribe'>): State {
  const [state, setState] = useState(store.getState);
  useEffect(() => {
    const read = (): void => startTransition(() => setState(() => store.getState()));
    // It may have changed between the rendering and the subscription.
    read();
    return store.subscribe(read);
  }, [store]);
  return state;
}
