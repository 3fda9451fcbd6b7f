/** The endpoint that finds the rows of a list. The export of what was found is beside the other exports. */
import { matchRows } from '@leadloom/shared/contract/match';
import type { FastifyInstance } from 'fastify';
import { signalOf } from '../../../http/client-signal.ts';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { sandboxMatches } from '../sandbox/sandbox-match.ts';
import { createMatches } from './match.service.ts';

export function registerMatches(app: FastifyInstance, platform: Platform): void {
  const match = createMatches(platform);
  serveEndpoint(
    app,
    matchRows,
    async ({ body }, { caller, reply }) => ({
      data: await match(body.table, body.rows, { accountId: caller.accountId, signal: signalOf(reply) }),
    }),
    { sandbox: async ({ body }) => ({ data: await sandboxMatches(body.table, body.rows) }) },
  );
}
