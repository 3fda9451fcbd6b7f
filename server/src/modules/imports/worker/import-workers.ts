/**
 * Loads or previews an upload in a separate process. The file is passed on chunk by chunk as the process requests it. When
 * the caller gives up, the process is killed and its connection closed, and nothing is loaded. It is not a
 * thread, because ending a thread during decompression can crash the whole server.
 *
 * A process that has read a small file waits a while for the next one: to start one takes longer than to read such a file,
 * and whoever maps the columns of a file has it read again and again.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ImportReport } from '@leadloom/shared/contract/tables';
import { AppError } from '../../../http/app-error.ts';
import { inLargerChunks } from '../../../streams/larger-chunks.ts';
import type { FilePreview } from '../preview-file.ts';
import type { ToWorker, Upload } from './worker-messages.ts';
import { type FromWorker, fromWorkerSchema, isWatchReport } from './worker-replies.ts';

/** Small chunks of a slow client are sent together. */
const CHUNK_BYTES = 64 * 1024;
/** Rows are short-lived. With a young generation of 32 MB, reading takes a fifth less time than with 8 MB, and 33 MB more memory. */
const NODE_OPTIONS = ['--max-semi-space-size=32'];

/** Milliseconds that a process waits for the next file. */
const RETENTION_MILLISECONDS = 15_000;
/** Bytes of a file after which its process is not reused: it needs more memory than it is worth. */
const REUSABLE_BYTES = 8 * 1024 * 1024;

interface ImportWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly rows: number }) => void;
}

type Task = Omit<Upload, 'task'>;
type Result = Extract<FromWorker, { kind: 'done' | 'previewed' }>;

export interface ImportWorkers {
  /** @throws {AppError} the import's refusal, the error of the upload, or the signal's reason */
  load(upload: Task, bytes: AsyncIterable<Uint8Array>, watch: ImportWatch): Promise<ImportReport>;
  /** @param isTableChosen false: for the table that fits best @throws {AppError} as above */
  preview(
    upload: Task & { readonly isTableChosen: boolean },
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<FilePreview>;
  /** Ends the process that waits, and keeps none from then on. */
  end(): void;
}

/** @param kept milliseconds that a process waits for the next file */
export function createImportWorkers(start: () => ChildProcess = startProcess, kept = RETENTION_MILLISECONDS): ImportWorkers {
  let waiting: Waiting | null = null;
  let hasEnded = false;

  function take(): ChildProcess {
    const worker = waiting?.take() ?? null;
    waiting = null;
    return worker ?? start();
  }

  function keep(worker: ChildProcess): boolean {
    if (waiting !== null || hasEnded || !worker.connected) return false;
    waiting = letWait(worker, kept, () => {
      waiting = null;
    });
    return true;
  }

  const run = (upload: Upload, bytes: AsyncIterable<Uint8Array>, watch: ImportWatch) =>
    runInProcess({ take, keep }, upload, bytes, watch);
  return {
    load: async (upload, bytes, watch) => {
      const result = await run({ ...upload, task: 'load' }, bytes, watch);
      if (result.kind !== 'done') throw new Error('the process of an import did something else');
      return result.report;
    },
    preview: async ({ isTableChosen, ...upload }, bytes, signal) => {
      const task = isTableChosen ? 'preview' : 'fit';
      const result = await run({ ...upload, task }, bytes, { signal, onProgress: () => undefined });
      if (result.kind !== 'previewed') throw new Error('the process of a preview did something else');
      return result.preview;
    },
    end: () => {
      hasEnded = true;
      waiting?.take()?.kill('SIGKILL');
      waiting = null;
    },
  };
}

export function startProcess(): ChildProcess {
  return fork(fileURLToPath(new URL('./import-worker.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: NODE_OPTIONS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

interface Waiting {
  /** Takes the process; null: it has ended by itself. */
  take(): ChildProcess | null;
}

/** Lets a process wait, and kills it after `kept` milliseconds. @param onEnd called when it is gone before it is taken */
function letWait(worker: ChildProcess, kept: number, onEnd: () => void): Waiting {
  // The server's own process does not wait for it.
  worker.unref();
  worker.channel?.unref();
  const timer = setTimeout(() => worker.kill('SIGKILL'), kept).unref();
  worker.once('exit', gone);
  worker.on('error', gone);
  function gone(): void {
    clearTimeout(timer);
    onEnd();
  }
  return {
    take: () => {
      clearTimeout(timer);
      for (const event of ['message', 'exit', 'error']) worker.removeAllListeners(event);
      // An error that nobody listens for would end the server.
      worker.on('error', () => undefined);
      if (!worker.connected || worker.killed) return null;
      worker.ref();
      worker.channel?.ref();
      return worker;
    },
  };
}

interface Processes {
  take(): ChildProcess;
  /** @returns false: it is not needed */
  keep(worker: ChildProcess): boolean;
}

async function runInProcess(
  { take, keep }: Processes,
  upload: Upload,
  bytes: AsyncIterable<Uint8Array>,
  { signal, onProgress }: ImportWatch,
): Promise<Result> {
  signal.throwIfAborted();
  const uploaded = inLargerChunks(bytes, CHUNK_BYTES);
  const worker = take();
  const ended = once(worker, 'exit');
  // Where the process is reused, nobody waits for its end.
  ended.catch(() => undefined);
  let sent = 0;
  let isSending = false;
  const pass = async (): Promise<void> => {
    isSending = true;
    sent += await sendChunk(worker, uploaded);
    isSending = false;
  };
  let canWait = false;
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const cancel = () => reject(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  worker.on('error', (error) => reject(error instanceof Error ? error : new Error(String(error))));
  worker.once('exit', (code, by) => reject(new Error(`the process of an import ended with ${code ?? by}`)));
  worker.send(upload);
  worker.on('message', (message: unknown) => {
    if (isWatchReport(message)) return;
    const { data: reply, error } = fromWorkerSchema.safeParse(message);
    if (reply === undefined) reject(error);
    else if (reply.kind === 'more') void pass().catch(reject);
    else if (reply.kind === 'progress') onProgress(reply);
    else if (reply.kind === 'refused') reject(refusal(reply));
    else resolve(reply);
  });
  try {
    const result = await promise;
    canWait = !isSending && sent <= REUSABLE_BYTES;
    return result;
  } finally {
    signal.removeEventListener('abort', cancel);
    // The process does not wait for a client that stops sending.
    uploaded.return(undefined).catch(() => undefined);
    if (!canWait || !keep(worker)) {
      worker.kill('SIGKILL');
      await ended;
    }
  }
}

/** An error of the upload is reported by the caller; the process only has to stop. @returns how many bytes were sent */
async function sendChunk(worker: ChildProcess, uploaded: AsyncGenerator<Buffer<ArrayBuffer>>): Promise<number> {
  const next = await uploaded.next();
  const message: ToWorker = next.done === true ? { kind: 'end' } : { kind: 'bytes', bytes: next.value };
  worker.send(message);
  return next.done === true ? 0 : next.value.length;
}

function refusal({ code, message, trace }: Extract<FromWorker, { kind: 'refused' }>): AppError {
  return new AppError(code, { message, cause: new Error(trace) });
}
