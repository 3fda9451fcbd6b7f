import { listPins as contract } from '@leadloom/shared/contract/pins';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { listPins } from './pins.service.ts';

export function registerPins(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, contract, async (_input, { caller }) => {
    const data = await listPins(platform, caller);
    return { data, total: data.length };
  });
}
