/**
 * The thread an upload is loaded on: making a million rows of a file takes half a minute of computing, in
 * which the server would answer nobody. It asks for each piece of the file, so that no more of it is held
 * than it can take. Started by `import-in-worker.ts` alone.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { tableByName } from '@leadloom/shared/tables/tables';
import { connect } from '../../../database/connect.ts';
import { classifyError } from '../../../http/classify-error.ts';
import { importFile } from './import-file.ts';
import { type FromWorker, toWorkerSchema, uploadSchema } from './worker-messages.ts';

if (parentPort === null) throw new Error('this module runs in a thread of its own');
const port = parentPort;
const { table, login, now, ...options } = uploadSchema.parse(workerData);

function tell(message: FromWorker): void {
  port.postMessage(message);
}

async function* askedBytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    port.once('message', resolve);
    tell({ kind: 'more' });
    const message = toWorkerSchema.parse(await promise);
    if (message.kind === 'end') return;
    yield message.bytes;
  }
}

const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
try {
  const report = await importFile(database, tableByName(table), askedBytes(), {
    ...options,
    now: new Date(now),
    encoding: null,
    keepsKnown: false,
  });
  tell({ kind: 'done', report });
} catch (error) {
  const { code, message, cause } = classifyError(error);
  tell({ kind: 'refused', code, message, trace: cause instanceof Error ? (cause.stack ?? '') : String(cause) });
} finally {
  await database.$client.end();
}
