import { describe, expect, it } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

describe('the hash queue', () => {
  it('the queue runs a number of tasks at once, lets a number wait, and refuses the rest', async () => {
    const run = createHashQueue({ running: 2, waiting: 3 });
    let running = 0;
    let most = 0;
    const open: (() => void)[] = [];
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => open.push(resolve));
      running -= 1;
      return 'done';
    };
    const admitted = Array.from({ length: 5 }, () => run(task));
    await expect(run(task)).rejects.toMatchObject({ code: 'SERVER.BUSY', retryAfterSeconds: 2 });
    for (let finished = 0; finished < 5; finished += 1) {
      await expect.poll(() => open.length).toBeGreaterThan(0);
      open.shift()?.();
    }
    expect(await Promise.all(admitted)).toEqual(Array(5).fill('done'));
    expect(most).toBe(2);
  });

  it('known callers are served before strangers, with one slot per name and a queue of their own', async () => {
    const run = createHashQueue({ running: 1, waiting: 2 });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const served: string[] = [];
    const serve = (name: string, knownAs: string | null) => run(async () => void served.push(name), knownAs);
    const first = run(() => gate);
    const admitted = [serve('stranger', null), serve('ann', 'ann'), serve('ann again', 'ann')];
    await expect(serve('refused', null)).rejects.toMatchObject({ code: 'SERVER.BUSY' });
    await expect(serve('ann once more', 'ann')).rejects.toMatchObject({ code: 'SERVER.BUSY' });
    admitted.push(serve('ben', 'ben'));
    await expect(serve('cem', 'cem')).rejects.toMatchObject({ code: 'SERVER.BUSY' });
    open();
    await Promise.all([first, ...admitted]);
    expect(served).toEqual(['ann', 'ben', 'stranger', 'ann again']);
  });

  it('a failed task releases its slot', async () => {
    const run = createHashQueue({ running: 1, waiting: 0 });
    await expect(run(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(run(async () => 'works')).resolves.toBe('works');
  });
});
