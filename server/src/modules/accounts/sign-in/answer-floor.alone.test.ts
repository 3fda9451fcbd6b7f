import { describe, expect, it, vi } from 'vitest';
import { ANSWER_FLOOR_MILLISECONDS, holdToFloor } from './answer-floor.ts';

const sleep = vi.hoisted(() => vi.fn(async (_milliseconds: number) => undefined));
vi.mock('node:timers/promises', () => ({ setTimeout: sleep }));

describe('the floor of an answer', () => {
  it('an early response is delayed to the floor plus a random time', async () => {
    await holdToFloor(performance.now() + 1000);
    const [waited = 0] = sleep.mock.calls[0] ?? [];
    expect(waited).toBeGreaterThan(ANSWER_FLOOR_MILLISECONDS);
  });

  it('a late response is only delayed by the random time', async () => {
    await holdToFloor(performance.now() - 10_000);
    const [waited = Number.NaN] = sleep.mock.calls.at(-1) ?? [];
    expect(waited).toBeLessThan(ANSWER_FLOOR_MILLISECONDS);
  });
});
