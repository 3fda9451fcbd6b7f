/**
 * The process that loads an upload: reading a million rows takes half a minute of computing, during which the server could
 * not answer. It requests each chunk of the file, so it never holds more than it can process. Only `import-in-worker.ts`
 * starts it, and it ends with the server.
 */
import { tableByName } from '@leadloom/shared/tables/tables';
import { connect } from '../../../database/connect.ts';
import { classifyError } from '../../../http/classify-error.ts';
import { importFile } from './import-file.ts';
import { type FromWorker, toWorkerSchema, uploadSchema } from './worker-messages.ts';

// The database rolls back what a closed connection has not committed.
process.once('disconnect', () => process.exit(1));

function send(message: FromWorker): void {
  process.send?.(message);
}

function receive(): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  process.once('message', resolve);
  return promise;
}

async function* requestedBytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const answer = receive();
    send({ kind: 'more' });
    const message = toWorkerSchema.parse(await answer);
    if (message.kind === 'end') return;
    yield message.bytes;
  }
}

const { table, login, now, ...options } = uploadSchema.parse(await receive());
const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
try {
  const report = await importFile(database, tableByName(table), requestedBytes(), {
    ...options,
    now: new Date(now),
  });
  send({ kind: 'done', report });
} catch (error) {
  const { code, message, cause } = classifyError(error);
  send({ kind: 'refused', code, message, trace: cause instanceof Error ? (cause.stack ?? '') : String(cause) });
} finally {
  await database.$client.end();
}
