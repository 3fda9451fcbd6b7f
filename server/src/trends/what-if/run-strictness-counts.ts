/**
 * Counts in a worker thread, so that the server stays responsive. The typed arrays are transferred, not copied: they are
 * empty for the caller afterwards.
 */
import { Worker } from 'node:worker_threads';
import type { StrictnessAnswer } from './count-by-strictness.ts';
import type { StrictnessMessage, StrictnessTask } from './strictness-messages.ts';

/** Memory for the lists and texts of the thread, in megabytes; typed arrays are not included. */
const MAX_MEMORY = 512;

/**
 * @param signal ends the thread at once
 * @returns a result for each choice, ascending, each once
 * @throws the signal's reason, or an Error with the reason why the thread failed
 */
export async function runStrictnessCounts(
  { videos, question }: StrictnessTask,
  signal: AbortSignal,
): Promise<readonly StrictnessAnswer[]> {
  signal.throwIfAborted();
  const task: StrictnessTask = { videos, question };
  const worker = new Worker(new URL('./strictness-worker.ts', import.meta.url), {
    workerData: task,
    transferList: [videos.days, videos.authors, videos.offsets, videos.termIds].flatMap(({ buffer }) =>
      buffer instanceof ArrayBuffer ? [buffer] : [],
    ),
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY },
  });
  const { promise, resolve, reject } = Promise.withResolvers<readonly StrictnessAnswer[]>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  worker.once('message', (message: StrictnessMessage) => {
    if (message.kind === 'answers') resolve(message.answers);
    else reject(new Error(message.message));
  });
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`the thread exited with code ${code} before it finished`)));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
