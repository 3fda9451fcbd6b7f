/** The endpoints of passkeys. Handlers read and set the cookie that binds a challenge to its browser. */
import * as contract from '@leadloom/shared/contract/passkeys';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../../../http/cookies.ts';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { scheduleCleanUp } from '../../../schedule/schedule-clean-up.ts';
import type { AccountParts } from '../account-parts.ts';
import { readDeviceCookies, type SessionCookies } from '../sessions/session-cookies.ts';
import type { SessionTokens } from '../sessions/sessions.service.ts';
import { logged } from '../sign-in/sign-in-log.ts';
import { createPasskeys } from './passkeys.service.ts';

interface PasskeyRouteParts extends AccountParts {
  readonly cookies: SessionCookies;
  /** Sets the cookies of a session. @returns its tokens as the response carries them */
  readonly giveTokens: (reply: FastifyReply, tokens: SessionTokens) => { access_token: string; refresh_token: string };
  readonly browserOf: (request: FastifyRequest) => { readonly address: string; readonly userAgent: string | null };
}

export function registerPasskeys(app: FastifyInstance, platform: Platform, parts: PasskeyRouteParts): void {
  const { cookies, giveTokens, browserOf } = parts;
  const passkeys = createPasskeys(platform, parts);
  scheduleCleanUp(app, 'challenges of passkeys', passkeys.deleteExpiredChallenges);
  const secretOf = (request: FastifyRequest) => readCookie(request, 'leadloom_passkey');
  const give = <Options>(
    reply: FastifyReply,
    { options, browserSecret }: { options: Options; browserSecret: string },
  ): Options => {
    cookies.setPasskey(reply, browserSecret);
    reply.header('cache-control', 'no-store');
    return options;
  };

  serveEndpoint(app, contract.beginPasskeyLogin, async (_, { request, reply }) =>
    give(reply, await passkeys.beginSignIn(secretOf(request))),
  );

  serveEndpoint(app, contract.passkeyLogin, async ({ body }, { request, reply }) => {
    const browser = {
      ...browserOf(request),
      browserSecret: secretOf(request),
      deviceCookies: readDeviceCookies(request),
    };
    const { tokens, deviceCookie } = await logged(request, { what: 'sign-in', by: 'passkey' }, (trace) =>
      passkeys.signIn(body.credential, browser, trace),
    );
    cookies.setDevice(reply, deviceCookie);
    return { ...giveTokens(reply, tokens), msg: 'Authenticated' };
  });

  serveEndpoint(app, contract.listPasskeys, async (_, { caller }) => {
    const data = await passkeys.list(caller.accountId);
    return { data, total: data.length };
  });

  serveEndpoint(app, contract.beginPasskey, async (_, { caller, request, reply }) =>
    give(reply, await passkeys.begin(caller, secretOf(request))),
  );

  serveEndpoint(app, contract.addPasskey, ({ body }, { caller, request }) =>
    passkeys.add(caller, body.name, body.credential, secretOf(request)),
  );

  serveEndpoint(app, contract.renamePasskey, ({ params, body }, { caller }) =>
    passkeys.rename(caller.accountId, params.passkey_id, body.name),
  );

  serveEndpoint(app, contract.removePasskey, async ({ params }, { caller }) => {
    await passkeys.remove(caller, params.passkey_id);
    return undefined;
  });

  serveEndpoint(app, contract.beginPasskeyProof, async (_, { caller, request, reply }) =>
    give(reply, await passkeys.beginProof(caller.accountId, secretOf(request))),
  );

  serveEndpoint(app, contract.passkeyProof, async ({ body }, { caller, request }) => {
    await logged(request, { what: 'proof', by: 'passkey', accountId: caller.accountId }, () =>
      passkeys.prove(caller, body.credential, secretOf(request)),
    );
    return undefined;
  });
}
