import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLoadWatch } from './load-watch.ts';

const WINDOW = 20;

it('the load is the share of the time in which the process computes', async () => {
  const load = createLoadWatch(WINDOW);
  expect(load()).toBe(0);
  // What is not awaited is computing, to the process.
  for (const end = performance.now() + 10 * WINDOW; performance.now() < end; );
  await sleep(1);
  expect(load()).toBeGreaterThan(0.5);
  await expect
    .poll(async () => {
      await sleep(10 * WINDOW);
      return load();
    })
    .toBeLessThan(0.5);
});
