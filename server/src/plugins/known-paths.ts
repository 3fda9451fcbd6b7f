/**
 * Responds to requests without a route: 405 with `Allow` if the path exists under another method, 204 with `Allow` for
 * OPTIONS, otherwise 404. This is decided before a body is read. OPTIONS grants nothing to other origins.
 */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { sendProblem } from './errors.ts';

/** Must run before any route is registered. */
export function installKnownPaths(app: FastifyInstance): void {
  const routes = new Map<string, { readonly segments: readonly string[]; readonly methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { segments: url.split('/'), methods: new Set() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });

  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const given = ((request.raw.url ?? '').split('?')[0] ?? '').split('/');
    const allowed = [...routes.values()].flatMap(({ segments, methods }) => (matches(segments, given) ? [...methods] : []));
    if (allowed.length === 0) return sendProblem(request, reply, new AppError('REQUEST.NOT_FOUND'));
    reply.header('allow', [...new Set([...allowed, 'OPTIONS'])].sort().join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    return sendProblem(request, reply, new AppError('REQUEST.METHOD_NOT_ALLOWED'));
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new AppError('REQUEST.NOT_FOUND')));
}

/** Whether the segments of a path match those of a route (`:name`, a final `*`). */
function matches(wanted: readonly string[], given: readonly string[]): boolean {
  if (wanted.at(-1) === '*') return wanted.slice(0, -1).every((segment, index) => fits(segment, given[index]));
  return wanted.length === given.length && wanted.every((segment, index) => fits(segment, given[index]));
}

function fits(wanted: string, given: string | undefined): boolean {
  if (given === undefined) return false;
  return wanted.startsWith(':') ? given !== '' : wanted === given;
}
