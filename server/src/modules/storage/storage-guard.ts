/** Refuses calls that store something while the caller's storage is full, before a byte of their body is read. */
import type { FastifyInstance } from 'fastify';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import { requireStorage } from './account-storage.service.ts';
import { createStorageNotices } from './storage-notices.ts';

const FOLD_MILLISECONDS = 10_000;

/** Decorates `app.requireStorage`, and keeps the ledger of stored bytes short. */
export function installStorageGuard(app: FastifyInstance, platform: Platform): void {
  app.decorate('requireStorage', (workspaceId: WorkspaceId) => requireStorage(platform.database, platform.config, workspaceId));
  const notices = createStorageNotices(platform);
  scheduleJob(app, {
    name: 'stored bytes of accounts',
    intervalMilliseconds: FOLD_MILLISECONDS,
    jitterMilliseconds: FOLD_MILLISECONDS / 10,
    run: (stopping) => notices.follow(stopping),
  });
}
