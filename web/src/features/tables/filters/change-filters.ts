/** Filters with one parameter changed. What filters nothing is left out. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { readTableFilters } from '../changed/changed-filters.ts';

export type FilterValue = string | readonly string[] | boolean;

export function changeFilter(
  definition: TableDefinition,
  filters: TableFilters,
  parameter: string,
  value: FilterValue,
): TableFilters {
  return readTableFilters(definition, { ...filters, [parameter]: value });
}

const noValues: readonly string[] = [];

/** The same list as long as the filters are the same. */
export function listValue(filters: TableFilters, parameter: string): readonly string[] {
  const value = filters[parameter];
  return typeof value === 'object' ? value : noValues;
}

export function textValue(filters: TableFilters, parameter: string): string {
  const value = filters[parameter];
  return typeof value === 'string' ? value : '';
}
