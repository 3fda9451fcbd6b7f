import { act, render, screen } from '@testing-library/react';
import { Suspense, use, useEffect } from 'react';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { useStoreInTurns } from './use-store-in-turns.ts';

/** Never ends: what waits for it shows whether React rendered in a transition, which keeps what was shown. */
const never = new Promise<string>(() => undefined);

function Name({ store, waitsAt }: { readonly store: ReturnType<typeof createNames>; readonly waitsAt?: string }) {
  const { name } = useStoreInTurns(store);
  return <p>{name === waitsAt ? use(never) : name}</p>;
}

function Changing({ store }: { readonly store: ReturnType<typeof createNames> }) {
  useEffect(() => store.setState({ name: 'second' }), [store]);
  return null;
}

const createNames = () => createStore<{ readonly name: string }>(() => ({ name: 'first' }));

describe('useStoreInTurns', () => {
  it('a change of the store is shown', async () => {
    const store = createNames();
    render(<Name store={store} />);
    expect(screen.getByText('first')).toBeVisible();
    act(() => store.setState({ name: 'second' }));
    expect(await screen.findByText('second')).toBeVisible();
  });

  it('a change between the rendering and the subscription is shown', async () => {
    const store = createNames();
    render(
      <>
        <Changing store={store} />
        <Name store={store} />
      </>,
    );
    expect(await screen.findByText('second')).toBeVisible();
  });

  it('a change is a transition: while a part of it is not ready, what was shown stays', async () => {
    const store = createNames();
    render(
      <Suspense fallback="waiting">
        <Name store={store} waitsAt="second" />
      </Suspense>,
    );
    await act(async () => store.setState({ name: 'second' }));
    expect(screen.getByText('first')).toBeVisible();
    expect(screen.queryByText('waiting')).toBeNull();
  });
});
