/**
 * The cookies of a session. `leadloom_session` binds the refresh token to the browser. `leadloom_access` makes
 * plain download links work. `XSRF-TOKEN` is read by scripts. `leadloom_device` records, beyond a sign-out,
 * that an account has signed in here before. `leadloom_sandbox` is the access cookie for the sandbox's pages,
 * if there are any. `leadloom_passkey` binds a passkey's challenge to the browser that asked for it, and
 * `leadloom_oidc` a sign-in at the OpenID Connect provider to the browser that started it. All except XSRF-TOKEN are
 * HttpOnly. `http/cookies.ts` says when their names begin with `__Host-`; the path is then that of the whole host.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedNames, type CookieName, hostCookieName, isByHttps } from '../../../http/cookies.ts';
import { FLOW_SECONDS } from '../oidc/oidc-flows.ts';
import { CHALLENGE_SECONDS } from '../passkeys/passkey-challenges.ts';
import { DEVICE_COOKIE_DAYS } from '../sign-in/devices.service.ts';
import { ACCESS_TOKEN_SECONDS } from './access-token.ts';
import { SESSION_IDLE_DAYS, type SessionTokens } from './sessions.service.ts';

const DAY_SECONDS = 24 * 3600;
const API_PATH = '/api/v1';

const cookieRows = {
  leadloom_session: { path: API_PATH, httpOnly: true, sameSite: 'lax', maxAge: SESSION_IDLE_DAYS * DAY_SECONDS },
  // The cookie is strict: a request by a link or form of another site never arrives signed in.
  leadloom_access: { path: API_PATH, httpOnly: true, sameSite: 'strict', maxAge: ACCESS_TOKEN_SECONDS },
  'XSRF-TOKEN': { path: '/', httpOnly: false, sameSite: 'lax', maxAge: SESSION_IDLE_DAYS * DAY_SECONDS },
  leadloom_sandbox: { path: '/sandbox', httpOnly: true, sameSite: 'strict', maxAge: ACCESS_TOKEN_SECONDS },
  // The cookie is also sent to changes of the password and the second factor, which keep the device that makes them.
  leadloom_device: { path: API_PATH, httpOnly: true, sameSite: 'lax', maxAge: DEVICE_COOKIE_DAYS * DAY_SECONDS },
  // The cookie is strict, too: our own page hands over what the provider answered.
  leadloom_oidc: { path: API_PATH, httpOnly: true, sameSite: 'strict', maxAge: FLOW_SECONDS },
  leadloom_passkey: { path: API_PATH, httpOnly: true, sameSite: 'strict', maxAge: CHALLENGE_SECONDS },
} as const satisfies Readonly<Record<CookieName, unknown>>;

/**
 * The device cookies of a request. There may be two: earlier versions set it for the path of the sign-in only, and browsers
 * send the narrower one first.
 */
export function readDeviceCookies(request: FastifyRequest): string[] {
  const sent = [...(request.headers.cookie ?? '').matchAll(/(?:^|; *)((?:__Host-)?leadloom_device)=([^;]+)/g)];
  return acceptedNames(request, 'leadloom_device')
    .flatMap((name) => sent.filter(([, sentName]) => sentName === name).flatMap(([, , value]) => value ?? []))
    .slice(0, 2);
}

export interface SessionCookies {
  set(reply: FastifyReply, tokens: SessionTokens): void;
  setDevice(reply: FastifyReply, value: string): void;
  setPasskey(reply: FastifyReply, value: string): void;
  setOidc(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * @param publicUrl cookies are Secure if people reach the app by https
 * @param hasSandbox whether the sandbox takes payments here, on its own pages
 */
export function createSessionCookies(publicUrl: string, hasSandbox: boolean): SessionCookies {
  const secure = isByHttps(publicUrl);
  const write = (reply: FastifyReply, name: CookieName, value: string): void => {
    if (secure) reply.setCookie(hostCookieName(name), value, { ...cookieRows[name], path: '/', secure });
    else reply.setCookie(name, value, { ...cookieRows[name], secure });
  };
  return {
    set(reply, tokens) {
      write(reply, 'leadloom_session', tokens.binding);
      write(reply, 'leadloom_access', tokens.accessToken);
      if (hasSandbox) write(reply, 'leadloom_sandbox', tokens.accessToken);
      write(reply, 'XSRF-TOKEN', tokens.xsrfToken);
    },
    setDevice: (reply, value) => write(reply, 'leadloom_device', value),
    setOidc: (reply, value) => write(reply, 'leadloom_oidc', value),
    setPasskey: (reply, value) => write(reply, 'leadloom_passkey', value),
    clear(reply) {
      for (const name of ['leadloom_session', 'leadloom_access', 'leadloom_sandbox', 'XSRF-TOKEN'] as const) {
        if (secure && name !== 'XSRF-TOKEN') reply.clearCookie(hostCookieName(name), { ...cookieRows[name], path: '/', secure });
        // Cookies that an earlier version set are removed, too.
        reply.clearCookie(name, { ...cookieRows[name], secure });
      }
    },
  };
}
