import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAccessToken } from '../../testing/access-token.ts';
import { ApiError, networkError } from '../api-client/api-error.ts';
import { createRefreshLock, type RunExclusively } from './refresh-lock.ts';
import { createRefresher, REFRESH_ATTEMPT_LIMIT } from './refresh-session.ts';
import { createSessionStore } from './session-store.ts';
import { createTokenStorage, type TokenPair } from './token-storage.ts';

const MINUTE = 60_000;

/** Storage and locks that several tabs of one browser share. */
function aBrowser() {
  const entries = new Map<string, string>();
  const storage = createTokenStorage({
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  });
  let tail: Promise<unknown> = Promise.resolve();
  const lock: RunExclusively = (action) => {
    const result = tail.then(action);
    tail = result.catch(() => undefined);
    return result;
  };
  return { storage, lock };
}

/** A server that rotates refresh tokens and refuses every one but the newest. */
function aServer() {
  let generation = 1;
  const requestPair = vi.fn(async (refreshToken: string): Promise<TokenPair> => {
    await Promise.resolve();
    if (refreshToken !== `refresh-${generation}`) throw new ApiError({ status: 401, code: 'AUTH.SESSION_EXPIRED' });
    generation += 1;
    return { accessToken: anAccessToken(), refreshToken: `refresh-${generation}` };
  });
  return { requestPair };
}

function aTab(browser: ReturnType<typeof aBrowser>, requestPair: (token: string) => Promise<TokenPair>, now = Date.now) {
  const store = createSessionStore(browser.storage);
  const refresher = createRefresher({ store, requestPair, runExclusively: browser.lock, now });
  return { store, refresher, token: () => store.getState().pair?.accessToken ?? null };
}

describe('refreshing a session', () => {
  let browser = aBrowser();
  let server = aServer();
  beforeEach(() => {
    browser = aBrowser();
    server = aServer();
    browser.storage.write({ accessToken: anAccessToken(), refreshToken: 'refresh-1' });
  });

  it('calls that fail together share one refresh', async () => {
    const tab = aTab(browser, server.requestPair);
    const refused = tab.token();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => tab.refresher.refreshAfterRefusal(refused)));
    expect(outcomes).toEqual(Array(10).fill(true));
    expect(server.requestPair).toHaveBeenCalledOnce();
  });

  it('five tabs that fail at the same time share one refresh, and all end with the same pair', async () => {
    const tabs = Array.from({ length: 5 }, () => aTab(browser, server.requestPair));
    const outcomes = await Promise.all(tabs.map((tab) => tab.refresher.refreshAfterRefusal(tab.token())));
    expect(outcomes).toEqual(Array(5).fill(true));
    expect(server.requestPair).toHaveBeenCalledOnce();
    expect(new Set(tabs.map((tab) => tab.token())).size).toBe(1);
  });

  it('a refresh is skipped if another tab has refreshed already', async () => {
    const [first, second] = [aTab(browser, server.requestPair), aTab(browser, server.requestPair)];
    const refused = second.token();
    await first.refresher.refreshAfterRefusal(first.token());
    expect(await second.refresher.refreshAfterRefusal(refused)).toBe(true);
    expect(second.token()).toBe(first.token());
    expect(server.requestPair).toHaveBeenCalledOnce();
  });

  it('a tab takes over another’s pair if both used the token without a common lock', async () => {
    const unlocked = { ...browser, lock: createRefreshLock(undefined) };
    const tabs = [aTab(unlocked, server.requestPair), aTab(unlocked, server.requestPair)];
    const outcomes = await Promise.all(tabs.map((tab) => tab.refresher.refreshAfterRefusal(tab.token())));
    expect(outcomes).toEqual([true, true]);
    expect(tabs[0]?.token()).toBe(tabs[1]?.token());
  });

  it('a session ends when the server refuses the refresh token', async () => {
    browser.storage.write({ accessToken: anAccessToken(), refreshToken: 'revoked' });
    const tab = aTab(browser, server.requestPair);
    expect(await tab.refresher.refreshAfterRefusal(tab.token())).toBe(false);
    expect(browser.storage.read()).toBeNull();
  });

  it('an unreachable server keeps the session, and is reported', async () => {
    const tab = aTab(browser, () => Promise.reject(networkError(null)));
    for (let round = 0; round < REFRESH_ATTEMPT_LIMIT + 2; round += 1) {
      await expect(tab.refresher.refreshAfterRefusal(tab.token())).rejects.toMatchObject({ code: 'CLIENT.NETWORK' });
    }
    expect(browser.storage.read()?.refreshToken).toBe('refresh-1');
  });

  it('refreshing stops at the limit if no repeated call ever succeeds, and clears both tokens', async () => {
    const tab = aTab(browser, server.requestPair);
    for (let round = 0; round < REFRESH_ATTEMPT_LIMIT; round += 1) {
      expect(await tab.refresher.refreshAfterRefusal(tab.token())).toBe(true);
    }
    expect(await tab.refresher.refreshAfterRefusal(tab.token())).toBe(false);
    expect(server.requestPair).toHaveBeenCalledTimes(5);
    expect(browser.storage.read()).toBeNull();
  });

  it('the refresh count restarts when a repeated call succeeds', async () => {
    const tab = aTab(browser, server.requestPair);
    for (let round = 0; round < 3 * REFRESH_ATTEMPT_LIMIT; round += 1) {
      expect(await tab.refresher.refreshAfterRefusal(tab.token())).toBe(true);
      tab.refresher.noteRetrySucceeded();
    }
    expect(server.requestPair).toHaveBeenCalledTimes(3 * REFRESH_ATTEMPT_LIMIT);
  });

  it('a refresh does not restore a session that was signed out meanwhile', async () => {
    const tab = aTab(browser, async (token) => {
      const pair = await server.requestPair(token);
      browser.storage.clear();
      return pair;
    });
    expect(await tab.refresher.refreshAfterRefusal(tab.token())).toBe(false);
    expect(browser.storage.read()).toBeNull();
    expect(tab.token()).toBeNull();
  });

  it('a refresh does not replace the tokens of a person who signed in meanwhile', async () => {
    const other: TokenPair = { accessToken: anAccessToken({ subject: '2' }), refreshToken: 'other' };
    const tab = aTab(browser, async () => {
      browser.storage.write(other);
      throw new ApiError({ status: 401, code: 'AUTH.SESSION_EXPIRED' });
    });
    expect(await tab.refresher.refreshAfterRefusal(tab.token())).toBe(true);
    expect(browser.storage.read()).toEqual(other);
  });

  it('nothing is refreshed without a refresh token', async () => {
    browser.storage.write({ accessToken: anAccessToken(), refreshToken: '' });
    const tab = aTab(browser, server.requestPair);
    expect(await tab.refresher.refreshAfterRefusal(tab.token())).toBe(false);
    expect(server.requestPair).not.toHaveBeenCalled();
  });
});

