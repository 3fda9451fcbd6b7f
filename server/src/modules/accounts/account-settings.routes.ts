/** Serves what owners change about their accounts: profile, password, address, sessions, and the account's end. */
import * as contract from '@leadloom/shared/contract/account-settings';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { endSubscriptionNow, hasRunningSubscription } from '../billing/billing.service.ts';
import { createAccountEnd } from './account-end.service.ts';
import type { AccountParts } from './account-parts.ts';
import { afterAnswer } from './after-answer.ts';
import { holdToFloor } from './answer-floor.ts';
import { createEmailChange } from './email-change.service.ts';
import { createPasswordChange } from './password-change.service.ts';
import { updateProfile } from './profile.service.ts';
import type { SessionCookies } from './session-cookies.ts';

export function registerAccountSettings(
  app: FastifyInstance,
  platform: Platform,
  parts: AccountParts,
  cookies: SessionCookies,
): void {
  const { sessions } = parts;
  const { mailQueue } = platform;
  const changePassword = createPasswordChange(platform, parts);
  const emailChange = createEmailChange(platform, parts);
  const deleteAccount = createAccountEnd(platform, { ...parts, endSubscriptionNow });

  serveEndpoint(app, contract.updateProfile, async ({ body }, { caller }) => {
    await updateProfile(platform, caller.accountId, body, hasRunningSubscription);
    return { msg: 'Profile info updated correctly.' };
  });

  serveEndpoint(app, contract.changePassword, async ({ body }, { caller }) => {
    await changePassword(caller, { current: body.current_password, next: body.new_password });
    return { msg: 'Password changed. Every other session was signed out.' };
  });

  serveEndpoint(app, contract.changeEmail, async ({ body }, { caller, reply }) => {
    const startedAt = performance.now();
    await emailChange.ask(caller.accountId, body.password, body.new_email);
    afterAnswer(reply, mailQueue.kick);
    await holdToFloor(startedAt);
    return { msg: 'Check the new address for a link that confirms it.' };
  });

  serveEndpoint(app, contract.confirmEmail, async ({ body }) => {
    await emailChange.confirm(body.code);
    return { msg: 'Email changed. Use the new address from now on.' };
  });

  serveEndpoint(app, contract.listSessions, async (_, { caller }) => ({
    sessions: (await sessions.listOwn(caller.accountId)).map((session) => ({
      id: session.id,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.lastUsedAt.toISOString(),
      user_agent: session.userAgent,
      address: session.address,
      is_current: session.id === caller.sessionId,
    })),
  }));

  serveEndpoint(app, contract.endSession, async ({ params }, { caller, reply }) => {
    await sessions.endOwn(caller.accountId, params.session_id);
    if (params.session_id === caller.sessionId) cookies.clear(reply);
    return undefined;
  });

  serveEndpoint(app, contract.endOtherSessions, async (_, { caller }) => ({
    ended: await sessions.endOthers(caller.accountId, caller.sessionId),
  }));

  serveEndpoint(app, contract.deleteAccount, async ({ body }, { caller, reply }) => {
    await deleteAccount(caller.accountId, body);
    cookies.clear(reply);
    return { msg: 'Your account and everything it held are deleted.' };
  });
}
