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

  it('a collection returns memory', () => {
    const { collect, utilization: used, resident: own } = ownMemory();
    let texts: string[] = [];
    for (let index = 0; index < 1_000_000; index += 1) texts.push(`number ${index} of many`);
    const before = process.memoryUsage().heapTotal;
    expect(texts).toHaveLength(1_000_000);
    texts = [];
    collect();
    expect(process.memoryUsage().heapTotal).toBeLessThan(before - 30 * MEBIBYTE);
    expect(used()).toBeGreaterThan(0);
    expect(own()).toBeGreaterThan(MEBIBYTE);
  });
});
