/** What counts the rows of a table for its fields. */
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useMemo } from 'react';
import type { CountSource } from '../../../components/filter-fields/use-value-counts.ts';
import { call } from '../../../lib/api-client/call.ts';

export function useCountSource(table: TableName): CountSource<TableFilters[string]> {
  return useMemo(
    () => ({
      key: table,
      ask: (filters, of, narrowed, signal) =>
        call(tableEndpoints[table].facets, { query: { ...filters, of: [of], ...narrowed } }, { signal }),
    }),
    [table],
  );
}
