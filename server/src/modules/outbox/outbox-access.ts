/**
 * Decides who may read the outbox: a browser that opened the address shown to the operator. The address contains a token,
 * which is exchanged for a cookie, so that it does not stay in the address bar. Both are derived from the server's secrets:
 * the newest secret issues them, and those of all secrets are accepted. Neither reveals the other.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deriveKeys, type SecretRing } from '../../crypto/secret-ring.ts';
import { isSameSecret } from '../../http/same-secret.ts';

const COOKIE = 'leadloom_outbox';

export interface OutboxAccess {
  /** Whether the request has the cookie. */
  isOpenTo(request: FastifyRequest): boolean;
  /** Whether the address contains the token, once and complete. */
  isOpenedBy(query: unknown): boolean;
  giveCookie(reply: FastifyReply): void;
}

export function createOutboxAccess(secrets: SecretRing): OutboxAccess {
  const tokens = derive(secrets, 'token');
  const cookies = derive(secrets, 'cookie');
  const isAmong = (given: string, known: readonly string[]) => known.some((text) => isSameSecret(given, text));
  return {
    isOpenTo: (request) => isAmong(request.cookies[COOKIE] ?? '', cookies),
    isOpenedBy: (query) => isAmong(readToken(query), tokens),
    giveCookie: (reply) =>
      // The cookie lasts until the browser is closed; the printed address issues it again.
      void reply.setCookie(COOKIE, cookies[0], { path: '/outbox', httpOnly: true, sameSite: 'strict' }),
  };
}

/** The address to open, below the server's own. Anyone who can read the server's secrets can compute it. */
export function outboxPath(secrets: SecretRing): string {
  return `/outbox?token=${derive(secrets, 'token')[0]}`;
}

/** The values of the newest secret first. */
function derive(secrets: SecretRing, part: 'token' | 'cookie'): readonly [string, ...string[]] {
  const [newest, ...older] = deriveKeys(secrets, `outbox ${part}`);
  return [newest.toString('base64url'), ...older.map((key) => key.toString('base64url'))];
}

function readToken(query: unknown): string {
  const token = typeof query === 'object' && query !== null && 'token' in query ? query.token : null;
  return typeof token === 'string' ? token : '';
}
