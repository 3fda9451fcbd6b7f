/** The operator's endpoints for open sources, and the jobs that run them. */
import * as contract from '@leadloom/shared/contract/open-sources';
import type { FastifyInstance } from 'fastify';
import { signalOf } from '../../http/client-signal.ts';
import { serveEndpoint } from '../../http/route.ts';
import type { OpenSource } from '../../open-sources/open-source.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import { operatorOf } from '../audit/operator-audit.service.ts';
import { forgetOldTurns, markOldLooks } from './clean-up.service.ts';
import { listJobBoards, removeJobBoard } from './job-boards.service.ts';
import { changeSettings, changeSource, listSources, requestRun } from './open-sources.service.ts';
import type { CreateOpenHttp } from './runs/open-run.ts';
import { createSourceRunner } from './runs/source-runner.ts';
import type { SourceRows } from './source-rows.ts';
import { trySource } from './try-source.service.ts';

const LOOK_MILLISECONDS = 4_000;

interface OpenSourceParts {
  readonly sources: readonly OpenSource[];
  readonly rows: SourceRows;
  readonly createHttp: CreateOpenHttp;
}

export function registerOpenSources(app: FastifyInstance, platform: Platform, { createHttp, ...parts }: OpenSourceParts): void {
  const { sources } = parts;
  const onFailure = (error: unknown, id: string | null) =>
    app.log.warn(
      { err: error, ...(id === null ? {} : { source: id }) },
      id === null ? 'open sources that are due could not be taken' : 'an open source failed',
    );
  const runner = createSourceRunner(platform, { sources, createHttp, onFailure });
  // Close hooks run in reverse order: first no more sources start, then those under way end.
  app.addHook('onClose', () => runner.close());
  const running = scheduleJob(app, {
    name: 'open sources',
    intervalMilliseconds: LOOK_MILLISECONDS,
    jitterMilliseconds: LOOK_MILLISECONDS / 4,
    run: () => runner.startDue(),
  });
  scheduleCleanUp(app, 'turns at publishers', () => forgetOldTurns(platform));
  scheduleCleanUp(app, 'looks at websites', (stopping) => markOldLooks(platform, stopping));

  serveEndpoint(app, contract.listOpenSources, () => listSources(platform, parts));
  serveEndpoint(app, contract.changeOpenSourceSettings, async ({ body }, { caller, request }) => {
    await changeSettings(platform, parts, body, operatorOf(caller, request));
    running.runSoon();
    return undefined;
  });
  serveEndpoint(app, contract.changeOpenSource, async ({ params, body }, { caller, request }) => {
    const changed = { id: params.source_id, change: body, actor: operatorOf(caller, request) };
    const status = await changeSource(platform, parts, changed);
    running.runSoon();
    return status;
  });
  serveEndpoint(app, contract.runOpenSource, async ({ params, body }, { caller, request }) => {
    const wanted = { id: params.source_id, request: body, actor: operatorOf(caller, request) };
    const status = await requestRun(platform, parts, wanted);
    running.runSoon();
    return status;
  });
  serveEndpoint(app, contract.tryOpenSource, ({ params }, { reply }) =>
    trySource(platform, { sources, createHttp, onFailure }, { id: params.source_id, signal: signalOf(reply) }),
  );
  serveEndpoint(app, contract.listJobBoards, ({ query }) => listJobBoards(platform, query));
  serveEndpoint(app, contract.removeJobBoard, async ({ params }, { caller, request }) => {
    await removeJobBoard(platform, params, operatorOf(caller, request));
    return undefined;
  });
}
