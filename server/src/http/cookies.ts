/** The names of the cookies that the server sets. `accounts/session-cookies.ts` describes what each is for. */
import type { FastifyRequest } from 'fastify';

export type CookieName =
  | 'leadloom_session'
  | 'leadloom_access'
  | 'leadloom_sandbox'
  | 'leadloom_device'
  | 'leadloom_oidc'
  | 'leadloom_passkey'
  | 'XSRF-TOKEN';

export function readCookie(request: FastifyRequest, name: CookieName): string | null {
  return request.cookies[name] ?? null;
}
