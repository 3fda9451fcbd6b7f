/** Repeated jobs that live as long as the application: from the moment it is ready until it closes. */
import type { FastifyInstance } from 'fastify';
import { createRepeatedJob, type RepeatedJob, type RepeatedJobOptions } from './repeated-job.ts';

interface ScheduleOptions extends RepeatedJobOptions {
  /** The job concerns this process only, so servers without jobs run it too; false if absent. */
  readonly isOfThisServer?: boolean;
}

/** @returns a function that runs it soon, or at its next time if another server runs the jobs */
export function scheduleJob(
  app: FastifyInstance,
  { isOfThisServer = false, ...options }: ScheduleOptions,
): Pick<RepeatedJob, 'runSoon'> {
  const job = createRepeatedJob(options);
  if (app.doesJobs || isOfThisServer) {
    app.addHook('onReady', async () => job.start(app.log));
    app.addHook('onClose', () => job.stop());
  }
  return job;
}
