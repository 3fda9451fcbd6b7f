import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { describe, expect, it } from 'vitest';
import { useQuery } from './use-query.ts';

/** Never ends: what waits for it shows whether React rendered in a transition, which keeps what was shown. */
const never = new Promise<string>(() => undefined);

function Name({ id, isWaiting }: { readonly id: number; readonly isWaiting?: (name: string | undefined) => boolean }) {
  const { data } = useQuery({
    queryKey: ['name', id],
    queryFn: () => Promise.resolve(`first ${id}`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <p>{isWaiting?.(data) === true ? use(never) : (data ?? 'loading')}</p>;
}

function show(name: React.ReactElement) {
  const client = new QueryClient();
  const inClient = (shown: React.ReactElement) => (
    <QueryClientProvider client={client}>
      <Suspense fallback="waiting">{shown}</Suspense>
    </QueryClientProvider>
  );
  const { rerender } = render(inClient(name));
  return { client, change: (next: React.ReactElement) => rerender(inClient(next)) };
}

/** Long enough for an answer, and for what React does in its turns. */
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

describe('useQuery', () => {
  it('a first answer is shown, and what is written into the cache after it', async () => {
    const { client } = show(<Name id={1} />);
    expect(screen.getByText('loading')).toBeVisible();
    expect(await screen.findByText('first 1')).toBeVisible();
    act(() => void client.setQueryData(['name', 1], 'second'));
    expect(await screen.findByText('second')).toBeVisible();
  });

  it('another key shows its own data, and changes of the one before no longer count', async () => {
    const { client, change } = show(<Name id={1} />);
    await screen.findByText('first 1');
    change(<Name id={2} />);
    expect(screen.getByText('loading')).toBeVisible();
    expect(await screen.findByText('first 2')).toBeVisible();
    act(() => void client.setQueryData(['name', 1], 'second'));
    await pause();
    expect(screen.getByText('first 2')).toBeVisible();
  });

  it('data that is there already is shown at once', () => {
    const { client, change } = show(<p>other</p>);
    client.setQueryData(['name', 1], 'known');
    change(<Name id={1} />);
    expect(screen.getByText('known')).toBeVisible();
  });

  it('a first answer is a transition: while a part of it is not ready, what was shown stays', async () => {
    show(<Name id={1} isWaiting={(name) => name === 'first 1'} />);
    await pause();
    expect(screen.getByText('loading')).toBeVisible();
    expect(screen.queryByText('waiting')).toBeNull();
  });

  it('a later answer is not a transition', async () => {
    const { client } = show(<Name id={1} isWaiting={(name) => name === 'second'} />);
    await screen.findByText('first 1');
    act(() => void client.setQueryData(['name', 1], 'second'));
    await pause();
    expect(screen.getByText('waiting')).toBeVisible();
  });
});
