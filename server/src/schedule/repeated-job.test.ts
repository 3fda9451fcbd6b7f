import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRepeatedJob, type RepeatedJob, type RepeatedJobOptions } from './repeated-job.ts';

const INTERVAL = 1_000;

describe('a repeated job', () => {
  let lines: { fields: object; message: string }[];
  let job: RepeatedJob;
  const log = { warn: (fields: object, message: string) => void lines.push({ fields, message }) };
  const start = (options: Partial<RepeatedJobOptions> & Pick<RepeatedJobOptions, 'run'>) => {
    job = createRepeatedJob({ name: 'counting', intervalMilliseconds: INTERVAL, ...options });
    job.start(log);
  };
  beforeEach(() => {
    lines = [];
    vi.useFakeTimers();
  });
  afterEach(async () => {
    await job.stop();
    vi.useRealTimers();
  });

  it('runs at its start and after every interval', async () => {
    const run = vi.fn(async () => undefined);
    start({ run });
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(INTERVAL - 1);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1 + 2 * INTERVAL);
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('runs first after a pause where that is wanted', async () => {
    const run = vi.fn(async () => undefined);
    start({ run, firstMilliseconds: 3 * INTERVAL });
    await vi.advanceTimersByTimeAsync(3 * INTERVAL - 1);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(INTERVAL);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('a repeated job never runs twice at the same time, and once more for any number of requests', async () => {
    const ends: (() => void)[] = [];
    const run = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
    start({ run });
    job.runSoon();
    job.runSoon();
    await vi.advanceTimersByTimeAsync(5 * INTERVAL);
    expect(run).toHaveBeenCalledTimes(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(2);
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(INTERVAL - 1);
    expect(run).toHaveBeenCalledTimes(2);
    job.runSoon();
    expect(run).toHaveBeenCalledTimes(3);
    ends[2]?.();
  });

  it('a failed run is logged under the name of the job, and runs again', async () => {
    const failure = new Error('no database');
    const run = vi.fn(async () => undefined).mockRejectedValueOnce(failure);
    start({ run, retryMilliseconds: 5 * INTERVAL });
    await vi.advanceTimersByTimeAsync(5 * INTERVAL - 1);
    expect(lines).toEqual([{ fields: { err: failure, job: 'counting' }, message: 'counting failed; it will be tried again' }]);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('an interval is extended by at most the jitter', async () => {
    const run = vi.fn(async () => undefined);
    start({ run, jitterMilliseconds: 500 });
    await vi.advanceTimersByTimeAsync(INTERVAL - 1);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(501);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('a stop aborts the run that is under way, waits for it and lets no other begin', async () => {
    let isEnded = false;
    const run = vi.fn(async (stopping: AbortSignal) => {
      await new Promise((resolve) => stopping.addEventListener('abort', resolve));
      isEnded = true;
    });
    start({ run });
    job.runSoon();
    await job.stop();
    expect(isEnded).toBe(true);
    job.runSoon();
    await vi.advanceTimersByTimeAsync(5 * INTERVAL);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('a job that was stopped can be started again, and asked to run', async () => {
    const run = vi.fn(async () => undefined);
    start({ run });
    for (const round of [1, 2, 3]) {
      await job.stop();
      await vi.advanceTimersByTimeAsync(5 * INTERVAL);
      expect(run).toHaveBeenCalledTimes(3 * round - 2);
      job.start(log);
      await vi.advanceTimersByTimeAsync(0);
      job.runSoon();
      await vi.advanceTimersByTimeAsync(INTERVAL - 1);
      expect(run).toHaveBeenCalledTimes(3 * round);
      await vi.advanceTimersByTimeAsync(1);
    }
  });

  it('a job does nothing before it is started', async () => {
    const run = vi.fn(async () => undefined);
    job = createRepeatedJob({ name: 'counting', intervalMilliseconds: INTERVAL, run });
    job.runSoon();
    await vi.advanceTimersByTimeAsync(5 * INTERVAL);
    expect(run).not.toHaveBeenCalled();
  });
});
