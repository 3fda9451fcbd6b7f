/**
 * A thread for work that would block the main thread. It does one task after the other, is started by the first, and is
 * terminated from here when it had none for a while: at rest it would only hold memory. A task that crashes the thread
 * fails, and the next task gets a new thread.
 */
import { type TransferListItem, Worker } from 'node:worker_threads';
import { z } from 'zod';

/** How long a thread may rest before it is ended. */
const IDLE_MILLISECONDS = 30_000;
/** Limit of the thread's JavaScript heap: several times what the largest body takes. */
const HEAP_MEGABYTES = 512;

/** What a thread sends for a task: `serveTasks` makes it. */
export type TaskAnswer<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly message: string };

const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);

/** Node sends messages of its own, too: under `--watch`, a thread reports the modules it loads. */
function isTaskAnswer<Result>(message: unknown): message is TaskAnswer<Result> {
  return answerSchema.safeParse(message).success;
}

export interface WorkThread<Task, Result> {
  /**
   * Runs a task. Task and result are copied, as `postMessage` does. Rejects where the task throws, or the thread ends with
   * it.
   */
  run(task: Task, transfer?: readonly TransferListItem[]): Promise<Result>;
}

interface Waiting<Task, Result> {
  readonly task: Task;
  readonly transfer: readonly TransferListItem[];
  readonly resolve: (result: Result) => void;
  readonly reject: (cause: Error) => void;
}

/** @param file a module that calls `serveTasks` with a function of the same task and result */
export function createWorkThread<Task, Result>(file: URL, idleMilliseconds = IDLE_MILLISECONDS): WorkThread<Task, Result> {
  const waiting: Waiting<Task, Result>[] = [];
  let current: Waiting<Task, Result> | null = null;
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    started.on('message', (answer: unknown) => {
      if (!isTaskAnswer<Result>(answer)) return;
      const done = current;
      current = null;
      if (answer.ok) done?.resolve(answer.result);
      else done?.reject(new Error(answer.message));
      next();
    });
    started.on('error', (cause: unknown) => lose(started, cause));
    started.on('exit', () => lose(started, null));
    return started;
  }

  /** The thread is gone; both events may say so. */
  function lose(lost: Worker, cause: unknown): void {
    if (worker !== lost) return;
    worker = null;
    const failed = current;
    current = null;
    failed?.reject(new Error('the thread ended during a task', { cause }));
    next();
  }

  function next(): void {
    if (current !== null) return;
    const task = waiting.shift();
    if (task === undefined) {
      rest();
      return;
    }
    clearTimeout(idle);
    current = task;
    worker ??= start();
    // The process waits for a task and not for a thread at rest.
    worker.ref();
    worker.postMessage(task.task, task.transfer);
  }

  function rest(): void {
    worker?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => {
      const ended = worker;
      worker = null;
      void ended?.terminate();
    }, idleMilliseconds);
    idle.unref();
  }

  return {
    run: (task, transfer = []) => {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      waiting.push({ task, transfer, resolve, reject });
      next();
      return promise;
    },
  };
}
