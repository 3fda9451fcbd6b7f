/**
 * The API key rows. Creating a key is a GET, as specified, so it requires more than other endpoints: a bearer token,
 * which no link, form or prefetch carries, and a browser that does not report another site. Both POST and GET require
 * a recent proof of the owner, as defined in the contract: a key outlives the session that created it.
 */
import { createApiKey, deleteApiKey, getApiKeyUsage, listApiKeys, postApiKey } from '@leadloom/shared/contract/keys';
import { isRoleEnough } from '@leadloom/shared/contract/workspace-roles';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import { readBearer } from '../../http/bearer-token.ts';
import { type Caller, serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { scheduleCleanUp } from '../../schedule/schedule-clean-up.ts';
import { forgetOldKeyUsage, listKeyUsage } from './key-usage.service.ts';
import { type ChosenKey, createKey, deleteKey, listKeys } from './keys.service.ts';

interface Creation {
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

export function registerKeys(app: FastifyInstance, platform: Platform): void {
  const create = async ({ caller, request }: Creation, chosen: ChosenKey) => {
    requireDeliberateCall(request);
    return createKey(platform, caller, chosen);
  };

  /** Members see their own keys; who manages members sees those of all. */
  const scopeOf = ({ workspaceId, accountId, role }: Caller) => ({
    workspaceId,
    makerId: isRoleEnough(role, 'admin') ? null : accountId,
  });

  serveEndpoint(app, listApiKeys, async (_, { caller }) => ({ keys: await listKeys(platform, scopeOf(caller)) }));
  serveEndpoint(app, createApiKey, ({ query }, context) => create(context, query));
  serveEndpoint(app, postApiKey, ({ body }, context) => create(context, body));
  serveEndpoint(app, deleteApiKey, async ({ body }, { caller }) => {
    await deleteKey(platform, caller.accountId, scopeOf(caller), body.id);
    return undefined;
  });
  serveEndpoint(app, getApiKeyUsage, async ({ query }, { caller }) => {
    await app.flushKeyUsage();
    return { data: await listKeyUsage(platform, caller.workspaceId, query.days) };
  });
  scheduleCleanUp(app, 'the use of API keys', () => forgetOldKeyUsage(platform));
}

/** @throws {AppError} AUTH.SESSION_REQUIRED without a bearer token, AUTH.UNAUTHORIZED for another site's call */
function requireDeliberateCall(request: FastifyRequest): void {
  if (readBearer(request) === null) throw new AppError('AUTH.SESSION_REQUIRED');
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw new AppError('AUTH.UNAUTHORIZED');
}
