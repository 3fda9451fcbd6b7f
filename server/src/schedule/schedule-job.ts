/** Repeated jobs that live as long as the application: from the moment it is ready until it closes. */
import type { FastifyInstance } from 'fastify';
import { createRepeatedJob, type RepeatedJob, type RepeatedJobOptions } from './repeated-job.ts';

export function scheduleJob(app: FastifyInstance, options: RepeatedJobOptions): Pick<RepeatedJob, 'runSoon'> {
  const job = createRepeatedJob(options);
  app.addHook('onReady', async () => job.start(app.log));
  app.addHook('onClose', () => job.stop());
  return job;
}
