/**
 * Runs imports that nobody waits for: they go on after the response. A server that is stopped lets them end for a while; then
 * its next start goes on with them.
 */
import { AppError } from '../../../http/app-error.ts';
import { createLeasedWork } from '../../../leased-work/leased-work.ts';
import type { Actor } from '../../audit/operator-audit.service.ts';
import { type FileReading, type ImportPlatform, loadInWorker } from '../imports.service.ts';
import type { Importer } from './imports.repository.ts';

/** A server leaves within a minute. */
const GRACE_MILLISECONDS = 40_000;

interface StartedFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly by: Importer;
  /** The operator for the audit; null: the import is not in the operators' audit. */
  readonly actor: Actor | null;
  /** The upload that holds the file. */
  readonly uploadId: string;
  /** The id of an import that is in the log and begins again. */
  readonly importId?: string;
}

export interface ImportRunner {
  /** @returns the id of the import, as soon as it is in the log */
  start(reading: FileReading, file: StartedFile): Promise<string>;
  /** Waits for those that run; after a while, they are left to the next server. Dry runs are stopped. */
  end(): Promise<void>;
}

interface Loading {
  readonly reading: FileReading;
  readonly file: StartedFile;
  readonly onStart: (id: string) => void;
  readonly onFailure: (error: unknown) => void;
}

export function createImportRunner(platform: ImportPlatform, graceMilliseconds = GRACE_MILLISECONDS): ImportRunner {
  const work = createLeasedWork<Loading>({
    // Each table has slots of its own. The log gives and renews leases, for imports of commands and for undos as well.
    slots: Number.POSITIVE_INFINITY,
    take: async () => [],
    run: async ({ reading, file, onStart }, signal) => {
      await loadInWorker(platform, reading, { ...file, signal, onStart });
    },
    // Once the import is in the log, the log says how it ended.
    onFailure: async ({ onFailure }, error) => onFailure(error),
    onError: () => undefined,
  });
  return {
    start: (reading, file) =>
      new Promise((onStart, onFailure) => {
        work.start({ reading, file, onStart, onFailure });
      }),
    end: () => {
      const reason = new AppError('IMPORT.STOPPED', { message: 'The server was stopped. Nothing was loaded.' });
      return work.close({ graceMilliseconds, reason });
    },
  };
}
