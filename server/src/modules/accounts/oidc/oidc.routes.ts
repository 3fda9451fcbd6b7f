/** The endpoints of sign-ins at the OpenID Connect provider. Handlers read and set the cookie that binds one to its browser. */
import * as contract from '@leadloom/shared/contract/oidc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from '../../../http/cookies.ts';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { scheduleCleanUp } from '../../../schedule/schedule-clean-up.ts';
import type { AccountParts } from '../account-parts.ts';
import { readDeviceCookies, type SessionCookies } from '../sessions/session-cookies.ts';
import type { SessionTokens } from '../sessions/sessions.service.ts';
import { logged } from '../sign-in/sign-in-log.ts';
import { createOidc, type FollowGroups } from './oidc.service.ts';

interface OidcRouteParts extends AccountParts {
  readonly cookies: SessionCookies;
  readonly followGroups: FollowGroups;
  /** Sets the cookies of a session. @returns its tokens as the response carries them */
  readonly giveTokens: (reply: FastifyReply, tokens: SessionTokens) => { access_token: string; refresh_token: string };
  readonly browserOf: (request: FastifyRequest) => { readonly address: string; readonly userAgent: string | null };
}

export function registerOidc(app: FastifyInstance, platform: Platform, parts: OidcRouteParts): void {
  const { cookies, giveTokens, browserOf } = parts;
  const oidc = createOidc(platform, {
    ...parts,
    warn: (error) => app.log.warn({ err: error }, 'the OpenID Connect provider failed or answered wrongly'),
  });
  scheduleCleanUp(app, 'sign-ins at the OpenID Connect provider', oidc.deleteExpiredFlows);
  const secretOf = (request: FastifyRequest) => readCookie(request, 'leadloom_oidc');
  const browserFrom = (request: FastifyRequest) => ({
    ...browserOf(request),
    browserSecret: secretOf(request),
    deviceCookies: readDeviceCookies(request),
  });
  const give = (reply: FastifyReply, { url, browserSecret }: { url: string; browserSecret: string }) => {
    cookies.setOidc(reply, browserSecret);
    reply.header('cache-control', 'no-store');
    return { url };
  };
  const open = (reply: FastifyReply, { tokens, deviceCookie }: { tokens: SessionTokens; deviceCookie: string }) => {
    cookies.setDevice(reply, deviceCookie);
    return { ...giveTokens(reply, tokens), msg: 'Authenticated' };
  };

  serveEndpoint(app, contract.beginOidcLogin, async (_, { request, reply }) =>
    give(reply, await oidc.beginSignIn(secretOf(request))),
  );

  serveEndpoint(app, contract.oidcLogin, async ({ body }, { request, reply }) =>
    open(
      reply,
      await logged(request, { what: 'sign-in', by: 'provider' }, (trace) =>
        oidc.signIn(body.answer, browserFrom(request), trace),
      ),
    ),
  );

  serveEndpoint(app, contract.oidcLoginCode, async ({ body }, { request, reply }) =>
    open(
      reply,
      await logged(request, { what: 'sign-in', by: 'provider' }, (trace) =>
        oidc.showSecondFactor(body.state, body.code, browserFrom(request), trace),
      ),
    ),
  );

  serveEndpoint(app, contract.listOidcLinks, (_, { caller }) => oidc.list(caller.accountId));

  serveEndpoint(app, contract.removeOidcLink, async ({ params }, { caller }) => {
    await oidc.remove(caller, params.link_id);
    return undefined;
  });

  serveEndpoint(app, contract.beginOidcProof, async (_, { caller, request, reply }) =>
    give(reply, await oidc.beginProof(caller.accountId, secretOf(request))),
  );

  serveEndpoint(app, contract.oidcProof, async ({ body }, { caller, request }) => {
    await logged(request, { what: 'proof', by: 'provider', accountId: caller.accountId }, async (trace) => {
      trace.factor = await oidc.prove(caller, body.answer, body.code, secretOf(request));
    });
    return undefined;
  });
}
