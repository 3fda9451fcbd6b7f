import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batchReads } from './batched-reads.ts';

/** A read whose queries end when told to. */
function heldReads() {
  const queries: { readonly keys: readonly string[]; readonly end: () => void; readonly fail: (cause: Error) => void }[] = [];
  const read = batchReads<string, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    queries.push({ keys, end: () => resolve(keys.map((key) => `value of ${key}`)), fail: reject });
    return promise;
  });
  return { read, queries };
}

describe('batched reads', () => {
  it('a read is sent at once when none is running', () => {
    const { read, queries } = heldReads();
    void read('a');
    expect(queries.map(({ keys }) => keys)).toEqual([['a']]);
  });

  it('reads that arrive while a query runs share the next one, and each gets its own result', async () => {
    const { read, queries } = heldReads();
    const answers = ['a', 'b', 'c', 'a'].map((key) => read(key));
    queries[0]?.end();
    await setImmediate();
    expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'a']]);
    queries[1]?.end();
    expect(await Promise.all(answers)).toEqual(['value of a', 'value of b', 'value of c', 'value of a']);
  });

  it('a read is never answered by a query that began before it', async () => {
    let rows = 'before';
    const read = batchReads<string, string>(async (keys) => {
      const found = rows;
      await setImmediate();
      return keys.map(() => found);
    });
    const first = read('a');
    rows = 'after';
    expect(await Promise.all([first, read('a')])).toEqual(['before', 'after']);
  });

  it('a failed query fails its own reads only', async () => {
    const { read, queries } = heldReads();
    const first = read('a');
    const second = read('b');
    queries[0]?.fail(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    queries[1]?.end();
    expect(await second).toBe('value of b');
    const third = read('c');
    queries[2]?.end();
    expect(await third).toBe('value of c');
  });

  it('the number of reads in one query is limited', async () => {
    const { read, queries } = heldReads();
    const answers = Array.from({ length: 450 }, (_, index) => read(String(index)));
    for (let query = 0; query < 4; query += 1) {
      queries[query]?.end();
      await setImmediate();
    }
    expect(queries.map(({ keys }) => keys.length)).toEqual([1, 200, 200, 49]);
    expect((await Promise.all(answers)).at(-1)).toBe('value of 449');
  });

  it('reads do not wait for a query that hangs', async () => {
    const { read, queries } = heldReads();
    const hanging = read('a');
    const second = read('b');
    await expect.poll(() => queries.length).toBe(2);
    queries[1]?.end();
    expect(await second).toBe('value of b');
    const third = read('c');
    queries[2]?.end();
    expect(await third).toBe('value of c');
    queries[0]?.end();
    expect(await hanging).toBe('value of a');
  });
});
