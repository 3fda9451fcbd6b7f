/** Adds the security headers and the request's id to every response; nothing of the API is ever cached. */
import type { FastifyInstance } from 'fastify';
import { isApiRequest } from '../http/is-api-request.ts';
import { securityHeaders } from '../http/security-headers.ts';

export function installHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = securityHeaders(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (isApiRequest(request)) reply.header('cache-control', 'no-store');
  });
}
