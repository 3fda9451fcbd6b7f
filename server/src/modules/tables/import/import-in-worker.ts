/**
 * Loads an upload in a process of its own. The file passes through here piece by piece, at the pace the process
 * asks for; when the caller gives up, the process is killed, its connection with it, and nothing was loaded. Ending
 * a thread in the middle of decompressing can end the whole server; a process ends alone.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ImportReport } from '@leadloom/shared/contract/tables';
import { AppError } from '../../../http/app-error.ts';
import { type FromWorker, fromWorkerSchema, type ToWorker, type Upload } from './worker-messages.ts';

/** Small pieces of a slow client are sent together. */
const PIECE_BYTES = 64 * 1024;
/** Rows live for a moment: a small nursery is cleared more often, costs next to no time, and a third of the memory less. */
const NODE_OPTIONS = ['--max-semi-space-size=8', '--import', new URL('../../../process/quick-load.ts', import.meta.url).href];

/** @throws {AppError} whatever the import refuses with, what the bytes end with, or the signal's reason */
export async function importInWorker(upload: Upload, bytes: AsyncIterable<Buffer>, signal: AbortSignal): Promise<ImportReport> {
  signal.throwIfAborted();
  const pieces = piecesOf(bytes);
  const worker = fork(fileURLToPath(new URL('./import-worker.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(worker, 'exit');
  const { promise, resolve, reject } = Promise.withResolvers<ImportReport>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  worker.on('error', (error) => reject(error instanceof Error ? error : new Error(String(error))));
  worker.once('exit', (code, by) => reject(new Error(`the process of an import ended with ${code ?? by}`)));
  worker.send(upload);
  worker.on('message', (message: unknown) => {
    const { data: said, error } = fromWorkerSchema.safeParse(message);
    if (said === undefined) reject(error);
    else if (said.kind === 'more') void sendPiece(worker, pieces).catch(reject);
    else if (said.kind === 'done') resolve(said.report);
    else reject(refusal(said));
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
    // A client that sends nothing more is not waited for.
    pieces.return(undefined).catch(() => undefined);
    worker.kill('SIGKILL');
    await ended;
  }
}

/** Why the bytes ended is the error; the process only has to stop. */
async function sendPiece(worker: ChildProcess, pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>): Promise<void> {
  const next = await pieces.next();
  const message: ToWorker = next.done === true ? { kind: 'end' } : { kind: 'bytes', bytes: next.value };
  worker.send(message);
}

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
