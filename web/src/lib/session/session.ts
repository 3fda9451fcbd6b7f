/** The browser's one session: its storage, its tabs, its refreshing. Everything else asks here. */
import { refresh } from '@leadloom/shared/contract/accounts';
import { useStore } from 'zustand';
import { send } from '../api-client/send.ts';
import { createRefreshLock } from './refresh-lock.ts';
import { createRefresher } from './refresh-session.ts';
import { createSessionStore } from './session-store.ts';
import { ACCESS_TOKEN_KEY, createTokenStorage, REFRESH_TOKEN_KEY, type TokenPair } from './token-storage.ts';

/** The storage is looked up on every use: reading `localStorage` itself throws where site data is blocked. */
const browserStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
  removeItem: (key: string) => localStorage.removeItem(key),
};

const store = createSessionStore(createTokenStorage(browserStorage));
const refresher = createRefresher({
  store,
  requestPair: async (refreshToken) => {
    const tokens = await send(refresh, {}, { bearer: refreshToken });
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
  },
  runExclusively: createRefreshLock(navigator.locks),
  now: Date.now,
});

/** The key is null when another tab clears storage as a whole. */
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === ACCESS_TOKEN_KEY || key === REFRESH_TOKEN_KEY) store.adopt();
});

/** The session that ended last was ended from here, by the person or with the account. */
let wasEndedHere = false;

export const session = {
  isSignedIn: (): boolean => store.getState().pair !== null,
  accessToken: (): string | null => store.getState().pair?.accessToken ?? null,
  /** Identifies the signed-in account; null when signed out. */
  accountKey: (): string | null => store.getState().accountKey,
  start(pair: TokenPair): void {
    wasEndedHere = false;
    store.start(pair);
    refresher.noteIssued(pair);
    refresher.noteRetrySucceeded();
  },
  /** Ends the session when the person signs out, or the account was deleted. */
  end(): void {
    wasEndedHere = true;
    refresher.end();
  },
  /** Whether nobody is signed in because of `end`, not for want of a session or its running out. */
  wasEndedHere: (): boolean => wasEndedHere,
  refreshAfterRefusal: refresher.refreshAfterRefusal,
  refreshBeforeExpiry: refresher.refreshBeforeExpiry,
  noteRetrySucceeded: refresher.noteRetrySucceeded,
} as const;

/** Identifies the signed-in account for this page's lifetime; null when signed out. */
export function useAccountKey(): string | null {
  return useStore(store, (state) => state.accountKey);
}

export function useIsSignedIn(): boolean {
  return useAccountKey() !== null;
}

/** Calls the listener when the account is signed out or replaced by another. Answers the unsubscriber. */
export function onAccountChange(listener: () => void): () => void {
  return store.subscribe((state, previous) => {
    if (previous.accountKey !== null && state.accountKey !== previous.accountKey) listener();
  });
}
