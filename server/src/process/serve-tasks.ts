/** The other end of `work-thread.ts`: what a thread does with the tasks it is sent. */
import { parentPort, type TransferListItem } from 'node:worker_threads';
import type { TaskAnswer } from './work-thread.ts';

/**
 * Tasks are not validated: both ends are files of one folder, and structured clones keep their shape.
 * @param transferOf memory of the result that is given away instead of copied
 */
export function serveTasks<Task, Result>(
  work: (task: Task) => Result | Promise<Result>,
  transferOf: (result: Result) => readonly TransferListItem[] = () => [],
): void {
  const send = (answer: TaskAnswer<Result>, transfer: readonly TransferListItem[] = []) =>
    parentPort?.postMessage(answer, transfer);
  parentPort?.on('message', async (task: Task) => {
    try {
      const result = await work(task);
      send({ ok: true, result }, transferOf(result));
    } catch (error) {
      send({ ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
