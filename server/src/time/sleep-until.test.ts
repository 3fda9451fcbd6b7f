import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sleepUntil } from './sleep-until.ts';

it('the moment has come whenever the wait ends, whatever fraction of a millisecond was left', async () => {
  for (let round = 0; round < 30; round += 1) {
    const moment = performance.now() + 5 + round / 7;
    await sleep(round % 4);
    await sleepUntil(moment);
    expect(performance.now()).toBeGreaterThanOrEqual(moment);
  }
});

it('a moment that has passed is not waited for, and an aborted wait ends', async () => {
  await sleepUntil(performance.now() - 60_000);
  await sleepUntil(performance.now() + 60_000, AbortSignal.timeout(5));
});
