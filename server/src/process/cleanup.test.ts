import { describe, expect, it } from 'vitest';
import { createCleanup } from './cleanup.ts';

describe('the cleanup', () => {
  it('stops what was started last first', async () => {
    const cleanup = createCleanup();
    const order: string[] = [];
    for (const name of ['lock', 'database', 'pool']) cleanup.add(async () => void order.push(name), 1_000);
    await cleanup.run(() => undefined);
    expect(order).toEqual(['pool', 'database', 'lock']);
  });

  it('goes on after a step that fails, and after one that never ends', async () => {
    const cleanup = createCleanup();
    const order: unknown[] = [];
    cleanup.add(async () => void order.push('last'), 1_000);
    cleanup.add(() => new Promise(() => undefined), 10);
    cleanup.add(async () => {
      throw new Error('broken');
    }, 1_000);
    await cleanup.run((error) => void order.push(error));
    expect(order).toEqual([new Error('broken'), 'last']);
  });

  it('tells a start under way to go no further', () => {
    const cleanup = createCleanup();
    cleanup.throwIfEnded();
    cleanup.end();
    expect(() => cleanup.throwIfEnded()).toThrow('Stopped while starting.');
  });
});
