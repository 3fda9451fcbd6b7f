import { describe, expect, it } from 'vitest';
import { createManualClock, settle } from '../testing/manual-clock.ts';
import { createPacer, memberPace, noPause } from './pacer.ts';

const fixed = (value: number) => () => value;

describe('turns', () => {
  it('requests are at least the shortest and at most the longest pause apart', async () => {
    for (const [random, gap] of [
      [0, 3_000],
      [0.5, 6_000],
      [1, 9_000],
    ] as const) {
      const clock = createManualClock();
      const pacer = createPacer(memberPace, clock, async () => 0, fixed(random));
      const starts: number[] = [];
      for (let number = 0; number < 4; number++)
        void pacer.run(async (nextTurn) => {
          await nextTurn();
          starts.push(clock.now());
        });
      await clock.advance(60_000);
      const [first = 0] = starts;
      expect(starts.map((start) => start - first)).toEqual([0, gap, 2 * gap, 3 * gap]);
    }
  });

  it('every pause is random', async () => {
    const clock = createManualClock();
    const draws = [0, 1, 0.5];
    const pacer = createPacer(
      memberPace,
      clock,
      async () => 0,
      () => draws.shift() ?? 0,
    );
    const starts: number[] = [];
    for (let number = 0; number < 4; number++)
      void pacer.run(async (nextTurn) => {
        await nextTurn();
        starts.push(clock.now());
      });
    await clock.advance(60_000);
    const [first = 0] = starts;
    expect(starts.map((start) => start - first)).toEqual([0, 3_000, 12_000, 18_000]);
  });

  it('a new worker knows the last request of a terminated one', async () => {
    const clock = createManualClock();
    const pacer = createPacer(memberPace, clock, async () => clock.now() - 1_000, fixed(0));
    let started: number | undefined;
    const before = clock.now();
    void pacer.run(async (nextTurn) => {
      await nextTurn();
      started = clock.now();
    });
    await clock.advance(1_999);
    expect(started).toBeUndefined();
    await clock.advance(1);
    expect(started).toBe(before + 2_000);
  });

  it('a clock that was set back delays a request by at most the longest pause', async () => {
    const clock = createManualClock();
    const pacer = createPacer(memberPace, clock, async () => 0, fixed(1));
    await pacer.run((nextTurn) => nextTurn());
    clock.turnBack(3_600_000);
    let isDone = false;
    void pacer.run(async (nextTurn) => {
      await nextTurn();
      isDone = true;
    });
    await clock.advance(8_999);
    expect(isDone).toBe(false);
    await clock.advance(1);
    expect(isDone).toBe(true);
  });

  it('requests are not delayed by time that has already passed', async () => {
    const clock = createManualClock();
    const pacer = createPacer(memberPace, clock, async () => 0, fixed(1));
    await pacer.run((nextTurn) => nextTurn());
    await clock.advance(60_000);
    const before = clock.now();
    expect(await pacer.run((nextTurn) => nextTurn())).toBe(false);
    expect(clock.now()).toBe(before);
  });
});

describe('places', () => {
  it('three requests run at once, and sixteen may wait', async () => {
    const clock = createManualClock();
    const pacer = createPacer(noPause, clock, async () => 0);
    let running = 0;
    let most = 0;
    const finish: (() => void)[] = [];
    const work = () =>
      pacer.run(async (nextTurn) => {
        await nextTurn();
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => finish.push(resolve));
        running -= 1;
      });
    const accepted: (Promise<void> | undefined)[] = [];
    for (let number = 0; number < 25; number++) {
      accepted.push(work());
      await settle();
    }
    expect(accepted.filter((run) => run !== undefined)).toHaveLength(19);
    expect(pacer.hasRoom()).toBe(false);
    expect(running).toBe(3);
    while (finish.length > 0) {
      finish.shift()?.();
      await settle();
    }
    expect(most).toBe(3);
    expect(pacer.hasRoom()).toBe(true);
  });

  it('failed work releases its slot', async () => {
    const pacer = createPacer({ ...noPause, concurrency: 1 }, createManualClock(), async () => 0);
    await expect(pacer.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(pacer.run(async () => 'next')).resolves.toBe('next');
  });
});
