/** The feeds of what changed in the data tables. */
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import { TrustedJson } from '../../../http/trusted-json.ts';
import type { Platform } from '../../../platform.ts';
import { scheduleCleanUp } from '../../../schedule/schedule-clean-up.ts';
import { sandboxChanges } from '../sandbox/sandbox-changes.ts';
import { forgetOldChanges, listChanges } from './changes.service.ts';

export function registerTableChanges(app: FastifyInstance, platform: Platform): void {
  for (const name of tableNames) {
    const definition = tableByName(name);
    serveEndpoint(
      app,
      endpointsByName(name).changes,
      async ({ query }, { caller }) => new TrustedJson(await listChanges(platform, definition, caller.accountId, query)),
      { sandbox: async ({ query }) => new TrustedJson(sandboxChanges(definition, query)) },
    );
  }
  scheduleCleanUp(app, 'changes of rows', () => forgetOldChanges(platform));
}
