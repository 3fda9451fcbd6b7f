/** Serves the download of one's own data. */
import { downloadMyData } from '@leadloom/shared/contract/account-settings';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { createMyDataDownloads } from './my-data.service.ts';

export function registerMyData(app: FastifyInstance, platform: Platform): void {
  const download = createMyDataDownloads(platform);
  serveEndpoint(app, downloadMyData, (_, { caller }) => download(caller.accountId));
}
