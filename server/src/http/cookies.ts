/**
 * The names of the cookies that the server sets. `accounts/session-cookies.ts` describes what each is for. If people reach
 * the app by https, all but the one that scripts read begin with `__Host-`: browsers take those from this host alone, so no
 * other host of the domain can plant one.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type CookieName =
  | 'leadloom_session'
  | 'leadloom_access'
  | 'leadloom_sandbox'
  | 'leadloom_device'
  | 'leadloom_oidc'
  | 'leadloom_passkey'
  | 'XSRF-TOKEN';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether cookies are bound to this host by their names. */
    hasHostCookies: boolean;
  }
}

/**
 * Cookies that outlive an update; they are accepted under their earlier names, too. Neither opens anything by itself. The
 * other cookies last a few minutes.
 */
const LASTING: ReadonlySet<CookieName> = new Set(['leadloom_session', 'leadloom_device']);

export function isByHttps(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** Must run before `readCookie` is called for a request of the instance. */
export function installCookieNames(app: FastifyInstance, publicUrl: string): void {
  app.decorate('hasHostCookies', isByHttps(publicUrl));
}

export function hostCookieName(name: CookieName): string {
  return name === 'XSRF-TOKEN' ? name : `__Host-${name}`;
}

/** The names under which a request may send a cookie, the current one first. */
export function acceptedNames({ server }: FastifyRequest, name: CookieName): readonly string[] {
  if (!server.hasHostCookies) return [name];
  return LASTING.has(name) ? [hostCookieName(name), name] : [hostCookieName(name)];
}

export function readCookie(request: FastifyRequest, name: CookieName): string | null {
  for (const accepted of acceptedNames(request, name)) {
    const value = request.cookies[accepted];
    if (value !== undefined) return value;
  }
  return null;
}
