/**
 * Detects a proxy that the settings do not name. Without TRUST_PROXY all its visitors share one address, so that one
 * visitor's failed sign-ins would count against everybody. The server warns once.
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

/** The first of `ips` is the connection's address; a second one exists if that address is trusted and named a client. */
function isTrusted({ ips, headers }: FastifyRequest): boolean {
  return ips !== undefined && (ips.length > 1 || headers['x-forwarded-for'] === undefined);
}
