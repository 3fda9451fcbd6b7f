/** The visits of the tables' screens. */
import * as contract from '@leadloom/shared/contract/table-visits';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { goOnWithVisit, listTableVisits } from './table-visits.service.ts';

export function registerTableVisits(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, contract.listTableVisits, async (_input, { caller }) => {
    const data = await listTableVisits(platform, caller);
    return { data, total: data.length };
  });
  serveEndpoint(app, contract.noteTableVisit, ({ body }, { caller }) => goOnWithVisit(platform, caller, body));
}
