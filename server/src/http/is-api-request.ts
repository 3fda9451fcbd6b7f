/**
 * Whether a request is for the API. The matched route decides, because a path can be written in several ways
 * (`/%61pi/v1/me`, `http://any.example/api/v1/me`), and the router understands all of them.
 */
import type { FastifyRequest } from 'fastify';

export function isApiRequest({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? url).startsWith('/api/');
}
