/**
 * Runs imports that nobody waits for: they go on after the response. A server that is stopped lets them end for a while; then
 * its next start goes on with them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../http/app-error.ts';
import type { Actor } from '../../audit/operator-audit.service.ts';
import { type FileReading, type ImportPlatform, loadInWorker } from '../imports.service.ts';
import type { Importer } from './imports.repository.ts';

/** A server leaves within a minute. */
const GRACE_MILLISECONDS = 40_000;

interface StartedFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly by: Importer;
  /** null: not in the operators' audit. */
  readonly actor: Actor | null;
  /** Where the file is kept. */
  readonly uploadId: string;
  /** Of an import that is in the log and goes on. */
  readonly importId?: string;
}

export interface ImportRunner {
  /** @returns the id of the import, as soon as it is in the log */
  start(reading: FileReading, file: StartedFile): Promise<string>;
  /** Waits for those that run; after a while, they are left to the next server. Dry runs are stopped. */
  end(): Promise<void>;
}

export function createImportRunner(platform: ImportPlatform, graceMilliseconds = GRACE_MILLISECONDS): ImportRunner {
  const running = new Set<Promise<unknown>>();
  const stop = new AbortController();
  return {
    start: (reading, file) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const loading = loadInWorker(platform, reading, { ...file, signal: stop.signal, onStart: resolve });
      // Once it is in the log, the log says how it ended.
      const noted = loading.then(() => undefined, reject).finally(() => running.delete(noted));
      running.add(noted);
      return promise;
    },
    end: async () => {
      if (running.size === 0) return;
      const waited = new AbortController();
      const grace = sleep(graceMilliseconds, undefined, { signal: waited.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(running), grace]);
      waited.abort();
      stop.abort(new AppError('IMPORT.STOPPED', { message: 'The server was stopped. Nothing was loaded.' }));
      await Promise.allSettled(running);
    },
  };
}
