/** Runs exports one after the other in a separate thread, so that reading them blocks nothing else. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readExport } from './export-client.ts';

interface LoopData {
  /** The whole address. */
  readonly url: string;
  readonly authorization: string;
}

export interface ExportLoop {
  /** Stops after the current export. @returns the number of exports */
  end(): Promise<number>;
}

export function startExportLoop(workerData: LoopData): ExportLoop {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData });
  const ended: Promise<number[]> = once(worker, 'message');
  // An error of the thread is thrown where its end is awaited.
  ended.catch(() => undefined);
  return {
    end: async () => {
      worker.postMessage('end');
      const [count] = await ended;
      if (count === undefined) throw new Error('the loop of exports told no number');
      return count;
    },
  };
}

async function exportUntilStopped({ url, authorization }: LoopData): Promise<void> {
  let isEnding = false;
  parentPort?.once('message', () => {
    isEnding = true;
  });
  let count = 0;
  while (!isEnding) {
    await readExport(url, authorization);
    count += 1;
  }
  parentPort?.postMessage(count);
}

if (!isMainThread) await exportUntilStopped(workerData);
