/** Looks every few seconds for analyses that are due, that wait or that nobody runs any more; ends what runs with the server. */
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../../platform.ts';
import { addDueAnalyses } from '../settings/trend-settings.service.ts';
import { type AnalysisRunner, createAnalysisRunner } from './analysis-runner.ts';

const PAUSE = 5_000;

export function scheduleAnalyses(app: FastifyInstance, platform: Platform): AnalysisRunner {
  const runner = createAnalysisRunner(platform, app.log);
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    // What is due finds the place of one that is over.
    await runner.look();
    await addDueAnalyses(platform);
    await runner.begin();
  }
  function start(): void {
    looking ??= look()
      .catch((error: unknown) => app.log.warn({ err: error }, 'analyses could not be looked after; it is tried again'))
      .finally(() => {
        looking = null;
      });
  }

  app.addHook('onReady', async () => {
    start();
    timer = setInterval(start, PAUSE).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await Promise.all([looking, runner.close()]);
  });
  return runner;
}
