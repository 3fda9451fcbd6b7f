/**
 * Runs an analysis in a worker thread, so that the server stays responsive. The typed arrays are transferred, not copied:
 * they are empty for the caller afterwards. An analysis that would need more memory than allowed is refused before it
 * starts. Every error in the thread becomes a failure with its reason.
 */
import { Worker } from 'node:worker_threads';
import type { AnalysisInput, AnalysisResult, AnalysisStep } from './analyze-videos.ts';
import type { WorkerMessage, WorkerTask } from './worker-messages.ts';

export type AnalysisOutcome =
  | { readonly kind: 'done'; readonly result: AnalysisResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: AnalysisFailure; readonly message: string };

/** `invalid`: the input; `too_large`: more memory than allowed; `crashed`: anything else. */
export type AnalysisFailure = 'invalid' | 'too_large' | 'crashed';

export interface RunOptions {
  /** @param percent of the step */
  readonly onProgress?: (step: AnalysisStep, percent: number) => void;
  readonly signal?: AbortSignal;
  /** Bytes the thread may take for its data. */
  readonly maxMemory?: number;
  /** Milliseconds that a cancelled thread may take to end by itself. */
  readonly grace?: number;
}

const DEFAULT_MEMORY = 1024 ** 3;
const MEGABYTE = 1024 ** 2;
/** Peak memory per video, per term of a video and per term of the vocabulary, including the input. */
const BYTES_A_VIDEO = 160;
const BYTES_A_TERM = 64;
const BYTES_A_WORD = 120;
/** Megabytes a thread needs before it has any data. */
const EMPTY_THREAD = 64;
/** In milliseconds; then a thread that does not stop is terminated. */
const DEFAULT_GRACE = 5_000;

export function estimateMemory({ days, termIds, vocabulary }: AnalysisInput['videos']): number {
  return days.length * BYTES_A_VIDEO + termIds.length * BYTES_A_TERM + vocabulary.length * BYTES_A_WORD;
}

/** Never rejects. @param input its typed arrays must be whole buffers, and cannot be read afterwards */
export async function runTrendAnalysis(input: AnalysisInput, options: RunOptions = {}): Promise<AnalysisOutcome> {
  const { onProgress, signal, maxMemory = DEFAULT_MEMORY, grace = DEFAULT_GRACE } = options;
  if (signal?.aborted === true) return { kind: 'cancelled' };
  const wanted = estimateMemory(input.videos);
  if (wanted > maxMemory)
    return failed(
      'too_large',
      `${input.videos.days.length} videos need about ${inMegabytes(wanted)} MB; the limit is ${inMegabytes(maxMemory)} MB`,
    );
  const task: WorkerTask = { input, cancelled: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
  let worker: Worker;
  try {
    worker = new Worker(new URL('./trend-worker.ts', import.meta.url), {
      workerData: task,
      transferList: transferable(input),
      // For lists and texts. Typed arrays are outside the heap and limited by the estimate.
      resourceLimits: { maxOldGenerationSizeMb: EMPTY_THREAD + inMegabytes(maxMemory) },
    });
  } catch (error) {
    return failed('invalid', `the videos cannot be passed to a thread: ${messageOf(error)}`);
  }
  return new Promise((resolve) => {
    let graceTimer: NodeJS.Timeout | undefined;
    let isEnded = false;
    const cancel = (): void => {
      Atomics.store(task.cancelled, 0, 1);
      graceTimer = setTimeout(() => end({ kind: 'cancelled' }), grace);
    };
    const end = (outcome: AnalysisOutcome): void => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(graceTimer);
      signal?.removeEventListener('abort', cancel);
      // The last message has arrived. Termination frees the memory for certain.
      void worker.terminate().then(() => resolve(outcome));
    };
    const report = (step: AnalysisStep, percent: number): void => {
      try {
        onProgress?.(step, percent);
      } catch (error) {
        end(failed('crashed', `progress could not be reported: ${messageOf(error)}`));
      }
    };
    signal?.addEventListener('abort', cancel, { once: true });
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') report(message.step, message.percent);
      else if (message.kind === 'result') end({ kind: 'done', result: message.result });
      else if (message.kind === 'cancelled') end({ kind: 'cancelled' });
      else end(failed(message.isInput ? 'invalid' : 'crashed', message.message));
    });
    worker.once('error', (error: unknown) => end(failed(isOutOfMemory(error) ? 'too_large' : 'crashed', messageOf(error))));
    worker.once('exit', (code) => end(failed('crashed', `the thread exited with code ${code} before it finished`)));
  });
}

function failed(failure: AnalysisFailure, message: string): AnalysisOutcome {
  return { kind: 'failed', failure, message };
}

function transferable({ videos, links }: AnalysisInput): ArrayBuffer[] {
  const buffers = [videos.days, videos.authors, videos.offsets, videos.termIds, links].map(({ buffer }) => buffer);
  // Shared buffers are not transferred.
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function inMegabytes(bytes: number): number {
  return Math.ceil(bytes / MEGABYTE);
}
