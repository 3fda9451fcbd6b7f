/**
 * Sessions: started at sign-in, carried by an access token, kept alive by a rotating refresh token that
 * is bound to the browser. Reuse of a refresh token that was already replaced ends the whole session,
 * save for a short grace in which the previous one is answered with the successor: parallel tabs and a
 * reply that never arrived are not theft.
 */
import { randomUUID } from 'node:crypto';
import { batchReads } from '../../database/batched-reads.ts';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { isSubscriptionRunning } from '../billing/running-subscription.ts';
import { type AccessTokenClaims, createAccessTokens } from './access-token.ts';
import { findCurrentUser } from './current-user.service.ts';
import type { CurrentUser } from './describe-user.ts';
import { readRefreshToken, refreshTokenFor } from './refresh-token.ts';
import { createBinding, hashBinding, isBoundTo, sessionOfBinding } from './session-binding.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { deriveTokenKeys } from './token-keys.ts';
import { isXsrfTokenOf, xsrfTokenFor } from './xsrf.ts';

/** A session ends after this many days without a refresh. */
export const SESSION_IDLE_DAYS = 30;
/** Seconds in which the previous refresh token is answered with its successor. */
export const REFRESH_GRACE_SECONDS = 60;
const MINUTE = 60_000;
const DAY = 24 * 3600 * 1000;

/** What a browser is given at sign-in and at each refresh. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly binding: string;
  readonly xsrfToken: string;
}

/** What a session remembers of the browser it was started in. */
export interface Browser {
  readonly userAgent: string | null;
  readonly address: string;
}

/** A session as its owner sees it. */
interface OwnSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly userAgent: string | null;
  readonly address: string | null;
}

export type Identity =
  | ({ readonly state: 'live'; readonly accountId: number; readonly sessionId: string; readonly email: string } & {
      readonly isVerified: boolean;
      readonly hasSecondFactor: boolean;
      readonly isTrialRunning: boolean;
      /** A subscription runs, or nothing is sold here. */
      readonly isSubscribed: boolean;
    })
  /** Not a token of ours, or its session is over. */
  | { readonly state: 'ended' }
  /** A genuine token whose account no longer exists. */
  | { readonly state: 'no account' };

