/** Every few seconds starts analyses that are due or pending, and ends those whose server is gone. */
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../../platform.ts';
import { repeatUntilClose } from '../../../process/repeat-until-close.ts';
import { addDueAnalyses } from '../settings/trend-settings.service.ts';
import { type AnalysisRunner, createAnalysisRunner } from './analysis-runner.ts';

const CHECK_MILLISECONDS = 5_000;

export function scheduleAnalyses(app: FastifyInstance, platform: Platform): AnalysisRunner {
  const runner = createAnalysisRunner(platform, app.log);
  app.addHook('onClose', () => runner.close());
  repeatUntilClose(app, {
    every: CHECK_MILLISECONDS,
    run: async () => {
      // Abandoned analyses end first: an account has one at a time, and a due one takes its turn.
      await runner.poll();
      await addDueAnalyses(platform);
      await runner.startPending();
    },
    onError: (error) => app.log.warn({ err: error }, 'analyses could not be checked and will be checked again'),
  });
  return runner;
}
