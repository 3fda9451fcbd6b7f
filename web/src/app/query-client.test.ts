import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, networkError } from '../lib/api-client/api-error.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

const refusal = new ApiError({ status: 403, code: 'AUTH.NOT_VERIFIED' });
const outage = new ApiError({ status: 503, code: 'SERVER.UNAVAILABLE' });

it.each([
  { name: 'a refusal', error: refusal, calls: 1 },
  { name: 'an outage', error: outage, calls: 3 },
  { name: 'a server that was not reached', error: networkError(null), calls: 3 },
])('a query is tried $calls times after $name', async ({ error, calls }) => {
  const queryFn = vi.fn().mockRejectedValue(error);
  await expect(
    createQueryClient().fetchQuery({ queryKey: ['x'], queryFn, retryDelay: 1, ...retryOf(createQueryClient()) }),
  ).rejects.toBe(error);
  expect(queryFn).toHaveBeenCalledTimes(calls);
});

it('a query is sent although the browser reports being offline', async () => {
  onlineManager.setOnline(false);
  const answer = await createQueryClient().fetchQuery({ queryKey: ['x'], queryFn: () => Promise.resolve('here') });
  expect(answer).toBe('here');
});

/** `fetchQuery` never retries unless told so; screens use `useQuery`, which takes the client's default. */
function retryOf(client: ReturnType<typeof createQueryClient>) {
  const { retry } = client.getDefaultOptions().queries ?? {};
  return retry === undefined ? {} : { retry };
}

it('what failed while the browser was offline is loaded again when it is back', async () => {
  const client = createQueryClient();
  client.mount();
  let isReachable = false;
  const observer = new QueryObserver(client, {
    queryKey: ['reconnect'],
    queryFn: () => (isReachable ? Promise.resolve('loaded') : Promise.reject(new Error('unreachable'))),
  });
  const stop = observer.subscribe(() => undefined);
  try {
    onlineManager.setOnline(false);
    await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
    isReachable = true;
    onlineManager.setOnline(true);
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('loaded'));
  } finally {
    stop();
    client.unmount();
  }
});
