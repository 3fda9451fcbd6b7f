/**
 * Whether a request is one to the API. The route that was found decides: a path can be written in more ways
 * than one (`/%61pi/v1/me`, `http://any.example/api/v1/me`), and the router reads them all.
 */
import type { FastifyRequest } from 'fastify';

export function isApiRequest({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? url).startsWith('/api/');
}
