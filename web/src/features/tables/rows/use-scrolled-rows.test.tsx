import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { aRow, serveTable } from '../testing/tables.fixture.ts';
import { useScrolledRows } from './use-scrolled-rows.ts';

const firstPage: TableState = { filters: {}, page: 1, perPage: 10, sort: null, chart: null };
const LONGER_THAN_THE_PAUSE_MS = 500;

describe('rows that are scrolled through', () => {
  beforeEach(() => signInForTest());
  afterEach(() => void vi.useRealTimers());

  async function openRows() {
    serveTable({ name: 'companies', total: 90 });
    const queryClient = new QueryClient();
    const followed: number[] = [];
    const onFollow = (page: number) => {
      followed.push(page);
      return true;
    };
    const { result, rerender } = renderHook(
      ({ state }: { state: TableState }) => useScrolledRows('companies', state, true, true, onFollow),
      {
        initialProps: { state: firstPage },
        wrapper: ({ children }: { readonly children: ReactNode }) => (
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        ),
      },
    );
    await waitFor(() => expect(result.current.rows.length).toBeGreaterThan(10));
    vi.useFakeTimers();
    return {
      result,
      queryClient,
      followed,
      scrollTo: (first: number) =>
        act(() => result.current.scrolled?.onSight({ first, last: first + 19, isEnd: false, isJump: false })),
      pass: () => act(() => vi.advanceTimersByTime(LONGER_THAN_THE_PAUSE_MS)),
      address: (page: number) => rerender({ state: { ...firstPage, page } }),
    };
  }

  it('stay where they are when the address follows later than the next page comes into sight', async () => {
    const { result, followed, scrollTo, pass, address } = await openRows();
    const jump = result.current.scrolled?.jump;
    scrollTo(11);
    pass();
    expect(followed).toEqual([2]);
    scrollTo(21);
    address(2);
    expect(result.current.pageInSight).toBe(3);
    expect(result.current.scrolled?.jump).toBe(jump);
    pass();
    address(3);
    expect(followed).toEqual([2, 3]);
    expect(result.current.scrolled?.jump).toBe(jump);
  });

  it('go to the page that somebody asks for, also if it was scrolled through before', async () => {
    const { result, scrollTo, pass, address } = await openRows();
    const jump = result.current.scrolled?.jump;
    scrollTo(11);
    pass();
    address(2);
    scrollTo(31);
    pass();
    address(4);
    expect(result.current.scrolled?.jump).toBe(jump);
    address(2);
    expect(result.current.scrolled?.jump).not.toBe(jump);
    expect(result.current.pageInSight).toBe(2);
  });

  it('are those of the page that was asked for once they are back where it begins', async () => {
    const { result, scrollTo } = await openRows();
    scrollTo(61);
    expect(result.current.pageInSight).toBe(7);
    act(() => result.current.scrolled?.onSight({ first: 1, last: 20, isEnd: false, isJump: true }));
    expect(result.current.pageInSight).toBe(1);
  });

  it('are those of the newest answer on all pages at once when they are read again', async () => {
    const { result, queryClient } = await openRows();
    vi.useRealTimers();
    let isNew = false;
    const answered: number[] = [];
    const gate = Promise.withResolvers<void>();
    apiServer.use(
      http.get('/api/v1/table/companies', async ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        if (page > 1) await gate.promise;
        answered.push(page);
        const data = Array.from({ length: 10 }, (_, index) => aRow('companies', 1_000 + page * 10 + index));
        return HttpResponse.json({ data, total: 90, page, per_page: 10 });
      }),
    );
    const isOfNew = () => result.current.rows.map(({ id }) => id > 1_000);
    void queryClient.invalidateQueries({ queryKey: ['table-rows'] }).then(() => {
      isNew = true;
    });
    await waitFor(() => expect(answered).toContain(1));
    expect(new Set(isOfNew()).size).toBe(1);
    gate.resolve();
    await waitFor(() => expect(isNew).toBe(true));
    await waitFor(() => expect(new Set(isOfNew())).toEqual(new Set([true])));
  });
});
