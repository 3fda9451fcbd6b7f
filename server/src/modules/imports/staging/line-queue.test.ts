import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLineQueue } from './line-queue.ts';

const MEBIBYTE = 1024 * 1024;

/** Whether it has resolved after everything that can run has run. */
async function hasResolved(promise: Promise<unknown>): Promise<boolean> {
  let resolved = false;
  void promise.then(() => {
    resolved = true;
  });
  await nextTurn();
  return resolved;
}

describe('prepared lines on their way to the database', () => {
  it('lines are taken in the order in which they were put', async () => {
    const queue = createLineQueue();
    for (const line of ['one', 'two', 'three']) await queue.put(Buffer.from(line));
    const taken = [await queue.take(), await queue.take(), await queue.take()];
    expect(taken.map(String)).toEqual(['one', 'two', 'three']);
  });

  it('the reader waits once 16 MiB are waiting, until some are taken', async () => {
    const queue = createLineQueue();
    expect(await hasResolved(queue.put(Buffer.alloc(16 * MEBIBYTE)))).toBe(true);
    const put = queue.put(Buffer.alloc(1));
    expect(await hasResolved(put)).toBe(false);
    await queue.take();
    expect(await hasResolved(put)).toBe(true);
  });

  it('lines larger than the room are taken as well', async () => {
    const queue = createLineQueue();
    const put = queue.put(Buffer.alloc(17 * MEBIBYTE));
    expect(await hasResolved(put)).toBe(false);
    expect((await queue.take())?.length).toBe(17 * MEBIBYTE);
    expect(await hasResolved(put)).toBe(true);
  });

  it('the database waits until lines are put', async () => {
    const queue = createLineQueue();
    const taken = queue.take();
    expect(await hasResolved(taken)).toBe(false);
    await queue.put(Buffer.from('late'));
    expect(String(await taken)).toBe('late');
  });

  it('after the end, what was put is still taken, and then nothing', async () => {
    const queue = createLineQueue();
    await queue.put(Buffer.from('last'));
    queue.end();
    expect(String(await queue.take())).toBe('last');
    expect(await queue.take()).toBeNull();
    expect(await queue.take()).toBeNull();
  });

  it('the end releases whoever waits, for lines or for room', async () => {
    const waitingForLines = createLineQueue();
    const taken = waitingForLines.take();
    waitingForLines.end();
    expect(await taken).toBeNull();

    const waitingForRoom = createLineQueue();
    await waitingForRoom.put(Buffer.alloc(16 * MEBIBYTE));
    const put = waitingForRoom.put(Buffer.alloc(1));
    waitingForRoom.end();
    expect(await hasResolved(put)).toBe(true);
  });
});
