/**
 * The counts of the values of one filter, under all other conditions. They are asked for when the field's list is open,
 * and a field works without them: while they are on their way, and where they cannot be had.
 */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import { parameterNames } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ValueCounts } from '../../../components/filter-fields/value-counts.ts';
import { call } from '../../../lib/api-client/call.ts';
import { optionOf } from '../../../lib/charts/range-option.ts';
import { logProblem } from '../../../lib/log.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { type Suggestion, useSuggestions } from '../../../lib/use-suggestions.ts';

interface Counted {
  readonly table: TableName;
  readonly filter: FilterDefinition;
  /** The filters in force, with the moment of `updated_after`; null: not known yet. */
  readonly asked: TableFilters | null;
  /** The list is open. */
  readonly isOpen: boolean;
  /** What is typed into the field. */
  readonly typed: string;
}

const FRESH_MS = 30_000;
/** A change of the other filters, such as the keys of a search, is followed by more. */
const PAUSE_MS = 250;

/** null: not known */
export function useValueCounts({ table, filter, asked, isOpen, typed }: Counted): ValueCounts | null {
  const others = useOthers(filter, asked);
  const { data, error } = useQuery({
    queryKey: ['table-facet', table, filter.key, others],
    queryFn: ({ signal }) => readCounts(table, filter, others ?? {}, {}, signal),
    enabled: isOpen && others !== null && filter.kind !== 'search',
    staleTime: FRESH_MS,
    retry: false,
  });
  useEffect(() => {
    if (error !== null) logProblem('The counts of a filter could not be loaded.', error);
  }, [error]);
  const isSearched = isOpen && data !== undefined && data !== null && !data.areAll;
  const search = useCallback(
    async (q: string, signal: AbortSignal): Promise<readonly (Suggestion & { readonly count: number })[]> => {
      const found = await readCounts(table, filter, others ?? {}, { q }, signal);
      return (found?.values ?? []).map(({ value, count }) => ({ id: value, name: value, count }));
    },
    [table, filter, others],
  );
  const { found } = useSuggestions(isSearched ? typed : '', search);
  return useMemo(() => {
    if (data === undefined || data === null || found.length === 0) return data ?? null;
    const known = new Set(data.values.map(({ value }) => value));
    const more = found.flatMap(({ id, count }) => (known.has(id) ? [] : [{ value: id, count }]));
    return { ...data, values: [...data.values, ...more] };
  }, [data, found]);
}

/** The conditions of the other filters, once they rest. */
function useOthers(filter: FilterDefinition, asked: TableFilters | null): TableFilters | null {
  const own = new Set(parameterNames(filter));
  const others = asked === null ? null : Object.fromEntries(Object.entries(asked).filter(([name]) => !own.has(name)));
  const written = JSON.stringify(others);
  const [rested, setRested] = useState({ written, others });
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal conditions are one question
  useEffect(() => {
    if (rested.written === written) return;
    // What was not known before is asked for at once.
    const timer = window.setTimeout(() => setRested({ written, others }), rested.others === null ? 0 : PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [rested, written]);
  return rested.others;
}

async function readCounts(
  table: TableName,
  filter: FilterDefinition,
  filters: TableFilters,
  narrowed: { readonly q?: string },
  signal: AbortSignal,
): Promise<ValueCounts | null> {
  const query = { ...filters, of: [filter.key], ...narrowed };
  const { data } = await call(tableEndpoints[table].facets, { query }, { signal });
  const facet = data.find(({ of }) => of === filter.key);
  if (facet === undefined) return null;
  const values = facet.values.flatMap((counted) => {
    if ('value' in counted) return [counted];
    const value = filter.kind === 'range' ? optionOf(filter, counted) : undefined;
    return value === undefined ? [] : [{ value, count: counted.count }];
  });
  return { values, blank: facet.blank, areAll: facet.more === 0 };
}
