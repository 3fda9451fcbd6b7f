/**
 * Filters as a person sets them, before they are applied: half a second after the last change. When others
 * come into force meanwhile (Back, a view), the draft is void.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { useEffect, useRef, useState } from 'react';
import { changeFilter, type FilterValue } from './change-filters.ts';

const FILTER_PAUSE_MS = 500;

interface Draft {
  /** The filters in force it was begun upon. */
  readonly base: string;
  /** Applied, but not in force yet: the address changes when the screen has time for it. */
  readonly submitted: string | null;
  readonly filters: TableFilters;
}

export function useFilterDraft(definition: TableDefinition, applied: TableFilters, onApply: (filters: TableFilters) => void) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const base = JSON.stringify(applied);
  const isOurs = draft !== null && (draft.base === base || draft.submitted === base);
  const filters = isOurs ? draft.filters : applied;

  // What was submitted is in force now; whatever else comes into force from here on is somebody else's.
  useEffect(() => {
    setDraft((current) => (current?.submitted === base ? { ...current, base, submitted: null } : current));
  }, [base]);

  const apply = useRef(onApply);
  useEffect(() => {
    apply.current = onApply;
  });
  const waiting = isOurs && JSON.stringify(draft.filters) !== base ? draft.filters : null;
  useEffect(() => {
    if (waiting === null) return;
    const timer = window.setTimeout(() => {
      setDraft((current) => current && { ...current, submitted: JSON.stringify(waiting) });
      apply.current(waiting);
    }, FILTER_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [waiting]);

  return {
    filters,
    set: (parameter: string, value: FilterValue) =>
      setDraft((current) => {
        const isKept = current !== null && (current.base === base || current.submitted === base);
        const from = isKept ? current : { base, submitted: null, filters: applied };
        return { ...from, filters: changeFilter(definition, from.filters, parameter, value) };
      }),
    /** At once: a press on a button needs no pause. */
    clear: () => {
      setDraft(null);
      if (base !== '{}') onApply({});
    },
  };
}
