/** A table's filters, as its definition lists them. */
import type { FilterDefinition } from '@leadloom/shared/tables/define-table';
import { parameterNames, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { lazy } from 'react';
import { FilterLine } from '../../../components/filter-fields/filter-line.tsx';
import { filterValue } from './filter-value.ts';
import { useFilterDraft } from './use-filter-draft.ts';
import { useObservedValues } from './use-observed-values.ts';

/** Fields are large, and are loaded when the first of them is opened. */
const FilterField = lazy(async () => ({ default: (await import('./filter-field.tsx')).FilterField }));

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
  const one = (filter: FilterDefinition) => ({
    key: filter.key,
    label: filter.label,
    value: filterValue(filter, filters),
    onClear: () => {
      for (const parameter of parameterNames(filter)) set(parameter, '');
    },
    field: <FilterField table={table} filter={filter} filters={filters} observedValues={observedValues} set={set} />,
  });
  const isSearch = ({ kind }: FilterDefinition) => kind === 'search';
  const searchFirst = [...definition.filters.filter(isSearch), ...definition.filters.filter((filter) => !isSearch(filter))];
  return <FilterLine filters={searchFirst.map(one)} onClear={clear} />;
}
