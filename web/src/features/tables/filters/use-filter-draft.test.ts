import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { tableByName } from '@leadloom/shared/tables/tables';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useFilterDraft } from './use-filter-draft.ts';

const companies = tableByName('companies');

function startDraft(applied: TableFilters = {}) {
  const applications: TableFilters[] = [];
  const hook = renderHook((inForce: TableFilters) => useFilterDraft(companies, inForce, (next) => applications.push(next)), {
    initialProps: applied,
  });
  return {
    applications,
    filters: () => hook.result.current.filters,
    type: (parameter: string, value: string) => act(() => hook.result.current.set(parameter, value, true)),
    choose: (parameter: string, value: string) => act(() => hook.result.current.set(parameter, value)),
    clear: () => act(() => hook.result.current.clear()),
    comeIntoForce: (next: TableFilters) => hook.rerender(next),
  };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

describe('filters being set', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('a choice is applied at once, with what was typed before it', () => {
    const draft = startDraft();
    draft.type('search_query', 'loom');
    draft.choose('country', 'Norway');
    expect(draft.applications).toEqual([{ country: ['Norway'], search_query: 'loom' }]);
    pass(5000);
    expect(draft.applications).toHaveLength(1);
  });

  it('filters are shown at once and applied half a second after the last key', () => {
    const draft = startDraft();
    draft.type('search_query', 'lo');
    pass(499);
    draft.type('search_query', 'loom');
    expect(draft.filters()).toEqual({ search_query: 'loom' });
    pass(499);
    expect(draft.applications).toEqual([]);
    pass(1);
    expect(draft.applications).toEqual([{ search_query: 'loom' }]);
    draft.comeIntoForce({ search_query: 'loom' });
    pass(5000);
    expect(draft.applications).toHaveLength(1);
  });

  it('filters changed while earlier ones are being applied are not lost', () => {
    const draft = startDraft();
    draft.type('search_query', 'loom');
    pass(500);
    draft.type('search_query', 'looms');
    draft.comeIntoForce({ search_query: 'loom' });
    expect(draft.filters()).toEqual({ search_query: 'looms' });
    pass(500);
    expect(draft.applications.at(-1)).toEqual({ search_query: 'looms' });
  });

  it('a draft gives way to filters applied elsewhere', () => {
    const draft = startDraft({ search_query: 'felt' });
    draft.type('search_query', 'loom');
    draft.comeIntoForce({ country: ['Norway'] });
    expect(draft.filters()).toEqual({ country: ['Norway'] });
    pass(5000);
    expect(draft.applications).toEqual([]);
  });

  it('filters are not applied again after Back', () => {
    const draft = startDraft();
    draft.type('search_query', 'loom');
    pass(500);
    draft.comeIntoForce({ search_query: 'loom' });
    draft.comeIntoForce({});
    expect(draft.filters()).toEqual({});
    pass(5000);
    expect(draft.applications).toHaveLength(1);
  });

  it('filters that end as they started are not applied', () => {
    const draft = startDraft({ search_query: 'loom' });
    draft.type('search_query', 'looms');
    draft.type('search_query', ' loom ');
    pass(5000);
    expect(draft.applications).toEqual([]);
  });

  it('clearing filters applies at once', () => {
    const draft = startDraft({ search_query: 'loom' });
    draft.type('search_query', 'looms');
    draft.clear();
    expect(draft.applications).toEqual([{}]);
    draft.comeIntoForce({});
    pass(5000);
    expect(draft.applications).toHaveLength(1);
  });
});
