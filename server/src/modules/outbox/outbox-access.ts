/**
 * Who may read the outbox: a browser that opened the address the server's operator was shown. The address holds a
 * token, which is exchanged for a cookie, so that it does not stay in the address bar. Both are derived from the
 * server's secret and stay the same while that does; neither tells the other.
 */
import { hkdfSync } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../http/same-secret.ts';

const COOKIE = 'leadloom_outbox';

export interface OutboxAccess {
  /** Whether the request carries the cookie. */
  isOpenTo(request: FastifyRequest): boolean;
  /** Whether the address holds the token, once and whole. */
  isOpenedBy(query: unknown): boolean;
  giveCookie(reply: FastifyReply): void;
}

/** @param secret the server's own, 32 bytes */
export function createOutboxAccess(secret: Buffer): OutboxAccess {
  const token = derive(secret, 'token');
  const cookie = derive(secret, 'cookie');
  return {
    isOpenTo: ({ cookies }) => isSameSecret(cookies[COOKIE] ?? '', cookie),
    isOpenedBy: (query) => isSameSecret(readToken(query), token),
    giveCookie: (reply) =>
      // Kept until the browser is closed; the printed address gives it again.
      void reply.setCookie(COOKIE, cookie, { path: '/outbox', httpOnly: true, sameSite: 'strict' }),
  };
}

/** The address to open, below the server's own, for whoever can read the server's secret. */
export function outboxPath(secret: Buffer): string {
  return `/outbox?token=${derive(secret, 'token')}`;
}

function derive(secret: Buffer, part: 'token' | 'cookie'): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `leadloom outbox ${part} v1`, 32)).toString('base64url');
}

function readToken(query: unknown): string {
  const token = typeof query === 'object' && query !== null && 'token' in query ? query.token : null;
  return typeof token === 'string' ? token : '';
}
