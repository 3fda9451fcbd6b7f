/** One log line for each request: the route's pattern, never the path itself. */
import type { FastifyInstance } from 'fastify';

/** These are polled or requested very often, so they appear only in a debug log. */
const QUIET_ROUTES: ReadonlySet<string | undefined> = new Set(['/health', '/api/v1/health', '/metrics', '/app/*']);

export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    };
    if (QUIET_ROUTES.has(request.routeOptions.url)) request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  });
}
