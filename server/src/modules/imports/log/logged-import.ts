/**
 * Runs work as an import of the log: it is there from the start, holds a lease while its process lives, and ends as done,
 * in the transaction of the rows, or as failed with the reason.
 */
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { classifyError } from '../../../http/classify-error.ts';
import { keepLease } from '../../../leased-work/keep-lease.ts';
import { OpenSourceError } from '../../../open-sources/open-source.ts';
import { recordAction } from '../../audit/operator-audit.service.ts';
import { addImport, endLease, failImport, type NewImport, renewLease } from './imports.repository.ts';

/** A lease lasts several of them. */
const RENEWAL_MILLISECONDS = 3_000;
/** Longer messages quote the file. */
const PROBLEM_LENGTH = 2_000;

export interface LoggedWork {
  readonly id: string;
  /** Aborted when somebody stops the import. */
  readonly signal: AbortSignal;
  /** The progress that the log shows. */
  readonly onProgress: (progress: { readonly rows: number }) => void;
}

interface LogOptions {
  /** The id of an import that is in the log already; where absent, it is added. */
  readonly id?: string | undefined;
  /** Whether another process goes on with the import after this error. */
  readonly isLeft?: (error: unknown) => boolean;
}

export async function runLogged<Result>(
  database: Database,
  started: NewImport,
  work: (logged: LoggedWork) => Promise<Result>,
  { id, isLeft = () => false }: LogOptions = {},
): Promise<Result> {
  const importId = id ?? (await start(database, started));
  const stop = new AbortController();
  let rows = 0;
  const stopRenewing = keepLease({
    renew: async () => {
      if (await renewLease(database, importId, rows)) stop.abort(new AppError('IMPORT.STOPPED'));
      return true;
    },
    every: RENEWAL_MILLISECONDS,
    // A lease that cannot be renewed ends; the work goes on, and its transaction decides.
    validFor: Number.POSITIVE_INFINITY,
    onLost: () => undefined,
  });
  try {
    const onProgress: LoggedWork['onProgress'] = ({ rows: read }) => {
      rows = read;
    };
    return await work({ id: importId, signal: stop.signal, onProgress });
  } catch (error) {
    await stopRenewing();
    const end = isLeft(error) ? endLease(database, importId) : failImport(database, importId, problemOf(error));
    await end.catch(() => undefined);
    throw error;
  } finally {
    await stopRenewing();
  }
}

async function start(database: Database, started: NewImport): Promise<string> {
  const { actor, tableName, fileName, now } = started;
  return database.transaction(async (transaction) => {
    const id = await addImport(transaction, started);
    const action = { action: 'import.started', target: fileName, detail: `${tableName}, import ${id}` } as const;
    if (actor !== null) await recordAction({ now: () => now }, transaction, actor, action);
    return id;
  });
}

function problemOf(error: unknown): string {
  const { message } = error instanceof OpenSourceError ? error : classifyError(error);
  return message.slice(0, PROBLEM_LENGTH);
}
