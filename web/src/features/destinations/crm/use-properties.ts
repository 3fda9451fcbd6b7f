/** The properties of a CRM, with samples, as the server asks it for them. */
import { listCrmProperties } from '@leadloom/shared/contract/crm';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

export type Properties = EndpointResult<typeof listCrmProperties>;

// Apart from the destinations, which are loaded again while a run is looked at: the CRM is asked once.
const propertiesKey = (destinationId: string) => ['crm-properties', destinationId] as const;

export function useProperties(destinationId: string) {
  return useQuery({
    queryKey: propertiesKey(destinationId),
    queryFn: ({ signal }) => call(listCrmProperties, { params: { destination_id: destinationId } }, { signal }),
  });
}

/** Asks the CRM again, after something was written there. */
export function useReloadProperties(destinationId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: propertiesKey(destinationId) }),
    [queryClient, destinationId],
  );
}
