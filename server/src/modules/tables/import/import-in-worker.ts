/**
 * Loads an upload on a thread of its own. The file passes through here piece by piece, at the pace the thread
 * asks for; when the caller gives up, the thread ends, its connection with it, and nothing was loaded.
 */
import { Worker } from 'node:worker_threads';
import type { ImportReport } from '@leadloom/shared/contract/tables';
import { AppError } from '../../../http/app-error.ts';
import { type FromWorker, fromWorkerSchema, type ToWorker, type Upload } from './worker-messages.ts';

/** Small pieces of a slow client are sent together. */
const PIECE_BYTES = 256 * 1024;

/** @throws {AppError} whatever the import refuses with, what the bytes end with, or the signal's reason */
export async function importInWorker(upload: Upload, bytes: AsyncIterable<Buffer>, signal: AbortSignal): Promise<ImportReport> {
  signal.throwIfAborted();
  const pieces = piecesOf(bytes);
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { workerData: upload });
  const { promise, resolve, reject } = Promise.withResolvers<ImportReport>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  worker.once('error', (error) => reject(error instanceof Error ? error : new Error(String(error))));
  worker.once('exit', (code) => reject(new Error(`the thread of an import ended with ${code}`)));
  worker.on('message', (message: unknown) => {
    const said = fromWorkerSchema.parse(message);
    if (said.kind === 'more') void sendPiece(worker, pieces).catch(reject);
    else if (said.kind === 'done') resolve(said.report);
    else reject(refusal(said));
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
    await worker.terminate();
  }
}

/** Why the bytes ended is the error; the thread only has to stop. */
async function sendPiece(worker: Worker, pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>): Promise<void> {
  const next = await pieces.next();
  const message: ToWorker = next.done === true ? { kind: 'end' } : { kind: 'bytes', bytes: next.value };
  worker.postMessage(message, next.done === true ? [] : [next.value.buffer]);
}

/** Copies, for what is handed to another thread is gone here, and the network's buffers are shared. */
async function* piecesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    yield joined(chunks, length);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield joined(chunks, length);
}

function joined(chunks: readonly Buffer[], length: number): Uint8Array<ArrayBuffer> {
  const piece = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    piece.set(chunk, at);
    at += chunk.length;
  }
  return piece;
}

function refusal({ code, message, trace }: Extract<FromWorker, { kind: 'refused' }>): AppError {
  return new AppError(code, { message, cause: new Error(trace) });
}
