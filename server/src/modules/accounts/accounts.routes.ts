/** Serves the account rows: reads the request's cookies and address, leaves the rest to the services. */
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
import type { FastifyInstance, FastifyReply } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { createAccounts } from './accounts.service.ts';
import { createAfterAnswer } from './after-answer.ts';
import { holdToFloor } from './answer-floor.ts';
import { readBearer, requireXsrf } from './authentication.ts';
import { scheduleCleanUp } from './clean-up.ts';
import { describeUser } from './describe-user.ts';
import { createMailDomainCheck } from './mail-domain.ts';
import { createPasswords } from './passwords.ts';
import { createSessionCookies, readCookie } from './session-cookies.ts';
import { createSessions, type SessionTokens } from './sessions.service.ts';
import { createThrottle } from './throttle.ts';

/** Longest user agent kept with a session. */
const USER_AGENT_LENGTH = 200;

export function registerAccounts(app: FastifyInstance, platform: Platform): void {
  const { config, now } = platform;
  // Mail that ends in the outbox reaches no domain, so none is asked for.
  const takesMail = config.smtpUrl === null ? async () => true : createMailDomainCheck({ now });
  const sessions = createSessions(platform);
  const accounts = createAccounts(platform, {
    passwords: createPasswords(),
    throttle: createThrottle(now),
    takesMail,
    sessions,
  });
  const cookies = createSessionCookies(config.publicUrl);
  const afterAnswer = createAfterAnswer(app);
  scheduleCleanUp(app, async () => {
    await sessions.deleteEnded();
    await accounts.deleteOldCodes();
  });

  const giveTokens = (reply: FastifyReply, tokens: SessionTokens) => {
    cookies.set(reply, tokens);
    reply.header('cache-control', 'no-store');
    return { access_token: tokens.accessToken, refresh_token: tokens.refreshToken };
  };

  serveEndpoint(app, register, async ({ body }, { request, reply }) => {
    const startedAt = performance.now();
    const sendMail = await accounts.register(body, request.ip);
    afterAnswer(reply, sendMail);
    await holdToFloor(startedAt);
    return { msg: 'Check your email to verify your account.' };
  });

  serveEndpoint(app, login, async ({ body }, { request, reply }) => {
    const { tokens, deviceCookie } = await accounts.signIn(body, {
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
      deviceCookie: readCookie(request, 'leadloom_device'),
    });
    cookies.setDevice(reply, deviceCookie);
    return { ...giveTokens(reply, tokens), msg: 'Authenticated' };
  });

  serveEndpoint(app, verifyEmail, async ({ body }) => ({ valid: await accounts.isValidAddress(body.email) }));

  serveEndpoint(app, verify, async ({ params }) => {
    await accounts.verify(params.verification_code);
    return { msg: 'User verified correctly' };
  });

  serveEndpoint(app, resendVerification, async (_, { caller, reply }) => {
    const sendMail = await accounts.resendVerification(caller.accountId);
    if (sendMail === null) return { msg: 'Your email is already verified.' };
    afterAnswer(reply, sendMail);
    return { msg: 'Check your email for a new verification link.' };
  });

  serveEndpoint(app, resetPassword, async ({ body }, { request, reply }) => {
    const startedAt = performance.now();
    afterAnswer(reply, accounts.requestReset(body.email, request.ip));
    await holdToFloor(startedAt);
    return { msg: 'Check your email for a reset code.' };
  });

  serveEndpoint(app, newPassword, async ({ body }, { request, reply }) => {
    afterAnswer(reply, await accounts.setNewPassword(body.password_code, body.password, request.ip));
    return { msg: 'Password changed successfully, now you can login' };
  });

  serveEndpoint(app, refresh, async (_, { request, reply }) => {
    const tokens = await sessions.refresh(readBearer(request), readCookie(request, 'leadloom_session'));
    return giveTokens(reply, tokens);
  });

  serveEndpoint(app, logout, async (_, { request, reply }) => {
    const bearer = readBearer(request);
    const binding = readCookie(request, 'leadloom_session');
    const named = bearer === null ? null : await sessions.sessionOf(bearer);
    const bound = named === null && binding !== null ? await sessions.findByBinding(binding) : null;
    if (bound !== null) requireXsrf(sessions, config.publicUrl, request, bound);
    const sessionId = named ?? bound;
    if (sessionId !== null) await sessions.end(sessionId);
    cookies.clear(reply);
    return { msg: 'Logged out' };
  });

  serveEndpoint(app, me, async (_, { caller }) => describeUser(await accounts.get(caller.accountId), config.trial, now()));
}