describe('refreshing before expiry', () => {
  it('a token that is about to expire is replaced once', async () => {
    const browser = aBrowser();
    const server = aServer();
    browser.storage.write({ accessToken: anAccessToken({ expiresAt: Date.now() + 5_000 }), refreshToken: 'refresh-1' });
    const tab = aTab(browser, server.requestPair);
    await Promise.all([tab.refresher.refreshBeforeExpiry(), tab.refresher.refreshBeforeExpiry()]);
    await tab.refresher.refreshBeforeExpiry();
    expect(server.requestPair).toHaveBeenCalledOnce();
  });

  it('a fresh token and a token of unknown form are kept', async () => {
    const browser = aBrowser();
    const server = aServer();
    for (const accessToken of [anAccessToken(), 'opaque']) {
      browser.storage.write({ accessToken, refreshToken: 'refresh-1' });
      await aTab(browser, server.requestPair).refresher.refreshBeforeExpiry();
    }
    expect(server.requestPair).not.toHaveBeenCalled();
  });

  it('if this machine’s clock is ahead, not every call causes a refresh', async () => {
    const browser = aBrowser();
    const server = aServer();
    browser.storage.write({ accessToken: anAccessToken(), refreshToken: 'refresh-1' });
    const tab = aTab(browser, server.requestPair, () => Date.now() + 60 * MINUTE);
    for (let call = 0; call < 5; call += 1) await tab.refresher.refreshBeforeExpiry();
    expect(server.requestPair).toHaveBeenCalledOnce();
  });

  it('refreshing early does not fail when the server cannot be reached', async () => {
    const browser = aBrowser();
    browser.storage.write({ accessToken: anAccessToken({ expiresAt: Date.now() }), refreshToken: 'refresh-1' });
    const tab = aTab(browser, () => Promise.reject(networkError(null)));
    await tab.refresher.refreshBeforeExpiry();
    expect(browser.storage.read()?.refreshToken).toBe('refresh-1');
  });
});
