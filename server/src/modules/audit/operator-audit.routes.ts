/** The endpoint of the operators' audit. */
import { listAudit } from '@leadloom/shared/contract/operator-audit';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { listActions } from './operator-audit.service.ts';

export function registerOperatorAudit(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, listAudit, ({ query }) => listActions(platform, query));
}
