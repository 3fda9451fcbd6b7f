import { expect, it, vi } from 'vitest';
import { createRefreshLock } from './refresh-lock.ts';

it('the action runs in a browser without locks', async () => {
  expect(await createRefreshLock(undefined)(async () => 'done')).toBe('done');
});

it('the action runs without the lock when a frozen tab never releases it', async () => {
  const request = vi.fn().mockRejectedValue(new DOMException('too long', 'TimeoutError'));
  expect(await createRefreshLock({ request })(async () => 'done')).toBe('done');
});

it('a failure of the locked action is passed on and not repeated', async () => {
  const request = vi.fn((_name: string, _options: unknown, run: () => Promise<void>) => run());
  const action = vi.fn().mockRejectedValue(new Error('refused'));
  await expect(createRefreshLock({ request })(action)).rejects.toThrow('refused');
  expect(action).toHaveBeenCalledOnce();
});
