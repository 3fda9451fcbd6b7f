/**
 * Notices a proxy nobody told the server about. Without TRUST_PROXY all its visitors share one address, so that one
 * stranger's wrong sign-ins would be counted against everybody. One warning in the life of the server.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FORWARDING_HEADERS } from '../http/loopback.ts';

export function installUntrustedProxyWarning(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', async (request) => {
    if (isWarned || isTrusted(request) || !FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)) return;
    isWarned = true;
    request.log.warn(
      { proxy: request.socket.remoteAddress },
      'a request came through a proxy that is not trusted, so its visitors share one address and its limits; ' +
        'if the proxy is yours, name it in TRUST_PROXY',
    );
  });
}

/** The first of `ips` is who is connected; a second one is there when they are trusted and named somebody. */
function isTrusted({ ips, headers }: FastifyRequest): boolean {
  return ips !== undefined && (ips.length > 1 || headers['x-forwarded-for'] === undefined);
}
