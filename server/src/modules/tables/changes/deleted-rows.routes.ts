/** The feed of deleted rows, for programs that keep a copy of the tables. */
import { listDeletedRows } from '@leadloom/shared/contract/data-api';
import type { FastifyInstance } from 'fastify';
import { serveEndpoint } from '../../../http/route.ts';
import type { Platform } from '../../../platform.ts';
import { scheduleCleanUp } from '../../../schedule/schedule-clean-up.ts';
import { sandboxDeletions } from '../sandbox/sandbox-deletions.ts';
import { forgetOldDeletions, listDeletions, tableDeletions } from './deleted-rows.service.ts';

export function registerDeletedRows(app: FastifyInstance, platform: Platform): void {
  const deletions = tableDeletions(platform);
  const sandboxFeed = sandboxDeletions(platform);
  serveEndpoint(app, listDeletedRows, ({ query }) => listDeletions(deletions, query), {
    sandbox: ({ query }) => listDeletions(sandboxFeed, query),
  });
  scheduleCleanUp(app, 'deleted rows', () => forgetOldDeletions(platform));
}
