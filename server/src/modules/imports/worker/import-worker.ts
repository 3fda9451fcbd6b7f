/**
 * The process that loads uploads, one after another: reading a million rows takes half a minute of computing, during which
 * the server could not answer. It requests each chunk of the file, so it never holds more than it can process. Only
 * `import-workers.ts` starts it, and it ends with the server.
 */
import { flushCompileCache } from 'node:module';
import type { ImportDifference } from '@leadloom/shared/contract/imports';
import type { ImportReport } from '@leadloom/shared/contract/tables';
import { tableByName } from '@leadloom/shared/tables/tables';
import { connect } from '../../../database/connect.ts';
import { classifyError } from '../../../http/classify-error.ts';
import { importFile } from '../import-file.ts';
import { createImportFiles } from '../log/import-files.ts';
import { finishImport } from '../log/imports.repository.ts';
import { previewFile } from '../preview-file.ts';
import { readDifference } from '../report/read-difference.ts';
import { createProblemTally } from '../report/tally-problems.ts';
import { toWorkerSchema, type Upload, uploadSchema } from './worker-messages.ts';
import type { FromWorker } from './worker-replies.ts';

// The process is killed in the end, so it stores its compiled modules for the next one now.
flushCompileCache();

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

/** The last chunk that was requested. A preview may end before it is there. */
let requested: Promise<unknown> = Promise.resolve();

async function* requestedBytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    requested = receive();
    send({ kind: 'more' });
    const message = toWorkerSchema.parse(await requested);
    if (message.kind === 'end') return;
    yield message.bytes;
  }
}

async function load({ table, login, now, importId, suppressionKey, ...options }: Upload): Promise<ImportReport> {
  const definition = tableByName(table);
  const database = connect(login, { onIdleError: () => undefined, poolSize: 3 });
  const files = importId === null ? null : createImportFiles(database, importId, options.source);
  const problems = createProblemTally();
  let difference: ImportDifference | null = null;
  try {
    return await importFile(database, definition, requestedBytes(), {
      ...options,
      suppressionKey: suppressionKey === null ? null : Buffer.from(suppressionKey),
      now: new Date(now),
      problems,
      onOpen: files?.open,
      onReject: files?.addReject,
      onFolded: async (rows, fields) => {
        files?.addFolded(rows, fields);
        await files?.settle();
      },
      onProgress: async ({ rows }) => {
        send({ kind: 'progress', rows });
        await files?.settle();
      },
      onCounted: async (transaction, columns) => {
        difference = await readDifference(transaction, definition, { columns, keepsKnown: options.keepsKnown });
      },
      onLoaded: async (transaction, loaded) => {
        // The files are complete before the log says that the import is done.
        await files?.end();
        if (importId !== null) await finishImport(transaction, importId, loaded, { problems: problems.report(), difference });
      },
    });
  } finally {
    await files?.end().catch(() => undefined);
    await database.$client.end();
  }
}

async function answer(upload: Upload): Promise<FromWorker> {
  const { task, table } = upload;
  try {
    if (task === 'load') return { kind: 'done', report: await load(upload) };
    return { kind: 'previewed', preview: await previewFile(task === 'fit' ? null : table, requestedBytes(), upload) };
  } catch (error) {
    const { code, message, cause } = classifyError(error);
    return { kind: 'refused', code, message, trace: cause instanceof Error ? (cause.stack ?? '') : String(cause) };
  }
}

for (;;) {
  send(await answer(uploadSchema.parse(await receive())));
  await requested;
}
