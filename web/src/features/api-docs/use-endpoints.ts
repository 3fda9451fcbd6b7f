/** The endpoints of one group as the article shows them, described once. */
import { type EndpointGroup, openEndpoints } from '@leadloom/shared/reference/open-endpoints';
import type { TableName } from '@leadloom/shared/tables/tables';
import { useMemo } from 'react';
import { type DescribedEndpoint, describeEndpoint } from './described-endpoint.ts';

/** @param table endpoints of one table; default: of no table */
export function useEndpoints(group: EndpointGroup, table: TableName | null = null): readonly DescribedEndpoint[] {
  return useMemo(
    () =>
      openEndpoints()
        .filter((endpoint) => endpoint.group === group && (endpoint.definition?.name ?? null) === table)
        .map(describeEndpoint),
    [group, table],
  );
}
