/** The feeds of what changed in the data tables. */
import { DEFAULT_CHANGES } from '@leadloom/shared/contract/table-changes';
import { endpointsByName } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import { TrustedJson } from '../../../http/trusted-json.ts';
import type { Platform } from '../../../platform.ts';
import { scheduleCleanUp } from '../../../schedule/schedule-clean-up.ts';
import { sandboxRows } from '../sandbox/sandbox-rows.ts';
import { type ChangesQuery, forgetOldChanges, joinChanges, listChanges } from './changes.service.ts';

export function registerTableChanges(app: FastifyInstance, platform: Platform): void {
  for (const name of tableNames) {
    const definition = tableByName(name);
    serveEndpoint(
      app,
      endpointsByName(name).changes,
      async ({ query }, { caller }) => new TrustedJson(await listChanges(platform, definition, caller.workspaceId, query)),
      { sandbox: async ({ query }) => new TrustedJson(sandboxChanges(definition, query)) },
    );
  }
  scheduleCleanUp(app, 'changes of rows', () => forgetOldChanges(platform));
}

/** The feed of a sandbox table as JSON: its rows never change, so each is its own version, and none is deleted. */
function sandboxChanges(definition: TableDefinition, { after = 0, per_page: perPage = DEFAULT_CHANGES }: ChangesQuery): string {
  const later = sandboxRows(definition)
    .filter(({ id }) => id > after)
    .sort((one, other) => one.id - other.id);
  const shown = later.slice(0, perPage);
  return joinChanges(
    shown.map((row) => JSON.stringify({ version: row.id, id: row.id, row })),
    later.length > perPage ? (shown.at(-1)?.id ?? null) : null,
  );
}
