/**
 * Rotation of the token pair. Owns three promises to the user: calls that fail together share one
 * refresh, tabs never spend the same refresh token twice, and a server that keeps refusing ends the
 * session instead of looping. Refuses to bring back a session that was signed out meanwhile.
 */
import { ApiError } from '../api-client/api-error.ts';
import type { RunExclusively } from './refresh-lock.ts';
import type { SessionStore } from './session-store.ts';
import { readTokenClaims } from './token-claims.ts';
import type { TokenPair } from './token-storage.ts';

/** Refreshes without a repeated call succeeding in between; the next refusal ends the session. */
export const REFRESH_ATTEMPT_LIMIT = 5;
/** A token this close to its end is replaced before it is used. */
const EXPIRY_MARGIN_MS = 30_000;

interface RefresherParts {
  readonly store: SessionStore;
  /** Exchanges a refresh token for a new pair. @throws {ApiError} */
  readonly requestPair: (refreshToken: string) => Promise<TokenPair>;
  readonly runExclusively: RunExclusively;
  readonly now: () => number;
}

export function createRefresher({ store, requestPair, runExclusively, now }: RefresherParts) {
  let inFlight: Promise<boolean> | null = null;
  let attempts = 0;
  /** This machine's clock minus the server's, learned from the last token issued while we watched. */
  let clockAhead = 0;

  function refresh(stale: string): Promise<boolean> {
    inFlight ??= runExclusively(() => rotate(stale)).finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  /** Whether a pair other than the stale one is in force afterwards. */
  async function rotate(stale: string): Promise<boolean> {
    // Another tab may have refreshed or signed out while this one waited for the lock.
    store.adopt();
    const spent = store.getState().pair;
    if (spent === null) return false;
    if (spent.accessToken !== stale) return true;
    if (spent.refreshToken === '' || attempts >= REFRESH_ATTEMPT_LIMIT) {
      end();
      return false;
    }
    attempts += 1;
    try {
      const fresh = await requestPair(spent.refreshToken);
      if (!isStillInForce(spent)) return store.getState().pair !== null;
      store.start(fresh);
      noteIssued(fresh);
      return true;
    } catch (error) {
      if (!isStillInForce(spent)) return store.getState().pair !== null;
      if (isRefusal(error)) {
        end();
        return false;
      }
      // The token was not checked, so the state of the session is unknown.
      attempts -= 1;
      throw error;
    }
  }

  function isStillInForce(spent: TokenPair): boolean {
    store.adopt();
    return store.getState().pair?.refreshToken === spent.refreshToken;
  }

  function end(): void {
    attempts = 0;
    store.end();
  }

  /** Learns the server's clock from a pair that was issued just now. */
  function noteIssued(pair: TokenPair): void {
    const { issuedAt } = readTokenClaims(pair.accessToken);
    if (issuedAt !== null) clockAhead = now() - issuedAt;
  }

  function isExpiring(accessToken: string): boolean {
    if (accessToken === '') return true;
    const { expiresAt } = readTokenClaims(accessToken);
    return expiresAt !== null && expiresAt - (now() - clockAhead) < EXPIRY_MARGIN_MS;
  }

  return {
    noteIssued,
    end,
    /** The server refused this access token. False: the session is over. @throws {ApiError} when the server could not say. */
    async refreshAfterRefusal(refused: string | null): Promise<boolean> {
      const { pair } = store.getState();
      if (pair === null || refused === null) return pair !== null;
      return pair.accessToken === refused ? refresh(refused) : true;
    },
    /** Replaces a token that is about to expire. Never fails: the next call reports the problem. */
    async refreshBeforeExpiry(): Promise<void> {
      const { pair } = store.getState();
      if (pair === null || (inFlight === null && !isExpiring(pair.accessToken))) return;
      await refresh(pair.accessToken).catch(() => undefined);
    },
    /** A repeated call went through: the session works, earlier refusals are forgotten. */
    noteRetrySucceeded(): void {
      attempts = 0;
    },
  };
}

/** The server refused the refresh token; any other failure is temporary. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
}
