/** The endpoints of trends and their analyses. Each handler passes the caller's account to a service. */
import { openTrendVideos } from '@leadloom/shared/contract/trend-videos';
import * as contract from '@leadloom/shared/contract/trends';
import type { FastifyInstance } from 'fastify';
import { describeRowsFile } from '../../http/attachment.ts';
import { signalOf } from '../../http/client-signal.ts';
import { isKeyCaller, serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import { cancelRunningAnalysis, listAnalyses, readAnalysis, startAnalysis } from './analyses/analyses.service.ts';
import { type AnalysisRunner, createAnalysisRunner, defaultRunnerLimits } from './analyses/analysis-runner.ts';
import { createTrendPreviews, defaultPreviewLimits } from './analyses/preview-trends.ts';
import { exportTrends } from './export-trends.ts';
import { openVideosOf } from './open-trend-videos.ts';
import { exportSandboxTrends, sandboxTrends } from './sandbox-trends.ts';
import { addDueAnalyses, readTrendSettings, saveTrendSettings } from './settings/trend-settings.service.ts';
import { changeOneTrend, deleteAllTrends, listAllTrends, mergeSomeTrends } from './trends.service.ts';

/** The time between two polls for due, pending and abandoned analyses. */
const ANALYSIS_INTERVAL_MILLISECONDS = 5_000;

export function registerTrends(app: FastifyInstance, platform: Platform, previewLimits = defaultPreviewLimits): void {
  registerList(app, platform);
  registerAnalyses(app, platform);

  const previews = createTrendPreviews(platform, previewLimits);
  app.addHook('onClose', async () => previews.close());
  serveEndpoint(app, contract.previewTrends, ({ body }, { caller, reply }) =>
    previews.preview(caller.workspaceId, body, signalOf(reply)),
  );
  serveEndpoint(app, contract.getTrendSettings, (_, { caller }) => readTrendSettings(platform, caller.workspaceId));
  serveEndpoint(app, contract.saveTrendSettings, ({ body }, { caller }) => saveTrendSettings(platform, caller.workspaceId, body));
}

function registerList(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(
    app,
    contract.listTrends,
    ({ query }, { caller }) => listAllTrends(platform, caller.workspaceId, query.include_hidden === 'true'),
    { sandbox: async () => sandboxTrends() },
  );
  serveEndpoint(app, contract.deleteTrends, (_, { caller }) => deleteAllTrends(platform, caller.workspaceId));
  serveEndpoint(app, contract.updateTrend, ({ params, body }, { caller }) =>
    changeOneTrend(platform, caller.workspaceId, Number(params.trend_id), body),
  );
  serveEndpoint(app, openTrendVideos, ({ params }, { caller }) =>
    openVideosOf(platform, caller, Number(params.trend_id)),
  );
  serveEndpoint(app, contract.mergeTrends, ({ body }, { caller }) =>
    mergeSomeTrends(platform, caller.workspaceId, body.trend_ids.map(Number)),
  );
  const trendIdOf = (query: { readonly trend_id?: string | undefined }) =>
    query.trend_id === undefined ? undefined : Number(query.trend_id);
  serveEndpoint(
    app,
    contract.exportTrends,
    async ({ query }, { caller, reply }) => {
      const { format = 'csv' } = query;
      const file = { format, byteOrderMark: !isKeyCaller(caller) };
      const stream = await exportTrends(platform, caller.workspaceId, trendIdOf(query), file);
      describeRowsFile(reply, format, contract.exportTrends.success.fileName);
      return stream;
    },
    {
      sandbox: async ({ query: { trend_id: trendId, format = 'csv' } }, { reply }) => {
        const stream = exportSandboxTrends(trendId, format);
        describeRowsFile(reply, format, contract.exportTrends.success.fileName);
        return stream;
      },
    },
  );
}

function registerAnalyses(app: FastifyInstance, platform: Platform): void {
  const runner = scheduleAnalyses(app, platform);
  serveEndpoint(app, contract.analyzeTrends, async ({ body }, { caller }) => ({
    task_id: await startAnalysis(platform, runner, caller.workspaceId, body),
  }));
  serveEndpoint(app, contract.listAnalyses, async (_, { caller }) => ({
    data: await listAnalyses(platform, caller.workspaceId),
  }));
  serveEndpoint(app, contract.getAnalysisStatus, ({ params }, { caller }) =>
    readAnalysis(platform, caller.workspaceId, params.task_id),
  );
  serveEndpoint(app, contract.cancelAnalysis, async ({ params }, { caller }) => {
    await cancelRunningAnalysis(platform, runner, caller.workspaceId, params.task_id);
    return undefined;
  });
}

/** @returns the runner, which aborts its analyses when the server closes */
function scheduleAnalyses(app: FastifyInstance, platform: Platform): AnalysisRunner {
  const limits = app.doesJobs ? defaultRunnerLimits : { ...defaultRunnerLimits, slots: 0 };
  const runner = createAnalysisRunner(platform, app.log, limits);
  // Close hooks run in reverse order: first no more analyses start, then the running ones end.
  app.addHook('onClose', () => runner.close());
  scheduleJob(app, {
    name: 'analyses of trends',
    intervalMilliseconds: ANALYSIS_INTERVAL_MILLISECONDS,
    run: async () => {
      // Abandoned analyses come first, so that a due one can take the slot of one that has failed.
      await runner.poll();
      await addDueAnalyses(platform);
      await runner.startPending();
    },
  });
  return runner;
}
