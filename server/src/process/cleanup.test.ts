import { describe, expect, it } from 'vitest';
import { createCleanup } from './cleanup.ts';

describe('the cleanup', () => {
  it('parts are stopped in reverse order of their start', async () => {
    const cleanup = createCleanup();
    const order: string[] = [];
    for (const name of ['lock', 'database', 'pool']) cleanup.add(async () => void order.push(name), 1_000);
    await cleanup.run(() => undefined);
    expect(order).toEqual(['pool', 'database', 'lock']);
  });

  it('a step that fails or never ends does not stop the clean-up', async () => {
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

  it('a start in progress is told to stop', () => {
    const cleanup = createCleanup();
    cleanup.throwIfEnded();
    cleanup.end();
    expect(() => cleanup.throwIfEnded()).toThrow('Stopped while starting.');
  });
});
