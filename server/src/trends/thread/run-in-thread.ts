/**
 * Runs an analysis or a count in a worker thread, so that the server stays responsive: it passes rows on as they come from
 * the database, and reads none of them. Work that would need more memory than allowed is refused before it starts. Every
 * error in the thread becomes a failure with its reason.
 */
import { Worker } from 'node:worker_threads';
import type { AnalysisStep } from '../analysis/analyze-videos.ts';
import { MEGABYTE } from './memory.ts';
import {
  isFromThread,
  type ThreadAnswer,
  type ThreadData,
  type ThreadFailure,
  type ThreadTask,
  type ToThread,
} from './thread-messages.ts';

export type ThreadOutcome =
  | { readonly kind: 'done'; readonly answer: ThreadAnswer }
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'failed';
      readonly failure: ThreadFailure;
      readonly message: string;
      /** How many videos were read; 0 if the thread did not get so far. */
      readonly videos: number;
    };

/** The stream of `COPY … TO STDOUT (FORMAT binary)`, with the fields of `WINDOW_FIELDS`. */
export interface RowSource {
  /** The part before a video's number in its key. */
  readonly key: string;
  /** The next piece, the only one in its memory; null once there are no more. One call at a time. */
  next(): Promise<Uint8Array | null>;
}

export interface RunOptions {
  /** @param percent of the step */
  readonly onProgress?: (step: AnalysisStep, percent: number) => void;
  readonly signal?: AbortSignal;
  readonly maxVideos: number;
  /** Bytes the thread may take for its data. */
  readonly maxMemory?: number;
  /** Milliseconds that a cancelled thread may take to end by itself. */
  readonly grace?: number;
}

const DEFAULT_MEMORY = 1024 ** 3;
/** Megabytes a thread needs before it has any data. */
const EMPTY_THREAD = 64;
/** Milliseconds; a thread that does not stop by then is terminated. */
const DEFAULT_GRACE = 5_000;
/** Pieces that wait to be read. The database waits meanwhile. */
const MAX_WAITING = 8;

/** @throws what `next` of the source throws */
export async function runInThread(source: RowSource, task: ThreadTask, options: RunOptions): Promise<ThreadOutcome> {
  const { onProgress, signal, maxVideos, maxMemory = DEFAULT_MEMORY, grace = DEFAULT_GRACE } = options;
  if (signal?.aborted === true) return { kind: 'cancelled' };
  const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: ThreadData = { task, key: source.key, maxVideos, maxMemory, cancelled };
  const worker = new Worker(new URL('./trend-worker.ts', import.meta.url), {
    workerData,
    // The limit is for lists and texts. Typed arrays are outside the heap and limited by the estimate.
    resourceLimits: { maxOldGenerationSizeMb: EMPTY_THREAD + Math.ceil(maxMemory / MEGABYTE) },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadOutcome>();
  let isEnded = false;
  let waiting = 0;
  let graceTimer: NodeJS.Timeout | undefined;
  let room = Promise.withResolvers<void>();
  const end = (outcome: ThreadOutcome): void => {
    isEnded = true;
    room.resolve();
    resolve(outcome);
  };
  const cancel = (): void => {
    Atomics.store(cancelled, 0, 1);
    graceTimer = setTimeout(() => end({ kind: 'cancelled' }), grace);
  };
  const report = (step: AnalysisStep, percent: number): void => {
    try {
      onProgress?.(step, percent);
    } catch (error) {
      end(failed('crashed', `progress could not be reported: ${messageOf(error)}`));
    }
  };
  const send = (message: ToThread, transfer: ArrayBuffer[] = []): void => worker.postMessage(message, transfer);
  async function feed(): Promise<void> {
    for (let bytes = await source.next(); bytes !== null; bytes = await source.next()) {
      if (isEnded) return;
      waiting += 1;
      send({ kind: 'rows', bytes }, bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []);
      while (waiting >= MAX_WAITING && !isEnded) {
        room = Promise.withResolvers();
        await room.promise;
      }
    }
    if (!isEnded) send({ kind: 'end' });
  }
  signal?.addEventListener('abort', cancel, { once: true });
  worker.on('message', (message: unknown) => {
    if (!isFromThread(message)) return;
    if (message.kind === 'taken') {
      waiting -= 1;
      room.resolve();
    } else if (message.kind === 'progress') report(message.step, message.percent);
    else if (message.kind === 'answer') end({ kind: 'done', answer: message.answer });
    else end(message);
  });
  worker.once('error', (error: unknown) => end(failed(isOutOfMemory(error) ? 'too_large' : 'crashed', messageOf(error))));
  worker.once('exit', (code) => end(failed('crashed', `the thread exited with code ${code} before it finished`)));
  feed().catch(reject);
  try {
    return await promise;
  } finally {
    isEnded = true;
    clearTimeout(graceTimer);
    signal?.removeEventListener('abort', cancel);
    // The last message has arrived. Termination frees the memory for certain.
    await worker.terminate();
  }
}

function failed(failure: ThreadFailure, message: string): ThreadOutcome {
  return { kind: 'failed', failure, message, videos: 0 };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
