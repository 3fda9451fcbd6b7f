/** Endpoints for owners to change their accounts: profile, password, email, sessions, and deletion. */
import * as contract from '@leadloom/shared/contract/account-settings';
import type { FastifyInstance } from 'fastify';
import { afterResponse } from '../../../http/after-response.ts';
import { readCookie } from '../../../http/cookies.ts';
import { serveEndpoint } from '../../../http/route.ts';
import { personalWorkspaceOf } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { hasRunningSubscription } from '../../billing/billing.service.ts';
import { revokeAllKeys } from '../../keys/keys.service.ts';
import type { AccountParts } from '../account-parts.ts';
import { readDeviceCookies, type SessionCookies } from '../sessions/session-cookies.ts';
import { holdToFloor } from '../sign-in/answer-floor.ts';
import { createRecentProof } from '../sign-in/recent-proof.ts';
import { logged } from '../sign-in/sign-in-log.ts';
import { createAccountEnd, type EndSubscriptionNow, type Memberships } from './account-end.service.ts';
import { createEmailChange } from './email-change.service.ts';
import { createPasswordChange } from './password-change.service.ts';
import { updateProfile } from './profile.service.ts';

interface SettingsParts extends AccountParts {
  readonly cookies: SessionCookies;
  readonly endSubscriptionNow: EndSubscriptionNow;
  readonly memberships: Memberships;
}

export function registerAccountSettings(
  app: FastifyInstance,
  platform: Platform,
  { cookies, endSubscriptionNow, memberships, ...parts }: SettingsParts,
): void {
  const { sessions, devices, proof } = parts;
  const { mailQueue } = platform;
  const recentProof = createRecentProof(platform);
  const changePassword = createPasswordChange(platform, parts);
  const emailChange = createEmailChange(platform, parts);
  const deleteAccount = createAccountEnd(platform, { ...parts, endSubscriptionNow, memberships });

  serveEndpoint(app, contract.updateProfile, async ({ body }, { caller }) => {
    await updateProfile(platform, caller.accountId, body, (_, accountId) =>
      hasRunningSubscription(platform, personalWorkspaceOf(accountId)),
    );
    return { msg: 'Profile info updated correctly.' };
  });

  serveEndpoint(app, contract.changePassword, async ({ body }, { caller, request }) => {
    const { current_password: current, new_password: next, code, revoke_keys: revokeKeys = false } = body;
    const storedDevices = devices.hashesIn(readDeviceCookies(request), caller.email);
    const revokedKeys = await changePassword(caller, { current, next, code, revokeKeys, storedDevices });
    if (!revokeKeys) return { msg: 'Password changed. Every other session was signed out.' };
    const msg = 'Password changed. Every other session was signed out, and your API keys are revoked.';
    return { msg, revoked_keys: revokedKeys };
  });

  serveEndpoint(app, contract.changeEmail, async ({ body }, { caller, reply }) => {
    const startedAt = performance.now();
    await emailChange.ask(caller.accountId, body, body.new_email);
    afterResponse(reply, mailQueue.kick);
    await holdToFloor(startedAt);
    return { msg: 'Check the new address for a link that confirms it.' };
  });

  serveEndpoint(app, contract.confirmEmail, async ({ body }, { request }) => {
    const ownSessionId = await sessions.findShownBy(readCookie(request, 'leadloom_session'));
    await emailChange.confirm(body.code, ownSessionId);
    return { msg: 'Email changed. Use the new address from now on.' };
  });

  serveEndpoint(app, contract.prove, async ({ body }, { caller, request }) => {
    const { accountId } = caller;
    await logged(request, { what: 'proof', by: 'password', accountId }, async (trace) => {
      const account = await proof.byBoth(accountId, body);
      trace.factor = account.factor;
      await recentProof.renew(caller.sessionId, account);
    });
    return undefined;
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

  serveEndpoint(app, contract.endOtherSessions, async ({ body }, { caller }) => {
    // The keys are revoked first, so that a retry after an error loses nothing.
    const revoked = body.revoke_keys === true ? await revokeAllKeys(platform.database, caller.accountId) : null;
    const ended = await sessions.endOthers(caller.accountId, caller.sessionId);
    return { ended, ...(revoked === null ? {} : { revoked_keys: revoked }) };
  });

  serveEndpoint(app, contract.deleteAccount, async ({ body }, { caller, reply }) => {
    await deleteAccount(caller.accountId, body);
    cookies.clear(reply);
    return { msg: 'Your account and everything it held are deleted.' };
  });
}
