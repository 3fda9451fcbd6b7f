/** A table's filters, as its definition lists them. */
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { FilterSection } from '../../../components/filter-fields/filter-section.tsx';
import { countActive } from './change-filters.ts';
import { FilterField } from './filter-field.tsx';
import { useFilterDraft } from './use-filter-draft.ts';
import { useObservedValues } from './use-observed-values.ts';

interface FilterBarProps {
  readonly table: TableName;
  /** In force. */
  readonly applied: TableFilters;
  readonly onApply: (filters: TableFilters) => void;
}

export function FilterBar({ table, applied, onApply }: FilterBarProps) {
  const definition = tableByName(table);
  const { filters, set, clear } = useFilterDraft(definition, applied, onApply);
  const observedValues = useObservedValues(table);
  const field = (filter: FilterDefinition) => (
    <FilterField key={filter.key} table={table} filter={filter} filters={filters} observedValues={observedValues} set={set} />
  );
  return (
    <FilterSection
      count={countActive(definition, filters)}
      onClear={clear}
      fields={definition.filters.filter(({ kind }) => kind !== 'flag').map(field)}
      flags={definition.filters.filter(({ kind }) => kind === 'flag').map(field)}
    />
  );
}
