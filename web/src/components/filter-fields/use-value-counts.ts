/**
 * The counts of the values of one filter, under all other conditions. They are asked for when the field's list is open,
 * and a field works without them: while they are on their way, and where they cannot be had.
 */
import type { Facets } from '@leadloom/shared/contract/table-facets';
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import { filtersBeside } from '@leadloom/shared/tables/filter-parameters';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { optionOf } from '../../lib/charts/range-option.ts';
import { logProblem } from '../../lib/log.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { type Suggestion, useSuggestions } from '../../lib/use-suggestions.ts';
import type { ValueCounts } from './value-counts.ts';

/** The filters in force by their parameters, as a request names them. */
type Asked<Value> = Readonly<Record<string, Value>>;

/** What counts rows. The same object as long as it is about the same rows. */
export interface CountSource<Value> {
  /** Tells its answers from those about other rows. */
  readonly key: string;
  /** @param of the filter's key @param narrowed `q`: only values that contain it */
  readonly ask: (filters: Asked<Value>, of: string, narrowed: { readonly q?: string }, signal: AbortSignal) => Promise<Facets>;
}

interface Counted<Value> {
  readonly source: CountSource<Value>;
  readonly filter: FilterDefinition;
  /** The filters in force, with the moment of `updated_after`; null: not known yet. */
  readonly asked: Asked<Value> | null;
  /** The list is open. */
  readonly isOpen: boolean;
  /** What is typed into the field. */
  readonly typed: string;
}

const FRESH_MS = 30_000;
/** A change of the other filters, such as the keys of a search, is followed by more. */
const PAUSE_MS = 250;

/** null: not known */
export function useValueCounts<Value>({ source, filter, asked, isOpen, typed }: Counted<Value>): ValueCounts | null {
  const others = useOthers(filter, asked);
  const { data, error } = useQuery({
    queryKey: ['facet', source.key, filter.key, others],
    queryFn: ({ signal }) => readCounts(source, filter, others ?? {}, {}, signal),
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
      const found = await readCounts(source, filter, others ?? {}, { q }, signal);
      return (found?.values ?? []).map(({ value, count }) => ({ id: value, name: value, count }));
    },
    [source, filter, others],
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
function useOthers<Value>(filter: FilterDefinition, asked: Asked<Value> | null): Asked<Value> | null {
  const others = asked === null ? null : filtersBeside(filter, asked);
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

async function readCounts<Value>(
  source: CountSource<Value>,
  filter: FilterDefinition,
  filters: Asked<Value>,
  narrowed: { readonly q?: string },
  signal: AbortSignal,
): Promise<ValueCounts | null> {
  const { data } = await source.ask(filters, filter.key, narrowed, signal);
  const facet = data.find(({ of }) => of === filter.key);
  if (facet === undefined) return null;
  const values = facet.values.flatMap((counted) => {
    if ('value' in counted) return [counted];
    const value = filter.kind === 'range' ? optionOf(filter, counted) : undefined;
    return value === undefined ? [] : [{ value, count: counted.count }];
  });
  return { values, blank: facet.blank, areAll: facet.more === 0 };
}
