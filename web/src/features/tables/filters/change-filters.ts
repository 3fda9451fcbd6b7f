/** Filters with one parameter changed, and how many are active. What filters nothing is left out. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { parameterNames, readFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';

export type FilterValue = string | readonly string[] | boolean;

export function changeFilter(
  definition: TableDefinition,
  filters: TableFilters,
  parameter: string,
  value: FilterValue,
): TableFilters {
  return readFilters(definition, { ...filters, [parameter]: value });
}

/** A range of days counts once, however many of its ends are set. */
export function countActive(definition: TableDefinition, filters: TableFilters): number {
  return definition.filters.filter((filter) => parameterNames(filter).some((name) => filters[name] !== undefined)).length;
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
