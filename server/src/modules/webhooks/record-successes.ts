/**
 * Records deliveries that arrived, several in one transaction: while one is written, those that arrive meanwhile gather for
 * the next. Each waits until its own is committed.
 */
import type { Database } from '../../database/database.ts';
import { recordSuccesses, type Success } from './deliveries.repository.ts';

interface Waiting extends Success {
  readonly settle: (error?: unknown) => void;
}

/** @returns resolves once it is stored; rejects if it could not be, and is then sent again when its lease ends */
export function createSuccessRecorder(database: Database): (success: Success) => Promise<void> {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const failure = await recordSuccesses(database, batch).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      for (const { settle } of batch) settle(failure?.error);
    }
    isWriting = false;
  }

  return ({ delivery, tried }) =>
    new Promise((resolve, reject) => {
      const settle = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      waiting.push({ delivery, tried, settle });
      if (!isWriting) void write();
    });
}
