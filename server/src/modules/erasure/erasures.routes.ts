/** Requests to be erased: asked and confirmed by anyone, decided by operators. For anyone else the latter do not exist. */
import * as contract from '@leadloom/shared/contract/erasures';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import { operatorOf } from '../audit/operator-audit.service.ts';
import { finishWaiting } from './carry-out.service.ts';
import {
  confirmErasure,
  enterErasure,
  forgetOldErasures,
  listErasures,
  refuseErasure,
  requestErasure,
  startErasure,
} from './erasures.service.ts';

const WAITING_MILLISECONDS = 10_000;
const CONFIRMATION_SENT = 'Check your email: we sent a link to confirm the request. Nothing happens before.';

export function registerErasures(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, contract.requestErasure, async ({ body }, { request }) => {
    await requestErasure(platform, body, request.ip);
    return { msg: CONFIRMATION_SENT };
  });
  serveEndpoint(app, contract.confirmErasure, async ({ body }) => {
    const dueAt = await confirmErasure(platform, body.code);
    return { msg: 'Your request is confirmed. You will get an answer by email.', due_at: dueAt.toISOString() };
  });
  serveEndpoint(app, contract.listErasures, ({ query }) => listErasures(platform, query));
  serveEndpoint(app, contract.createErasure, ({ body }, { caller, request }) =>
    enterErasure(platform, operatorOf(caller, request), body),
  );
  serveEndpoint(app, contract.carryOutErasure, ({ params, body }, { caller, request }) =>
    startErasure(platform, operatorOf(caller, request), params.erasure_id, body),
  );
  serveEndpoint(app, contract.refuseErasure, ({ params, body }, { caller, request }) =>
    refuseErasure(platform, operatorOf(caller, request), params.erasure_id, body.reason ?? null),
  );
  if (platform.config.columnStore !== null)
    scheduleJob(app, {
      name: 'erasures that wait for the column store',
      intervalMilliseconds: WAITING_MILLISECONDS,
      run: () => finishWaiting(platform),
    });
  scheduleCleanUp(app, 'erasure requests', () => forgetOldErasures(platform));
}
