import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { normalFilters, ROW_IDS, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';

/** The filters that a request names. @param query parameters that passed the endpoint's schema */
export function requestFilters(definition: TableDefinition, query: Readonly<Record<string, unknown>>): TableFilters {
  const { [UPDATED_AFTER]: updatedAfter, [ROW_IDS]: ids } = query;
  return {
    ...normalFilters(definition, query),
    ...(typeof updatedAfter === 'string' ? { [UPDATED_AFTER]: updatedAfter } : {}),
    ...(Array.isArray(ids) ? { [ROW_IDS]: ids.map(String) } : {}),
  };
}
