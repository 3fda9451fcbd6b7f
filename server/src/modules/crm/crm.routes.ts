/** Runs of CRMs, and what members ask a CRM. */
import * as contract from '@leadloom/shared/contract/crm';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import { dryRun, readCrmProperties, undoRun } from './crm-calls.service.ts';
import type { ReadMaker } from './crm-performers.ts';
import { listRunsOf, queueReadings, startRun } from './runs.service.ts';

const READINGS_MILLISECONDS = 10 * 60_000;

interface CrmParts {
  readonly readRecipient: ReadMaker;
  readonly sendSoon: () => void;
}

export function registerCrm(app: FastifyInstance, platform: Platform, { readRecipient, sendSoon }: CrmParts): void {
  const closing = new AbortController();
  app.addHook('onClose', async () => closing.abort(new Error('the server is stopping')));
  const calls = { platform, readRecipient, closing: closing.signal };
  scheduleJob(app, {
    name: 'reading CRMs daily',
    intervalMilliseconds: READINGS_MILLISECONDS,
    jitterMilliseconds: READINGS_MILLISECONDS / 4,
    run: async () => {
      if (await queueReadings(platform)) sendSoon();
    },
  });
  serveEndpoint(app, contract.listCrmProperties, ({ params }, { caller }) =>
    readCrmProperties(calls, caller.workspaceId, params.destination_id),
  );
  serveEndpoint(app, contract.dryRunCrm, ({ params }, { caller }) => dryRun(calls, caller.workspaceId, params.destination_id));
  serveEndpoint(app, contract.runCrm, async ({ params }, { caller }) => {
    const run = await startRun(platform, caller, params.destination_id);
    sendSoon();
    return run;
  });
  serveEndpoint(app, contract.listCrmRuns, ({ params, query }, { caller }) =>
    listRunsOf(platform, caller.workspaceId, params.destination_id, query),
  );
  serveEndpoint(app, contract.undoCrmRun, ({ params }, { caller }) =>
    undoRun(calls, caller.workspaceId, params.destination_id, params.run_id),
  );
}
