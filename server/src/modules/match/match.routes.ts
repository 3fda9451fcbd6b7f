/** The endpoints that find the rows of a list. The export of found rows is in the module of exports. */
import { getPastedMatch, matchRows, pasteLines } from '@leadloom/shared/contract/match';
import { pastedRow } from '@leadloom/shared/domain/pasted-row';
import type { FastifyInstance } from 'fastify';
import { signalOf } from '../../http/client-signal.ts';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { addPastedMatch, requirePastedMatch } from '../tables/my-rows/pasted-matches.service.ts';
import { createMatches } from './match.service.ts';
import { sandboxMatches } from './sandbox-match.ts';

export function registerMatches(app: FastifyInstance, platform: Platform): void {
  const match = createMatches(platform);
  serveEndpoint(
    app,
    matchRows,
    async ({ body }, { caller, reply }) => ({
      data: await match(body.table, body.rows, { workspaceId: caller.workspaceId, signal: signalOf(reply) }),
    }),
    { sandbox: async ({ body }) => ({ data: await sandboxMatches(body.table, body.rows) }) },
  );
  serveEndpoint(app, pasteLines, async ({ body: { table, rows } }, { caller, reply }) => {
    const data = await match(table, rows, { workspaceId: caller.workspaceId, signal: signalOf(reply) });
    const ids = [...new Set(data.flatMap((result) => pastedRow(result) ?? []))];
    return { ...(await addPastedMatch(platform, caller, { table, lines: rows.length, ids })), data };
  });
  serveEndpoint(app, getPastedMatch, ({ params }, { caller }) =>
    requirePastedMatch(platform.database, caller, params.list_id),
  );
}
