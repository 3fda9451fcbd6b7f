/** The thread of one analysis: computes, reports progress, and ends. Started by `run-trend-analysis.ts` only. */
import { parentPort, workerData } from 'node:worker_threads';
import { type AnalysisInput, analyzeVideos } from './analyze-videos.ts';
import type { WorkerMessage, WorkerTask } from './worker-messages.ts';

class CancelledError extends Error {}

/** Reports progress once per percent, and checks for cancellation as often as the engine reports. */
function runTask({ input, cancelled }: WorkerTask): void {
  let told = '';
  const send = (message: WorkerMessage): void => parentPort?.postMessage(message);
  try {
    const result = analyzeVideos(input, (step, done) => {
      if (Atomics.load(cancelled, 0) !== 0) throw new CancelledError();
      const percent = Math.floor(done * 100);
      if (`${step} ${percent}` === told) return;
      told = `${step} ${percent}`;
      send({ kind: 'progress', step, percent });
    });
    send({ kind: 'result', result });
  } catch (error) {
    if (error instanceof CancelledError) send({ kind: 'cancelled' });
    else
      send({
        kind: 'failed',
        isInput: error instanceof RangeError,
        message: String(error instanceof Error ? error.message : error),
      });
  }
}

// Not validated: both ends are files of this folder, and structured clones keep their shape.
const task: { readonly input: AnalysisInput; readonly cancelled: Int32Array } = workerData;
runTask(task);
