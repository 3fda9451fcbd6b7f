/** The role of a server: it serves requests (`web`), runs jobs (`jobs`), or both (`all`). */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { AppError } from '../http/app-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether this server runs the jobs that are done once for all servers, such as clean-up. */
    doesJobs: boolean;
  }
}

/** The only paths that a server with the role `jobs` answers. */
const JOBS_PATHS: ReadonlySet<string> = new Set(['/health', '/metrics']);

/** Decorates `app.doesJobs`. Before any route and any job. */
export function installServerRole(app: FastifyInstance, role: Config['serverRole']): void {
  app.decorate('doesJobs', role !== 'web');
  if (role !== 'jobs') return;
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (routeOptions.url === undefined || !JOBS_PATHS.has(routeOptions.url)) throw new AppError('REQUEST.NOT_FOUND');
  });
}
