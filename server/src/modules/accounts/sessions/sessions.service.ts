/**
 * Sessions: started at sign-in, carried by an access token, kept alive by a rotating refresh token that is
 * bound to the browser. Reuse of a replaced refresh token ends the whole session, with two exceptions for the
 * token right before the current one.
 *
 * A response may be lost, for example when a laptop is closed. Until a part of it was used, the previous token
 * gets the same successor again, however late. A part was used if its refresh token came back, or its access
 * token in the header of a request: both show that a script has stored the response. Without checking the
 * access token, a thief and the owner could take turns with one token and never be detected, because the second
 * use would look like a lost response. A cookie shows nothing, because a browser stores it even for a page that
 * was closed before it read the response.
 *
 * Parallel tabs refresh with the same token, so for a short time after a rotation the previous one is always
 * accepted.
 *
 * The file is long because each of these cases has to be seen beside the others.
 */
import { randomUUID } from 'node:crypto';
import { batchReads } from '../../../database/batched-reads.ts';
import { AppError } from '../../../http/app-error.ts';
import type { TableState } from '../../../http/table-state.ts';
import type { Membership } from '../../../http/workspace.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { firstDayOfMonth } from '../../../time/calendar-month.ts';
import { isSubscriptionRunning } from '../../billing/running-subscription.service.ts';
import { type AccessTokenClaims, createAccessTokens } from './access-token.ts';
import { createCurrentUserRepository } from './current-user.repository.ts';
import type { CurrentUser } from './describe-user.ts';
import { createBinding, hashBinding, isBoundTo, readRefreshToken, refreshTokenFor, sessionOfBinding } from './refresh-token.ts';
import {
  hasShownSecondFactor,
  isSecondFactorRecent,
  membershipOf,
  type SessionStanding,
  type Standing,
  standingOf,
} from './session-standing.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { deriveTokenKeys } from './token-keys.ts';
import { isXsrfTokenOf, xsrfTokenFor } from './xsrf.ts';

/** A session ends after this many days without a refresh. */
export const SESSION_IDLE_DAYS = 30;
/** A session ends after this many days even if it is used, so that nobody keeps a stolen one for ever. */
export const SESSION_DAYS = 90;
/** How many seconds after a rotation the previous refresh token is accepted although its successor was used. */
export const REFRESH_GRACE_SECONDS = 60;
const MINUTE = 60_000;
const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

/** What a browser gets at sign-in and at each refresh. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly binding: string;
  readonly xsrfToken: string;
}

/** What is stored of the browser that started a session. */
export interface Browser {
  readonly userAgent: string | null;
  readonly address: string;
}

/**
 * The proof that opened an account: the password or a sign-in at the provider, and the second factor if it is on, or a
 * passkey.
 */
type Shown =
  | { readonly passwordHash: string; readonly hasShownSecondFactor: boolean }
  | { readonly oidcLinkId: string; readonly hasShownSecondFactor: boolean }
  | { readonly passkeyId: string };

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
      /** What the account is in the workspace of the request; null: no member. */
      readonly membership: Membership | null;
      /** The account has a second factor that was shown in this session, or a passkey was, which counts as both factors. */
      readonly hasShownSecondFactor: boolean;
      /** Whether the second factor was shown recently enough for the console. */
      readonly isSecondFactorRecent: boolean;
      /** Of the workspace. */
      readonly isTrialRunning: boolean;
      /** A subscription is running, or nothing is sold here. */
      readonly isSubscribed: boolean;
      /** The state of the table that the request is about. */
      readonly tableState?: TableState;
    })
  /** The token is not ours, or its session has ended. */
  | { readonly state: 'ended' }
  /** A genuine token whose account no longer exists. */
  | { readonly state: 'no account' };

/** What is read together with an identity. */
interface RequestedState {
  /** A data table, by its name in the database; null: none. */
  readonly tableName: string | null;
  /** null: the account's own. */
  readonly workspaceId: WorkspaceId | null;
}

interface Seen {
  readonly membership: Membership | null;
  readonly lastSeenAt: Date | null;
}

