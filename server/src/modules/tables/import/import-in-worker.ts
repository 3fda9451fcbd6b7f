/**
 * Loads or previews an upload in a separate process. The file is passed on chunk by chunk as the process requests it. When
 * the caller gives up, the process is killed and its connection closed, and nothing is loaded. It is not a
 * thread, because ending a thread during decompression can crash the whole server.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ImportReport } from '@leadloom/shared/contract/tables';
import { AppError } from '../../../http/app-error.ts';
import type { FilePreview } from './preview-file.ts';
import type { ToWorker, Upload } from './worker-messages.ts';
import { type FromWorker, fromWorkerSchema } from './worker-replies.ts';

/** Small chunks of a slow client are sent together. */
const CHUNK_BYTES = 64 * 1024;
/** Rows are short-lived. With a young generation of 32 MB, reading takes a fifth less time than with 8 MB, and 33 MB more memory. */
const NODE_OPTIONS = ['--max-semi-space-size=32', '--import', new URL('../../../process/quick-load.ts', import.meta.url).href];

interface ImportWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly rows: number }) => void;
}

type Task = Omit<Upload, 'task'>;
type Result = Extract<FromWorker, { kind: 'done' | 'previewed' }>;

/** @throws {AppError} the import's refusal, the error of the upload, or the signal's reason */
export async function importInWorker(upload: Task, bytes: AsyncIterable<Uint8Array>, watch: ImportWatch): Promise<ImportReport> {
  const result = await runInWorker({ ...upload, task: 'load' }, bytes, watch);
  if (result.kind !== 'done') throw new Error('the process of an import did something else');
  return result.report;
}

/** @param isTableChosen false: for the table that fits best @throws {AppError} as above */
export async function previewInWorker(
  { isTableChosen, ...upload }: Task & { readonly isTableChosen: boolean },
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<FilePreview> {
  const task = isTableChosen ? 'preview' : 'fit';
  const result = await runInWorker({ ...upload, task }, bytes, { signal, onProgress: () => undefined });
  if (result.kind !== 'previewed') throw new Error('the process of a preview did something else');
  return result.preview;
}

async function runInWorker(
  upload: Upload,
  bytes: AsyncIterable<Uint8Array>,
  { signal, onProgress }: ImportWatch,
): Promise<Result> {
  signal.throwIfAborted();
  const uploaded = joinChunks(bytes);
  const worker = fork(fileURLToPath(new URL('./import-worker.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(worker, 'exit');
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const cancel = () => reject(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  worker.on('error', (error) => reject(error instanceof Error ? error : new Error(String(error))));
  worker.once('exit', (code, by) => reject(new Error(`the process of an import ended with ${code ?? by}`)));
  worker.send(upload);
  worker.on('message', (message: unknown) => {
    const { data: reply, error } = fromWorkerSchema.safeParse(message);
    if (reply === undefined) reject(error);
    else if (reply.kind === 'more') void sendChunk(worker, uploaded).catch(reject);
    else if (reply.kind === 'progress') onProgress(reply);
    else if (reply.kind === 'refused') reject(refusal(reply));
    else resolve(reply);
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', cancel);
    // The process does not wait for a client that stops sending.
    uploaded.return(undefined).catch(() => undefined);
    worker.kill('SIGKILL');
    await ended;
  }
}

/** An error of the upload is reported by the caller; the process only has to stop. */
async function sendChunk(worker: ChildProcess, uploaded: AsyncGenerator<Uint8Array<ArrayBuffer>>): Promise<void> {
  const next = await uploaded.next();
  const message: ToWorker = next.done === true ? { kind: 'end' } : { kind: 'bytes', bytes: next.value };
  worker.send(message);
}

async function* joinChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < CHUNK_BYTES) continue;
    yield joined(chunks, length);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function refusal({ code, message, trace }: Extract<FromWorker, { kind: 'refused' }>): AppError {
  return new AppError(code, { message, cause: new Error(trace) });
}
