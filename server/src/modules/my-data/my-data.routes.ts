/** Serves the download of one's own data. */
import { downloadMyData } from '@leadloom/shared/contract/account-settings';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { streamMyData } from './my-data.service.ts';

export function registerMyData(app: FastifyInstance, platform: Platform): void {
  serveEndpoint(app, downloadMyData, async (_, { caller }) => streamMyData(platform, caller.accountId));
}