/** How an access token was sent: scripts use the header, browsers send the cookie automatically. */
export type ShownIn = 'header' | 'cookie';

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(platform: Platform) {
  const { config, identities, now, secrets } = platform;
  const keys = deriveTokenKeys(secrets);
  const accessTokens = createAccessTokens(keys.accessToken, config.publicUrl, now);
  const repository = createSessionsRepository(identities);
  const currentUsers = createCurrentUserRepository(identities);
  /** Every request runs this; simultaneous ones share a query. */
  const findStanding = batchReads((claims: readonly (AccessTokenClaims & RequestedState)[]) =>
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

  /** Starts a session; null if the proof no longer opens the account. */
  async function start(accountId: number, shown: Shown, browser: Browser): Promise<SessionTokens | null> {
    const id = randomUUID();
    const binding = createBinding(id);
    const row = {
      id,
      accountId,
      bindingHash: hashBinding(binding),
      createdAt: now(),
      expiresAt: idleEnd(),
      secondFactorAt: 'hasShownSecondFactor' in shown && shown.hasShownSecondFactor ? now() : null,
      ...browser,
    };
    const isStarted = await repository.add(row, shown);
    return isStarted ? tokensFor({ accountId, sessionId: id }, 0, binding) : null;
  }

  /**
   * @param onReuse hears of the account whose session ended because a replaced token came back
   * @throws {AppError} AUTH.SESSION_REQUIRED, AUTH.SESSION_EXPIRED
   */
  async function refresh(
    refreshToken: string | null,
    binding: string | null,
    onReuse: (accountId: number) => void = () => undefined,
  ): Promise<SessionTokens> {
    if (refreshToken === null || binding === null) throw new AppError('AUTH.SESSION_REQUIRED');
    const claims = readRefreshToken(keys.refreshToken, refreshToken);
    if (claims === null) throw new AppError('AUTH.SESSION_EXPIRED');
    const { sessionId, generation } = claims;
    const time = now();
    const moved = await repository.advance({
      ...claims,
      bindingHash: hashBinding(binding),
      now: time,
      expiresAt: idleEnd(),
      lastingHours: SESSION_DAYS * 24,
    });
    if (moved !== null) return tokensFor({ accountId: moved.accountId, sessionId }, moved.generation, binding);

    const session = await repository.find(sessionId, REFRESH_GRACE_SECONDS);
    // A token without its browser's cookie changes nothing, so that whoever finds one cannot sign out its
    // owner.
    if (session === null || !isBoundTo(binding, session.bindingHash)) throw new AppError('AUTH.SESSION_EXPIRED');
    const isOver = session.revokedAt !== null || session.expiresAt <= time || session.blockedAt !== null;
    if (isOver || generation >= session.generation) throw new AppError('AUTH.SESSION_EXPIRED');
    const isGood = !session.answerArrived || session.isInGrace;
    if (generation === session.generation - 1 && isGood)
      return tokensFor({ accountId: session.accountId, sessionId }, session.generation, binding);
    await repository.revoke(sessionId, 'reuse', time);
    onReuse(session.accountId);
    throw new AppError('AUTH.SESSION_EXPIRED');
  }

  /**
   * Using a part of a response shows that it arrived. If this cannot be stored, nothing is lost: the next
   * request shows it too.
   */
  async function noteArrival({ sessionId, generation }: AccessTokenClaims, session: SessionStanding | null): Promise<void> {
    if (generation === undefined || session === null || session.answerArrived || session.generation !== generation) return;
    await repository.markArrived(sessionId, generation).catch(() => undefined);
  }

  /** Screens of members show who was there lately. It is noted at most once an hour, and nothing waits for it. */
  function noteSeen({ membership, lastSeenAt }: Seen, accountId: number): void {
    if (membership === null || membership.isPersonal) return;
    if (lastSeenAt !== null && now().getTime() - lastSeenAt.getTime() < HOUR) return;
    repository.noteSeen(membership.workspaceId, accountId, now()).catch(() => undefined);
  }

  /** The state of a data table that the request is about is read in the same query. */
  async function identify(
    accessToken: string,
    shownIn: ShownIn,
    { tableName, workspaceId }: RequestedState = { tableName: null, workspaceId: null },
  ): Promise<Identity> {
    const claims = await accessTokens.read(accessToken);
    if (claims === null) return { state: 'ended' };
    const row = await findStanding({ ...claims, tableName, workspaceId });
    if (row === null) return { state: 'no account' };
    const session = standingOf(row);
    if (shownIn === 'header') await noteArrival(claims, session);
    const { isSubscribed, tableVersion, myVersion } = row;
    const membership = membershipOf(row);
    const identity = judge(claims, { account: row, session, membership, isSubscribed }, now());
    noteSeen({ membership, lastSeenAt: row.lastSeenAt }, claims.accountId);
    if (identity.state !== 'live' || tableVersion === null) return identity;
    return { ...identity, tableState: { version: Number(tableVersion), mine: Number(myVersion ?? 0) } };
  }

  /** The same, with all data of `/me` in the same query. */
  async function identifyWithUser(
    accessToken: string,
    shownIn: ShownIn,
    workspaceId: WorkspaceId | null,
  ): Promise<{ identity: Identity; user: CurrentUser | null }> {
    const claims = await accessTokens.read(accessToken);
    if (claims === null) return { identity: { state: 'ended' }, user: null };
    const time = now();
    const { mode } = config.billing;
    const user = await currentUsers.find({ ...claims, workspaceId, provider: mode, month: firstDayOfMonth(time), now: time });
    if (user === null) return { identity: { state: 'no account' }, user };
    if (shownIn === 'header') await noteArrival(claims, user.session);
    const isSubscribed = user.subscription !== null && isSubscriptionRunning(user.subscription, time);
    const membership = membershipOf(user.workspace);
    noteSeen({ membership, lastSeenAt: user.workspace.lastSeenAt }, claims.accountId);
    return { identity: judge(claims, { ...user, membership, isSubscribed }, time), user };
  }

  function judge(claims: AccessTokenClaims, { account, session, membership, isSubscribed }: Standing, time: Date): Identity {
    const isLive = session !== null && session.revokedAt === null && session.expiresAt > time;
    if (!isLive || account.blockedAt !== null) return { state: 'ended' };
    return {
      state: 'live',
      accountId: claims.accountId,
      sessionId: claims.sessionId,
      email: account.email,
      isVerified: account.verifiedAt !== null,
      hasShownSecondFactor: hasShownSecondFactor(account, session),
      isSecondFactorRecent: isSecondFactorRecent(session, time),
      membership,
      isTrialRunning: membership !== null && membership.trialEndsAt !== null && membership.trialEndsAt > time,
      isSubscribed: config.billing.mode === 'off' || isSubscribed,
    };
  }

  /** The live session that a binding cookie proves, or null. */
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
    /** The session of an access token, expired or not; null if the token is not ours. */
    async sessionOf(accessToken: string): Promise<string | null> {
      return (await accessTokens.readExpired(accessToken))?.sessionId ?? null;
    },
    end: (sessionId: string): Promise<void> => repository.revoke(sessionId, 'logout', now()),
    isXsrfTokenOf: (sessionId: string, token: string): boolean => isXsrfTokenOf(keys.xsrf, sessionId, token),
    /** Live sessions, newest first; `lastUsedAt` to the minute. */
    async listOwn(accountId: number): Promise<OwnSession[]> {
      const rows = await repository.listLive(accountId, now());
      return rows.map(({ lastUsedAt, ...row }) => ({ ...row, lastUsedAt: lastUsedAt ?? wholeMinute(row.createdAt) }));
    },

    /** Other accounts' sessions are treated as missing. @throws {AppError} SESSION.NOT_FOUND */
    async endOwn(accountId: number, sessionId: string): Promise<void> {
      if ((await repository.endOwn(accountId, { only: sessionId }, now())) === 0) throw new AppError('SESSION.NOT_FOUND');
    },

    /** @returns how many ended */
    endOthers: (accountId: number, sessionId: string): Promise<number> =>
      repository.endOwn(accountId, { except: sessionId }, now()),

    /** Deletes rows of sessions that ended more than a day ago. */
    deleteEnded: (): Promise<void> => repository.deleteEndedBefore(new Date(now().getTime() - DAY)),
  };
}

function wholeMinute(time: Date): Date {
  return new Date(Math.floor(time.getTime() / MINUTE) * MINUTE);
}
