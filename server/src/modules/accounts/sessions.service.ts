/**
 * Sessions: started at sign-in, carried by an access token, kept alive by a rotating refresh token that
 * is bound to the browser. Reuse of a refresh token that was already replaced ends the whole session,
 * save for a short grace in which the previous one is answered with the successor: parallel tabs and a
 * reply that never arrived are not theft.
 */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { type AccessTokenClaims, createAccessTokens } from './access-token.ts';
import { readRefreshToken, refreshTokenFor } from './refresh-token.ts';
import { createBinding, hashBinding, isBoundTo, sessionOfBinding } from './session-binding.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { deriveTokenKeys } from './token-keys.ts';
import { isXsrfTokenOf, xsrfTokenFor } from './xsrf.ts';

/** A session ends after this many days without a refresh. */
export const SESSION_IDLE_DAYS = 30;
/** Seconds in which the previous refresh token is answered with its successor. */
export const REFRESH_GRACE_SECONDS = 60;
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

export type Identity =
  | ({ readonly state: 'live'; readonly accountId: number; readonly sessionId: string; readonly email: string } & {
      readonly isVerified: boolean;
      readonly isTrialRunning: boolean;
    })
  /** Not a token of ours, or its session is over. */
  | { readonly state: 'ended' }
  /** A genuine token whose account no longer exists. */
  | { readonly state: 'no account' };

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ config, database, now, secret }: Platform) {
  const keys = deriveTokenKeys(secret);
  const accessTokens = createAccessTokens(keys.accessToken, config.publicUrl, now);
  const repository = createSessionsRepository(database);
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
    const row = await repository.findAccountWithSession(claims.accountId, claims.sessionId);
    if (row === null) return { state: 'no account' };
    const time = now();
    const isLive = row.sessionId !== null && row.revokedAt === null && row.expiresAt !== null && row.expiresAt > time;
    if (!isLive || row.blockedAt !== null) return { state: 'ended' };
    return {
      state: 'live',
      ...claims,
      email: row.email,
      isVerified: row.verifiedAt !== null,
      isTrialRunning: row.trialEndsAt !== null && row.trialEndsAt > time,
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
    findByBinding,
    /** The session an access token names, expired or not; null for a token that is not ours. */
    async sessionOf(accessToken: string): Promise<string | null> {
      return (await accessTokens.readExpired(accessToken))?.sessionId ?? null;
    },
    end: (sessionId: string): Promise<void> => repository.revoke(sessionId, 'logout', now()),
    isXsrfTokenOf: (sessionId: string, token: string): boolean => isXsrfTokenOf(keys.xsrf, sessionId, token),
    /** Rows of sessions that ended more than a day ago. */
    deleteEnded: (): Promise<void> => repository.deleteEndedBefore(new Date(now().getTime() - DAY)),
  };
}
