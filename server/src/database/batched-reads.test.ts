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
  it('reads of one turn of the event loop share a query', async () => {
    const { read, queries } = heldReads();
    void read('a');
    await Promise.resolve();
    void read('b');
    await setImmediate();
    expect(queries.map(({ keys }) => keys)).toEqual([['a', 'b']]);
  });

  it('reads that arrive while a query runs share the next one, and each gets its own result', async () => {
    const { read, queries } = heldReads();
    const first = read('a');
    await setImmediate();
    const answers = [first, ...['b', 'c', 'a'].map((key) => read(key))];
    queries[0]?.end();
    await expect.poll(() => queries.length).toBe(2);
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
    await setImmediate();
    rows = 'after';
    expect(await Promise.all([first, read('a')])).toEqual(['before', 'after']);
  });

  it('a failed query fails its own reads only', async () => {
    const { read, queries } = heldReads();
    const first = read('a');
    await setImmediate();
    const second = read('b');
    queries[0]?.fail(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await expect.poll(() => queries.length).toBe(2);
    queries[1]?.end();
    expect(await second).toBe('value of b');
    const third = read('c');
    await expect.poll(() => queries.length).toBe(3);
    queries[2]?.end();
    expect(await third).toBe('value of c');
  });

  it('the number of reads in one query is limited', async () => {
    const { read, queries } = heldReads();
    const answers = Array.from({ length: 450 }, (_, index) => read(String(index)));
    for (let query = 0; query < 3; query += 1) {
      await expect.poll(() => queries.length).toBe(query + 1);
      queries[query]?.end();
    }
    expect(queries.map(({ keys }) => keys.length)).toEqual([200, 200, 50]);
    expect((await Promise.all(answers)).at(-1)).toBe('value of 449');
  });

  it('reads do not wait for a query that hangs', async () => {
    const { read, queries } = heldReads();
    const hanging = read('a');
    await setImmediate();
    const second = read('b');
    await expect.poll(() => queries.length).toBe(2);
    queries[1]?.end();
    expect(await second).toBe('value of b');
    const third = read('c');
    await expect.poll(() => queries.length).toBe(3);
    queries[2]?.end();
    expect(await third).toBe('value of c');
    queries[0]?.end();
    expect(await hanging).toBe('value of a');
  });
});
