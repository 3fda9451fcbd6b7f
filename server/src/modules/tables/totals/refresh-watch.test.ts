import { beforeEach, describe, expect, it } from 'vitest';
import { createRefreshWatch, type RefreshWatch } from './refresh-watch.ts';

const STALL = 60_000;

describe('the watch of stale chunks', () => {
  let now: number;
  let lines: unknown[];
  let watch: RefreshWatch;
  beforeEach(() => {
    now = 1_000_000;
    lines = [];
    const log = {
      info: (message: string) => void lines.push(message),
      error: (fields: object) => void lines.push(fields),
    };
    watch = createRefreshWatch(STALL, log, () => now);
  });

  const chunks = (...numbers: readonly number[]) => numbers.map((chunk) => ({ table: 'companies', chunk, since: 7 }));
  function lookAfter(milliseconds: number, stale: ReturnType<typeof chunks>): boolean {
    now += milliseconds;
    return watch.isStalled(stale);
  }
  const metric = async () => /stalled_seconds (\d+)/.exec(await watch.registry.metrics())?.[1];

  it('chunks that become fewer are no reason to warn, however long it takes', async () => {
    for (const left of [chunks(1, 2, 3), chunks(2, 3), chunks(3), []]) expect(lookAfter(STALL - 1, left)).toBe(false);
    // One is done, another came.
    for (const left of [chunks(4), chunks(5), chunks(6)]) expect(lookAfter(STALL - 1, left)).toBe(false);
    expect(lines).toEqual([]);
    expect(await metric()).toBe('0');
  });

  it('a chunk that was made up to a later version is progress', () => {
    lookAfter(0, chunks(1));
    expect(lookAfter(STALL - 1, [{ table: 'companies', chunk: 1, since: 8 }])).toBe(false);
    expect(lookAfter(STALL - 1, [{ table: 'companies', chunk: 1, since: 8 }])).toBe(false);
    expect(lookAfter(1, [{ table: 'companies', chunk: 1, since: 8 }])).toBe(true);
  });

  it('it warns once for each limit that passes without progress, also while more chunks become stale', async () => {
    lookAfter(STALL * 5, []);
    lookAfter(0, chunks(1));
    expect(lookAfter(STALL - 1, chunks(1, 2))).toBe(false);
    expect(lookAfter(1, chunks(1, 2))).toBe(true);
    expect(await metric()).toBe('60');
    expect(lookAfter(STALL - 1, chunks(1, 2, 3))).toBe(false);
    expect(lookAfter(1, chunks(1, 2, 3))).toBe(true);
    expect(lookAfter(1, chunks(2, 3))).toBe(false);
    expect(lines).toEqual([{ chunks: 2, seconds: 60 }, { chunks: 3, seconds: 120 }, 'bitmaps of the data tables are made again']);
  });

  it('while the database is away, nothing is taken for a lack of progress', () => {
    lookAfter(0, chunks(1));
    now += STALL * 3;
    watch.forget();
    expect(lookAfter(0, chunks(1))).toBe(false);
    expect(lookAfter(STALL - 1, chunks(1))).toBe(false);
    expect(lookAfter(1, chunks(1))).toBe(true);
  });
});
