/**
 * The console's endpoints for the installation itself: jobs, sources, data, and what accounts exported, and
 * for shared workspaces. For anyone else they do not exist.
 */
import { listAccountExports } from '@leadloom/shared/contract/operator-accounts';
import * as contract from '@leadloom/shared/contract/operator-system';
import { changeOperatorWorkspace, listOperatorWorkspaces } from '@leadloom/shared/contract/operator-workspaces';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import { serveEndpoint } from '../../http/route.ts';
import { personalWorkspaceOf } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { requireEmail } from '../accounts/operator/managed-accounts.service.ts';
import { operatorOf } from '../audit/operator-audit.service.ts';
import { listExportsOfMonth } from '../exports/account-exports.service.ts';
import { describeData } from '../tables/overview/data-tables.service.ts';
import { listSourcesOfAll } from '../tracking/sources.service.ts';
import { listJobs, retryJob } from './jobs.service.ts';
import { limitWorkspace, listManagedWorkspaces } from './managed-workspaces.service.ts';

export function registerConsole(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, contract.listOperatorJobs, ({ query: { state = 'failed', ...page } }) => listJobs(platform, state, page));
  serveEndpoint(app, contract.retryOperatorJob, async ({ params }, { caller, request }) => {
    if (!(await retryJob(platform, operatorOf(caller, request), params.job_id))) throw new AppError('JOBS.NOT_FOUND');
    return undefined;
  });
  serveEndpoint(app, contract.listOperatorSources, ({ query }) => listSourcesOfAll(platform, query));
  serveEndpoint(app, listAccountExports, async ({ params: { account_id: accountId }, query }) => ({
    email: await requireEmail(platform, accountId),
    ...(await listExportsOfMonth(platform, personalWorkspaceOf(accountId), query)),
  }));
  serveEndpoint(app, listOperatorWorkspaces, ({ query: { q = '', ...page } }) =>
    listManagedWorkspaces(platform, q === '' ? null : q, page),
  );
  serveEndpoint(app, changeOperatorWorkspace, ({ params, body }, { caller, request }) =>
    limitWorkspace(platform, operatorOf(caller, request), params.workspace_id, body),
  );
  serveEndpoint(app, contract.describeOperatorData, () => describeData(platform));
}
