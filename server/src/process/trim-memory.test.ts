import { setImmediate as nextTask } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTrimmer, ownMemory } from './trim-memory.ts';

const MEBIBYTE = 1024 * 1024;

describe('memory at rest', () => {
  let [utilization, resident, collections] = [0, 0, 0];
  const parts = {
    utilization: () => utilization,
    resident: () => resident,
    collect: () => {
      collections += 1;
      resident = 170 * MEBIBYTE;
    },
  };
  beforeEach(() => {
    [utilization, resident, collections] = [0.01, 300 * MEBIBYTE, 0];
  });

  it('garbage is collected once after the start, and again only after much was added', () => {
    const look = createTrimmer(parts);
    for (let round = 0; round < 3; round += 1) look();
    expect(collections).toBe(1);
    resident += 31 * MEBIBYTE;
    look();
    expect(collections).toBe(1);
    resident += MEBIBYTE;
    look();
    expect(collections).toBe(2);
  });

  it('garbage is not collected while the server is busy', () => {
    const look = createTrimmer(parts);
    utilization = 0.5;
    look();
    expect(collections).toBe(0);
    utilization = 0;
    look();
    expect(collections).toBe(1);
  });

  it('a collection frees what nobody uses any more', async () => {
    const { collect, utilization: used, resident: own } = ownMemory();
    const unused = new WeakRef({ some: 'object' });
    // It may be used until the running task ends.
    await nextTask();
    collect();
    expect(unused.deref()).toBeUndefined();
    expect(used()).toBeGreaterThanOrEqual(0);
    expect(used()).toBeLessThanOrEqual(1);
    expect(own()).toBeGreaterThan(MEBIBYTE);
  });
});
