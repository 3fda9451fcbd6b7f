import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLease, withLease } from './keep-lease.ts';
import { LostLease } from './leases.ts';

const TIMES = { every: 1_000, validFor: 5_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a lease is renewed until it is released', async () => {
  const renew = vi.fn(async () => true);
  const onLost = vi.fn();
  const stop = keepLease({ ...TIMES, renew, onLost });
  await vi.advanceTimersByTimeAsync(3_500);
  stop();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(renew).toHaveBeenCalledTimes(3);
  expect(onLost).not.toHaveBeenCalled();
});

it('a lease that somebody else holds is reported as lost once and not renewed again', async () => {
  const renew = vi.fn(async () => false);
  const onLost = vi.fn();
  keepLease({ ...TIMES, renew, onLost });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(renew).toHaveBeenCalledTimes(1);
  expect(onLost).toHaveBeenCalledExactlyOnceWith(undefined);
});

it('failed renewals are tried again until the lease has expired', async () => {
  const failure = new Error('no connection');
  const renew = vi.fn(() => Promise.reject(failure));
  const onLost = vi.fn();
  keepLease({ ...TIMES, renew, onLost });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onLost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onLost).toHaveBeenCalledExactlyOnceWith(failure);
});

it('a lease is kept when the database is back before it has expired', async () => {
  const renew = vi.fn(async () => true).mockRejectedValueOnce(new Error('no connection'));
  const onLost = vi.fn();
  const stop = keepLease({ ...TIMES, renew, onLost });
  await vi.advanceTimersByTimeAsync(20_000);
  stop();
  expect(renew).toHaveBeenCalledTimes(20);
  expect(onLost).not.toHaveBeenCalled();
});

it('work under a lease that is lost is aborted, and its renewal ends', async () => {
  const renewal = {
    ...TIMES,
    renew: vi
      .fn(async () => true)
      .mockResolvedValueOnce(true)
      .mockResolvedValueOnce(false),
  };
  let reason: unknown;
  const working = withLease({ renewal, closing: new AbortController().signal }, async (signal) => {
    await vi.advanceTimersByTimeAsync(5_000);
    reason = signal.reason;
  });
  await working;
  expect(reason).toBeInstanceOf(LostLease);
  expect(renewal.renew).toHaveBeenCalledTimes(2);
});

it('a lease that is no longer kept has no renewal under way', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = keepLease({ ...TIMES, renew: () => promise, onLost: () => undefined });
  await vi.advanceTimersByTimeAsync(1_000);
  let isStopped = false;
  const stopping = stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isStopped).toBe(false);
  resolve(true);
  await stopping;
  expect(isStopped).toBe(true);
});
