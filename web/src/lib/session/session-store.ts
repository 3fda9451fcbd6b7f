/** The session of this tab as state: the pair in force, kept equal to what storage holds. */
import { createStore } from 'zustand/vanilla';
import { readTokenClaims } from './token-claims.ts';
import type { TokenPair, TokenStorage } from './token-storage.ts';

interface SessionState {
  readonly pair: TokenPair | null;
  /** Changes when somebody else signs in, so that nothing of one account is shown to another; null when signed out. */
  readonly accountKey: string | null;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(storage: TokenStorage) {
  const store = createStore<SessionState>(() => stateOf(storage.read()));

  function set(pair: TokenPair | null): void {
    const current = store.getState().pair;
    if (current?.accessToken === pair?.accessToken && current?.refreshToken === pair?.refreshToken) return;
    store.setState(stateOf(pair));
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    /** Applies a new pair, here and in the other tabs. */
    start(pair: TokenPair): void {
      storage.write(pair);
      set(pair);
    },
    /** Removes both tokens, here and in the other tabs. */
    end(): void {
      storage.clear();
      set(null);
    },
    /** Takes over what another tab has stored: a refreshed pair, another account's, or none. */
    adopt(): void {
      set(storage.read());
    },
  };
}

function stateOf(pair: TokenPair | null): SessionState {
  return { pair, accountKey: pair === null ? null : (readTokenClaims(pair.accessToken).subject ?? 'account') };
}
