/** A table's filters as a person sets them, by their parameters. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { useDraft } from '../../../components/filter-fields/use-draft.ts';
import { changeFilter, type FilterValue } from './change-filters.ts';

const none: TableFilters = {};

export function useFilterDraft(definition: TableDefinition, applied: TableFilters, onApply: (filters: TableFilters) => void) {
  const { filters, change, clear } = useDraft(applied, none, onApply);
  return {
    filters,
    set: (parameter: string, value: FilterValue, isTyped = false) =>
      change((current) => changeFilter(definition, current, parameter, value), isTyped),
    clear,
  };
}
