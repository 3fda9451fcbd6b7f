/** The account endpoints. Handlers read the request's cookies and address; the services do the rest. */
import {
  login,
  logout,
  me,
  newPassword,
  refresh,
  register,
  resendVerification,
  resetPassword,
  verify,
  verifyEmail,
} from '@leadloom/shared/contract/accounts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { afterResponse } from '../../http/after-response.ts';
import { readBearer } from '../../http/bearer-token.ts';
import { readCookie } from '../../http/cookies.ts';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { createAccountParts } from './account-parts.ts';
import { createAccounts } from './mailed-codes/mailed-codes.service.ts';
import { registerOidc } from './oidc/oidc.routes.ts';
import type { FollowGroups } from './oidc/oidc.service.ts';
import { registerManagedAccounts } from './operator/managed-accounts.routes.ts';
import type { ManagedAccountParts } from './operator/managed-accounts.service.ts';
import { registerPasskeys } from './passkeys/passkeys.routes.ts';
import { registerInvites } from './registration/invites.routes.ts';
import { createRegistration } from './registration/registration.service.ts';
import { createUnverifiedEnd } from './registration/unverified-end.service.ts';
import { requireXsrf } from './sessions/authentication.ts';
import type { CurrentUsers } from './sessions/current-user.service.ts';
import { createSessionCookies, readDeviceCookies } from './sessions/session-cookies.ts';
import type { Sessions, SessionTokens } from './sessions/sessions.service.ts';
import type { EndSubscriptionNow, Memberships } from './settings/account-end.service.ts';
import { registerAccountSettings } from './settings/account-settings.routes.ts';
import { registerPreferences } from './settings/preferences.routes.ts';
import { holdToFloor } from './sign-in/answer-floor.ts';
import { createSignIn } from './sign-in/sign-in.service.ts';
import { logged } from './sign-in/sign-in-log.ts';
import { registerTwoFactor } from './two-factor/two-factor.routes.ts';

/** Maximum length of the user agent stored with a session. */
const USER_AGENT_LENGTH = 200;

interface AccountServices {
  readonly sessions: Sessions;
  readonly currentUsers: CurrentUsers;
  readonly endSubscriptionNow: EndSubscriptionNow;
  readonly endAnalyses: ManagedAccountParts['endAnalyses'];
  readonly memberships: Memberships;
  readonly followGroups: FollowGroups;
}

export function registerAccounts(
  app: FastifyInstance,
  platform: Platform,
  { sessions, currentUsers, endSubscriptionNow, endAnalyses, memberships, followGroups }: AccountServices,
): void {
  const { config, mailQueue } = platform;
  const parts = createAccountParts(platform, sessions);
  const accounts = createAccounts(platform, parts);
  const signIn = createSignIn(platform, parts);
  const registration = createRegistration(platform, parts);
  const cookies = createSessionCookies(config.publicUrl, config.billing.mode === 'sandbox');
  registerAccountSettings(app, platform, { ...parts, cookies, endSubscriptionNow, memberships });
  registerTwoFactor(app, platform, parts);
  registerPreferences(app, platform);
  registerInvites(app, platform);
  registerManagedAccounts(app, platform, { ...parts, endSubscriptionNow, endAnalyses, memberships });
  const endUnverified = createUnverifiedEnd(platform, { ...parts, endSubscriptionNow, memberships });
  scheduleCleanUp(app, 'unverified accounts', async (stopping) => {
    const { notified, deleted } = await endUnverified(stopping);
    if (notified + deleted > 0) app.log.info({ notified, deleted }, 'unverified accounts were notified of their end, or deleted');
  });
  scheduleCleanUp(app, 'sessions and codes', async () => {
    await sessions.deleteEnded();
    await accounts.deleteOldCodes();
    await parts.devices.deleteUnused();
    await parts.guesses.deleteOld();
    await parts.attempts.deleteOld();
  });

  const giveTokens = (reply: FastifyReply, tokens: SessionTokens) => {
    cookies.set(reply, tokens);
    reply.header('cache-control', 'no-store');
    return { access_token: tokens.accessToken, refresh_token: tokens.refreshToken };
  };
  const browserOf = ({ ip, headers }: FastifyRequest) => ({
    address: ip,
    userAgent: headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  });
  registerPasskeys(app, platform, { ...parts, cookies, giveTokens, browserOf });
  registerOidc(app, platform, { ...parts, cookies, giveTokens, browserOf, followGroups });

  serveEndpoint(app, register, async ({ body }, { request, reply }) => {
    const startedAt = performance.now();
    await registration.register(body, request.ip);
    afterResponse(reply, mailQueue.kick);
    await holdToFloor(startedAt);
    return { msg: 'Check your email to verify your account.' };
  });

  serveEndpoint(app, login, async ({ body }, { request, reply }) => {
    const browser = { ...browserOf(request), deviceCookies: readDeviceCookies(request) };
    const { tokens, deviceCookie } = await logged(request, { what: 'sign-in', by: 'password' }, (trace) =>
      signIn(body, browser, trace),
    );
    cookies.setDevice(reply, deviceCookie);
    return { ...giveTokens(reply, tokens), msg: 'Authenticated' };
  });

  serveEndpoint(app, verifyEmail, async ({ body }, { request }) => ({
    valid: await registration.isValidAddress(body.email, request.ip),
  }));

  serveEndpoint(app, verify, async ({ params }, { request }) => {
    await accounts.verify(params.verification_code, await sessions.findShownBy(readCookie(request, 'leadloom_session')));
    return { msg: 'User verified correctly' };
  });

  serveEndpoint(app, resendVerification, async (_, { caller }) => {
    if (!(await accounts.resendVerification(caller.accountId))) return { msg: 'Your email is already verified.' };
    return { msg: 'Check your email for a new verification link.' };
  });

  serveEndpoint(app, resetPassword, async ({ body }, { request, reply }) => {
    const startedAt = performance.now();
    await accounts.requestReset(body.email, request.ip);
    afterResponse(reply, mailQueue.kick);
    await holdToFloor(startedAt);
    return { msg: 'Check your email for a reset code.' };
  });

  serveEndpoint(app, newPassword, async ({ body }, { request }) => {
    const chosen = { code: body.password_code, password: body.password, keepsKeys: body.keep_keys ?? false };
    await accounts.setNewPassword(chosen, request.ip);
    return { msg: 'Password changed successfully, now you can login' };
  });

  serveEndpoint(app, refresh, async (_, { request, reply }) => {
    const tokens = await sessions.refresh(readBearer(request), readCookie(request, 'leadloom_session'), (account) =>
      request.log.warn({ account, address: request.ip }, 'a refresh token was used again; its session ended'),
    );
    return giveTokens(reply, tokens);
  });

  serveEndpoint(app, logout, async (_, { request, reply }) => {
    const bearer = readBearer(request);
    const binding = readCookie(request, 'leadloom_session');
    const named = bearer === null ? null : await sessions.sessionOf(bearer);
    const bound = named === null ? await sessions.findShownBy(binding) : null;
    if (bound !== null) requireXsrf(sessions, config.publicUrl, request, bound);
    const sessionId = named ?? bound;
    if (sessionId !== null) await sessions.end(sessionId);
    cookies.clear(reply);
    return { msg: 'Logged out' };
  });

  serveEndpoint(app, me, (_, { caller, request }) => currentUsers.read(caller, request.identifiedUser, caller.isOperator));
}
