import { expect, it, vi } from 'vitest';
import { createRefreshLock } from './refresh-lock.ts';

it('runs the action where the browser has no locks', async () => {
  expect(await createRefreshLock(undefined)(async () => 'done')).toBe('done');
});

it('runs the action without the lock when a frozen tab never lets go of it', async () => {
  const request = vi.fn().mockRejectedValue(new DOMException('too long', 'TimeoutError'));
  expect(await createRefreshLock({ request })(async () => 'done')).toBe('done');
});

it('passes on a failure of the action and does not repeat it', async () => {
  const request = vi.fn((_name: string, _options: unknown, run: () => Promise<void>) => run());
  const action = vi.fn().mockRejectedValue(new Error('refused'));
  await expect(createRefreshLock({ request })(action)).rejects.toThrow('refused');
  expect(action).toHaveBeenCalledOnce();
});