/** What a caller is judged by. */
interface Standing {
  readonly account: {
    readonly email: string;
    readonly verifiedAt: Date | null;
    readonly blockedAt: Date | null;
    readonly trialEndsAt: Date | null;
    readonly totpEnabledAt: Date | null;
  };
  /** null: the account has no session of the token's id. */
  readonly session: { readonly revokedAt: Date | null; readonly expiresAt: Date } | null;
  readonly isSubscribed: boolean;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(platform: Platform) {
  const { config, database, now, secret } = platform;
  const keys = deriveTokenKeys(secret);
  const accessTokens = createAccessTokens(keys.accessToken, config.publicUrl, now);
  const repository = createSessionsRepository(database);
  /** Every request asks; those that ask at the same time share a query. */
  const findStanding = batchReads((claims: readonly AccessTokenClaims[]) =>
    repository.findAccountsWithSessions(claims, { provider: config.billing.mode, now: now() }),
  );
  const idleEnd = (): Date => new Date(now().getTime() + SESSION_IDLE_DAYS * DAY);

  async function tokensFor(claims: AccessTokenClaims, generation: number, binding: string): Promise<SessionTokens> {
    const { sessionId } = claims;
    return {
      accessToken: await accessTokens.issue(claims),
      refreshToken: refreshTokenFor(keys.refreshToken, { sessionId, generation }),
      binding,
      xsrfToken: xsrfTokenFor(keys.xsrf, sessionId),
    };
  }

  /** null when the password of this hash no longer opens the account. */
  async function start(accountId: number, passwordHash: string, browser: Browser): Promise<SessionTokens | null> {
    const id = randomUUID();
    const binding = createBinding(id);
    const row = { id, accountId, bindingHash: hashBinding(binding), createdAt: now(), expiresAt: idleEnd(), ...browser };
    const isStarted = await repository.add(row, passwordHash);
    return isStarted ? tokensFor({ accountId, sessionId: id }, 0, binding) : null;
  }

  /** @throws {AppError} AUTH.SESSION_REQUIRED, AUTH.SESSION_EXPIRED */
  async function refresh(refreshToken: string | null, binding: string | null): Promise<SessionTokens> {
    if (refreshToken === null || binding === null) throw new AppError('AUTH.SESSION_REQUIRED');
    const claims = readRefreshToken(keys.refreshToken, refreshToken);
    if (claims === null) throw new AppError('AUTH.SESSION_EXPIRED');
    const { sessionId, generation } = claims;
    const time = now();
    const moved = await repository.advance({ ...claims, bindingHash: hashBinding(binding), now: time, expiresAt: idleEnd() });
    if (moved !== null) return tokensFor({ accountId: moved.accountId, sessionId }, moved.generation, binding);

    const session = await repository.find(sessionId);
    // A token without its browser's cookie gains nothing and ends nothing: whoever finds one cannot sign its owner out.
    if (session === null || !isBoundTo(binding, session.bindingHash)) throw new AppError('AUTH.SESSION_EXPIRED');
    const isOver = session.revokedAt !== null || session.expiresAt <= time || session.blockedAt !== null;
    if (isOver || generation >= session.generation) throw new AppError('AUTH.SESSION_EXPIRED');
    const sinceRotation = time.getTime() - session.rotatedAt.getTime();
    if (generation === session.generation - 1 && sinceRotation <= REFRESH_GRACE_SECONDS * 1000)
      return tokensFor({ accountId: session.accountId, sessionId }, session.generation, binding);
    await repository.revoke(sessionId, 'reuse', time);
    throw new AppError('AUTH.SESSION_EXPIRED');
  }

  async function identify(accessToken: string): Promise<Identity> {
    const claims = await accessTokens.read(accessToken);
    if (claims === null) return { state: 'ended' };
    const row = await findStanding(claims);
    if (row === null) return { state: 'no account' };
    const { sessionId, revokedAt, expiresAt, isSubscribed } = row;
    const session = sessionId === null || expiresAt === null ? null : { revokedAt, expiresAt };
    return judge(claims, { account: row, session, isSubscribed }, now());
  }

  /** The same, with all that `/me` tells, in the one question it takes anyway. */
  async function identifyWithUser(accessToken: string): Promise<{ identity: Identity; user: CurrentUser | null }> {
    const claims = await accessTokens.read(accessToken);
    if (claims === null) return { identity: { state: 'ended' }, user: null };
    const time = now();
    const user = await findCurrentUser(platform, claims.accountId, claims.sessionId, time);
    if (user === null) return { identity: { state: 'no account' }, user };
    const isSubscribed = user.subscription !== null && isSubscriptionRunning(user.subscription, time);
    return { identity: judge(claims, { ...user, isSubscribed }, time), user };
  }

  function judge(claims: AccessTokenClaims, { account, session, isSubscribed }: Standing, time: Date): Identity {
    const isLive = session !== null && session.revokedAt === null && session.expiresAt > time;
    if (!isLive || account.blockedAt !== null) return { state: 'ended' };
    return {
      state: 'live',
      ...claims,
      email: account.email,
      isVerified: account.verifiedAt !== null,
      hasSecondFactor: account.totpEnabledAt !== null,
      isTrialRunning: account.trialEndsAt !== null && account.trialEndsAt > time,
      isSubscribed: config.billing.mode === 'off' || isSubscribed,
    };
  }

  /** The live session a binding cookie proves, or null. */
  async function findByBinding(binding: string): Promise<string | null> {
    const sessionId = sessionOfBinding(binding);
    const session = sessionId === null ? null : await repository.find(sessionId);
    const isLive = session !== null && session.revokedAt === null && isBoundTo(binding, session.bindingHash);
    return isLive ? sessionId : null;
  }

  return {
    start,
    refresh,
    identify,
    identifyWithUser,
    findByBinding,
    /** The session an access token names, expired or not; null for a token that is not ours. */
    async sessionOf(accessToken: string): Promise<string | null> {
      return (await accessTokens.readExpired(accessToken))?.sessionId ?? null;
    },
    end: (sessionId: string): Promise<void> => repository.revoke(sessionId, 'logout', now()),
    isXsrfTokenOf: (sessionId: string, token: string): boolean => isXsrfTokenOf(keys.xsrf, sessionId, token),
    /** Sessions in force, the newest first; `lastUsedAt` to the minute. */
    async listOwn(accountId: number): Promise<OwnSession[]> {
      const rows = await repository.listLive(accountId, now());
      return rows.map(({ lastUsedAt, ...row }) => ({ ...row, lastUsedAt: lastUsedAt ?? wholeMinute(row.createdAt) }));
    },

    /** Another account's session has ended too. @throws {AppError} SESSION.NOT_FOUND */
    async endOwn(accountId: number, sessionId: string): Promise<void> {
      if ((await repository.endOwn(accountId, { only: sessionId }, now())) === 0) throw new AppError('SESSION.NOT_FOUND');
    },

    /** @returns how many ended */
    endOthers: (accountId: number, sessionId: string): Promise<number> =>
      repository.endOwn(accountId, { except: sessionId }, now()),

    /** Rows of sessions that ended more than a day ago. */
    deleteEnded: (): Promise<void> => repository.deleteEndedBefore(new Date(now().getTime() - DAY)),
  };
}

function wholeMinute(time: Date): Date {
  return new Date(Math.floor(time.getTime() / MINUTE) * MINUTE);
}
