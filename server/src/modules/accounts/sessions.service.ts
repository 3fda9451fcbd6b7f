/**
 * Sessions: started at sign-in, carried by an access token, kept alive by a rotating refresh token that
 * is bound to the browser. A refresh token that was replaced ends the whole session when it comes back, with
 * two exceptions for the one right before the token in force.
 *
 * An answer may be lost, as when a lid closes: until something of it was used, the token before it is answered with
 * the same successor again, however late. Used is its refresh token, or its access token in the header of a
 * request: both show that a script has kept the answer. Without the access token a thief and the owner could
 * take turns with one token and never be noticed, since whoever came second would look like a lost answer. A
 * cookie shows nothing, since a browser keeps it also for a page that was closed before it read the answer.
 *
 * Parallel tabs ask with the same token: for a short grace after a rotation the one before is good in any case.
 */
import { randomUUID } from 'node:crypto';
import { batchReads } from '../../database/batched-reads.ts';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { firstDayOfMonth } from '../../time/calendar-month.ts';
import { isSubscriptionRunning } from '../billing/running-subscription.service.ts';
import { type AccessTokenClaims, createAccessTokens } from './access-token.ts';
import { createCurrentUserRepository } from './current-user.repository.ts';
import type { CurrentUser } from './describe-user.ts';
import { readRefreshToken, refreshTokenFor } from './refresh-token.ts';
import { createBinding, hashBinding, isBoundTo, sessionOfBinding } from './session-binding.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { deriveTokenKeys } from './token-keys.ts';
import { isXsrfTokenOf, xsrfTokenFor } from './xsrf.ts';

/** A session ends after this many days without a refresh. */
export const SESSION_IDLE_DAYS = 30;
/** Seconds after a rotation in which the previous refresh token is good although its successor was used. */
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
  readonly session: SessionStanding | null;
  readonly isSubscribed: boolean;
}

interface SessionStanding {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date;
  readonly generation: number;
  readonly answerArrived: boolean;
}

/** How an access token came: scripts send it in the header, browsers send their cookie by themselves. */
export type ShownIn = 'header' | 'cookie';

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(platform: Platform) {
  const { config, identities, now, secrets } = platform;
  const keys = deriveTokenKeys(secrets);
  const accessTokens = createAccessTokens(keys.accessToken, config.publicUrl, now);
  const repository = createSessionsRepository(identities);
  const currentUsers = createCurrentUserRepository(identities);
  /** Every request asks; those that ask at the same time share a query. */
  const findStanding = batchReads((claims: readonly AccessTokenClaims[]) =>
    repository.findAccountsWithSessions(claims, { provider: config.billing.mode, now: now() }),
  );
  const idleEnd = (): Date => new Date(now().getTime() + SESSION_IDLE_DAYS * DAY);

  async function tokensFor(claims: AccessTokenClaims, generation: number, binding: string): Promise<SessionTokens> {
    const { sessionId } = claims;
    return {
      accessToken: await accessTokens.issue(generation === 0 ? claims : { ...claims, generation }),
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

    const session = await repository.find(sessionId, REFRESH_GRACE_SECONDS);
    // A token without its browser's cookie gains nothing and ends nothing: whoever finds one cannot sign its owner out.
    if (session === null || !isBoundTo(binding, session.bindingHash)) throw new AppError('AUTH.SESSION_EXPIRED');
    const isOver = session.revokedAt !== null || session.expiresAt <= time || session.blockedAt !== null;
    if (isOver || generation >= session.generation) throw new AppError('AUTH.SESSION_EXPIRED');
    const isGood = !session.answerArrived || session.isInGrace;
    if (generation === session.generation - 1 && isGood)
      return tokensFor({ accountId: session.accountId, sessionId }, session.generation, binding);
    await repository.revoke(sessionId, 'reuse', time);
    throw new AppError('AUTH.SESSION_EXPIRED');
  }

  /** What of an answer is used has arrived. Nothing is lost when that cannot be written: the next request says it too. */
  async function noteArrival({ sessionId, generation }: AccessTokenClaims, session: SessionStanding | null): Promise<void> {
    if (generation === undefined || session === null || session.answerArrived || session.generation !== generation) return;
    await repository.markArrived(sessionId, generation).catch(() => undefined);
  }

  async function identify(accessToken: string, shownIn: ShownIn): Promise<Identity> {
    const claims = await accessTokens.read(accessToken);
    if (claims === null) return { state: 'ended' };
    const row = await findStanding(claims);
    if (row === null) return { state: 'no account' };
    const session = standingOf(row);
    if (shownIn === 'header') await noteArrival(claims, session);
    const { isSubscribed } = row;
    return judge(claims, { account: row, session, isSubscribed }, now());
  }

  /** The same, with all that `/me` tells, in the one question it takes anyway. */
  async function identifyWithUser(
    accessToken: string,
    shownIn: ShownIn,
  ): Promise<{ identity: Identity; user: CurrentUser | null }> {
    const claims = await accessTokens.read(accessToken);
    if (claims === null) return { identity: { state: 'ended' }, user: null };
    const time = now();
    const { mode } = config.billing;
    const user = await currentUsers.find({ ...claims, provider: mode, month: firstDayOfMonth(time), now: time });
    if (user === null) return { identity: { state: 'no account' }, user };
    if (shownIn === 'header') await noteArrival(claims, user.session);
    const isSubscribed = user.subscription !== null && isSubscriptionRunning(user.subscription, time);
    return { identity: judge(claims, { ...user, isSubscribed }, time), user };
  }

  function judge(claims: AccessTokenClaims, { account, session, isSubscribed }: Standing, time: Date): Identity {
    const isLive = session !== null && session.revokedAt === null && session.expiresAt > time;
    if (!isLive || account.blockedAt !== null) return { state: 'ended' };
    return {
      state: 'live',
      accountId: claims.accountId,
      sessionId: claims.sessionId,
      email: account.email,
      isVerified: account.verifiedAt !== null,
      hasSecondFactor: account.totpEnabledAt !== null,
      isTrialRunning: account.trialEndsAt !== null && account.trialEndsAt > time,
      isSubscribed: config.billing.mode === 'off' || isSubscribed,
    };
  }

  /** The live session a binding cookie proves, or null. */
  async function findShownBy(binding: string | null): Promise<string | null> {
    const sessionId = binding === null ? null : sessionOfBinding(binding);
    const session = sessionId === null ? null : await repository.find(sessionId);
    const isLive = binding !== null && session !== null && session.revokedAt === null && isBoundTo(binding, session.bindingHash);
    return isLive ? sessionId : null;
  }

  return {
    start,
    refresh,
    identify,
    identifyWithUser,
    findShownBy,
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

/** Of a row with or without a session. */
function standingOf(row: { readonly [Column in keyof SessionStanding]: SessionStanding[Column] | null }): SessionStanding | null {
  const { revokedAt, expiresAt, generation, answerArrived } = row;
  if (expiresAt === null || generation === null || answerArrived === null) return null;
  return { revokedAt, expiresAt, generation, answerArrived };
}

function wholeMinute(time: Date): Date {
  return new Date(Math.floor(time.getTime() / MINUTE) * MINUTE);
}
