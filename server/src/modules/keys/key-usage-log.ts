/**
 * Counts the calls of each API key by day, endpoint and outcome. Calls are counted in memory once they are answered
 * and written in batches, so that no call waits for it. A killed server loses a few seconds of them.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform.ts';
import { scheduleJob } from '../../schedule/schedule-job.ts';
import type { UsedKey } from './key-usage.repository.ts';
import { createKeyUsage } from './key-usage.service.ts';

const FLUSH_MILLISECONDS = 5_000;

export type NoteUse = (request: FastifyRequest, key: UsedKey) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes the calls counted so far. Never fails: what could not be written is kept for the next time. */
    flushKeyUsage: () => Promise<void>;
  }
}

/** Decorates `app.flushKeyUsage`. */
export function installKeyUsageLog(app: FastifyInstance, platform: Platform): NoteUse {
  const usage = createKeyUsage(platform);
  const keys = new WeakMap<FastifyRequest, UsedKey>();
  const flush = () =>
    usage.flush().catch((error: unknown) => app.log.warn({ err: error }, 'the use of API keys could not be written'));

  app.decorate('flushKeyUsage', flush);
  app.addHook('onResponse', async (request, reply) => {
    const key = keys.get(request);
    const row = request.routeOptions.config.endpoint;
    if (key === undefined || row === undefined) return;
    usage.note(key, `${row.method} ${row.path}`, reply.statusCode);
  });
  // Hooks of the close run in reverse order: the job stops before the last calls are written.
  app.addHook('onClose', flush);
  scheduleJob(app, {
    name: 'writing the use of API keys',
    intervalMilliseconds: FLUSH_MILLISECONDS,
    firstMilliseconds: FLUSH_MILLISECONDS,
    isOfThisServer: true,
    run: usage.flush,
  });
  return (request, key) => void keys.set(request, key);
}
