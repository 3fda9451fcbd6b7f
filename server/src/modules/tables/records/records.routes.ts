/** Related rows, history and sources of one row, for each data table. */
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance } from 'fastify';
import { signalOf } from '../../../http/client-signal.ts';
import { serveEndpoint } from '../../../http/route.ts';
import { TrustedJson } from '../../../http/trusted-json.ts';
import type { Platform } from '../../../platform.ts';
import { sandboxHistory, sandboxRelated, sandboxSources } from '../sandbox/sandbox-records.ts';
import { createRecords } from './records.service.ts';

export function registerTableRecords(app: FastifyInstance, platform: Platform): void {
  const records = createRecords(platform);
  for (const name of tableNames) {
    const { related, history, sources } = endpointsByName(name);
    serveEndpoint(
      app,
      related,
      async ({ params }, { caller, reply }) =>
        new TrustedJson(await records.related(name, params.id, { workspaceId: caller.workspaceId, signal: signalOf(reply) })),
      { sandbox: async ({ params }) => ({ data: sandboxRelated(name, params.id) }) },
    );
    serveEndpoint(
      app,
      history,
      async ({ params }, { caller, reply }) => ({
        data: await records.history(name, params.id, {
          workspaceId: caller.workspaceId,
          isOperator: 'isOperator' in caller && caller.isOperator,
          signal: signalOf(reply),
        }),
      }),
      { sandbox: async ({ params }) => ({ data: sandboxHistory(name, params.id) }) },
    );
    serveEndpoint(
      app,
      sources,
      async ({ params }, { caller, reply }) => ({
        data: await records.sources(name, params.id, { workspaceId: caller.workspaceId, signal: signalOf(reply) }),
      }),
      { sandbox: async ({ params }) => ({ data: sandboxSources(name, params.id) }) },
    );
  }
}
