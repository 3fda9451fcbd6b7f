import { tableByName } from '@leadloom/shared/tables/tables';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useTableAddress } from './use-table-address.ts';

function openAddress(search: string) {
  const { result } = renderHook(
    () => ({ table: useTableAddress(tableByName('companies'), null), location: useLocation(), navigate: useNavigate() }),
    {
      wrapper: ({ children }: { readonly children: ReactNode }) => (
        <MemoryRouter initialEntries={['/before', `/table/companies${search}`]}>{children}</MemoryRouter>
      ),
    },
  );
  const stateOf = (page: number, field: string | null = null) => ({
    filters: {},
    page,
    perPage: 10 as const,
    chart: null,
    sort: field === null ? null : { field, order: 'asc' as const },
  });
  return { result, stateOf, search: () => result.current.location.search };
}

it('a record that is opened while the page that was scrolled to is on its way keeps that page', () => {
  const { result, stateOf, search } = openAddress('?page=1&per_page=10');
  act(() => {
    expect(result.current.table.follow(stateOf(2), null)).toBe(true);
    result.current.table.openRecord(7);
  });
  expect(search()).toBe('?page=2&per_page=10&record=7');
});

it('the page that was scrolled to is written after another change is shown, and not in place of it', () => {
  const { result, stateOf, search } = openAddress('?page=1&per_page=10&record=6');
  act(() => {
    result.current.table.change({ state: stateOf(1, 'name'), viewId: null });
    expect(result.current.table.follow(stateOf(2), null)).toBe(false);
  });
  expect(search()).toBe('?page=1&per_page=10&sort=name&order=asc&record=6');
  act(() => void expect(result.current.table.follow(stateOf(2, 'name'), null)).toBe(true));
  expect(search()).toBe('?page=2&per_page=10&sort=name&order=asc&record=6');
});

it('records that keys open faster than they are shown are one step of Back', () => {
  const { result, search } = openAddress('?page=1&per_page=10');
  act(() => {
    result.current.table.openRecord(7);
    result.current.table.openRecord(8);
  });
  expect(search()).toBe('?page=1&per_page=10&record=8');
  act(() => result.current.navigate(-1));
  expect(search()).toBe('?page=1&per_page=10');
});
