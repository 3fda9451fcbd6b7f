/** Jobs live as long as the application: from the moment it is ready until it closes. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import type { JobWork } from './define-job.ts';
import type { JobQueue } from './job-queue.ts';
import { type RunningJobs, runJobs } from './run-jobs.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The queue's work on this server. */
    jobs: { start(): Promise<void>; stop(): Promise<void> };
  }
}

interface JobsPlatform {
  readonly config: { readonly databaseUrl: string | null };
  readonly database: Database;
  readonly queue: JobQueue;
}

/**
 * Decorates `app.jobs`.
 * @param works all there are: each server can add all jobs, whether it runs them or not
 */
export function installJobs(app: FastifyInstance, { config, database, queue }: JobsPlatform, works: readonly JobWork[]): void {
  const isAlone = config.databaseUrl === null;
  let running: RunningJobs | null = null;
  const start = async () => {
    running ??= await runJobs(works, { database, queue, log: app.log, isAlone });
  };
  const stop = async () => {
    const ending = running;
    running = null;
    await ending?.stop();
  };
  app.decorate('jobs', { start, stop });
  app.addHook('onReady', async () => {
    await queue.prepare(works.map(({ job }) => job));
    if (app.doesJobs) await start();
  });
  app.addHook('onClose', stop);
}
