import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWorkThread } from './work-thread.ts';

interface Task {
  readonly kind: 'add' | 'fail' | 'exit' | 'fill';
  readonly number: number;
}

interface Result {
  readonly sum: number;
  readonly threadId: number;
}

/** A thread of plain JavaScript, so that nothing has to be on disk for it. */
const source = (serveTasks: string) => `
  import { threadId } from 'node:worker_threads';
  import { serveTasks } from '${serveTasks}';
  let sum = 0;
  serveTasks(({ kind, number }) => {
    if (kind === 'fail') throw new Error('no sum');
    if (kind === 'exit') process.exit(3);
    if (kind === 'fill') for (const all = []; ; ) all.push(new Array(1e6).fill(number));
    sum += number;
    return { sum, threadId };
  });`;
const file = new URL(`data:text/javascript,${encodeURIComponent(source(new URL('./serve-tasks.ts', import.meta.url).href))}`);
const IDLE = 300;
const start = (idle = IDLE) => createWorkThread<Task, Result>(file, idle);

describe('a thread for large work', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('tasks are done one after the other, by one thread', async () => {
    const thread = start();
    const results = await Promise.all([1, 2, 3].map((number) => thread.run({ kind: 'add', number })));
    expect(results.map(({ sum }) => sum)).toEqual([1, 3, 6]);
    expect(new Set(results.map(({ threadId }) => threadId)).size).toBe(1);
  });

  it('a thread at rest ends, and the next task gets a new one', async () => {
    const thread = start();
    const { threadId } = await thread.run({ kind: 'add', number: 5 });
    await sleep(IDLE / 3);
    expect(await thread.run({ kind: 'add', number: 1 })).toEqual({ sum: 6, threadId });
    for (const number of [7, 8]) {
      await sleep(3 * IDLE);
      const next = await thread.run({ kind: 'add', number });
      expect(next.sum).toBe(number);
      expect(next.threadId).not.toBe(threadId);
    }
  });

  it('a thread that reports the modules it loads, as under `node --watch`, answers its task as ever', async () => {
    vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
    expect((await start().run({ kind: 'add', number: 4 })).sum).toBe(4);
  });

  it('a task that throws fails alone', async () => {
    const thread = start();
    const failed = thread.run({ kind: 'fail', number: 0 });
    const after = thread.run({ kind: 'add', number: 2 });
    await expect(failed).rejects.toThrow('no sum');
    expect((await after).sum).toBe(2);
  });

  it.each(['exit', 'fill'] as const)('a task that ends its thread by %s fails, and the tasks after it are done', async (kind) => {
    const thread = start();
    const failed = thread.run({ kind, number: 1 });
    const after = thread.run({ kind: 'add', number: 2 });
    await expect(failed).rejects.toThrow('the thread ended during a task');
    expect((await after).sum).toBe(2);
  });
});
