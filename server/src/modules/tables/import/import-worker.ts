/**
 * The process an upload is loaded in: making a million rows of a file takes half a minute of computing, in
 * which the server would answer nobody. It asks for each piece of the file, so that no more of it is held
 * than it can take. Started by `import-in-worker.ts` alone, and ends when the server does.
 */
import { tableByName } from '@leadloom/shared/tables/tables';
import { connect } from '../../../database/connect.ts';
import { classifyError } from '../../../http/classify-error.ts';
import { importFile } from './import-file.ts';
import { type FromWorker, toWorkerSchema, uploadSchema } from './worker-messages.ts';

// The database undoes what a connection that breaks off has not committed.
process.once('disconnect', () => process.exit(1));

function tell(message: FromWorker): void {
  process.send?.(message);
}

function hear(): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  process.once('message', resolve);
  return promise;
}

async function* askedBytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const answer = hear();
    tell({ kind: 'more' });
    const message = toWorkerSchema.parse(await answer);
    if (message.kind === 'end') return;
    yield message.bytes;
  }
}

const { table, login, now, ...options } = uploadSchema.parse(await hear());
const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
try {
  const report = await importFile(database, tableByName(table), askedBytes(), {
    ...options,
    now: new Date(now),
  });
  tell({ kind: 'done', report });
} catch (error) {
  const { code, message, cause } = classifyError(error);
  tell({ kind: 'refused', code, message, trace: cause instanceof Error ? (cause.stack ?? '') : String(cause) });
} finally {
  await database.$client.end();
}
