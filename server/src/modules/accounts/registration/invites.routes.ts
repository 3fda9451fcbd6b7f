/** The invite endpoints, for operators only. For anyone else they do not exist. */
import * as contract from '@leadloom/shared/contract/operator';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { scheduleCleanUp } from '../../../schedule/schedule-clean-up.ts';
import { operatorOf } from '../../audit/operator-audit.service.ts';
import { createInvite, deleteInvite, forgetOldInvites, listInvites } from './invites.service.ts';

export function registerInvites(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, contract.listInvites, ({ query }) => listInvites(platform, query));
  serveEndpoint(app, contract.createInvite, ({ body }, { caller, request }) =>
    createInvite(platform, operatorOf(caller, request), { email: body.email ?? null, createdBy: caller.accountId }),
  );
  serveEndpoint(app, contract.deleteInvite, async ({ params }, { caller, request }) => {
    await deleteInvite(platform, operatorOf(caller, request), params.invite_id);
    return undefined;
  });
  scheduleCleanUp(app, 'invites', () => forgetOldInvites(platform));
}
