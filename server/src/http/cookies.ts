/** The cookies the server sets, by name. What each is for stands in `accounts/session-cookies.ts`. */
import type { FastifyRequest } from 'fastify';

export type CookieName = 'leadloom_session' | 'leadloom_access' | 'leadloom_sandbox' | 'leadloom_device' | 'XSRF-TOKEN';

export function readCookie(request: FastifyRequest, name: CookieName): string | null {
  return request.cookies[name] ?? null;
}
