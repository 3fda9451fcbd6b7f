/** The other end of `work-thread.ts`: what a thread does with the tasks it is sent. */
import { parentPort } from 'node:worker_threads';
import type { TaskAnswer } from './work-thread.ts';

/** Tasks are not validated: both ends are files of one folder, and structured clones keep their shape. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  const send = (answer: TaskAnswer<Result>) => parentPort?.postMessage(answer);
  parentPort?.on('message', async (task: Task) => {
    try {
      send({ ok: true, result: await work(task) });
    } catch (error) {
      send({ ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
