/** One log line for each request: the route's pattern, never the path itself. */
import type { FastifyInstance } from 'fastify';

/** These are polled or requested very often, so they appear only in a debug log. */
const QUIET_ROUTES: ReadonlySet<string | undefined> = new Set(['/health', '/api/v1/health', '/metrics', '/app/*']);

export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      request: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    };
    // A logger of the request's own would take longer than the line.
    if (QUIET_ROUTES.has(request.routeOptions.url)) app.log.debug(line, 'answered');
    else app.log.info(line, 'answered');
  });
}
