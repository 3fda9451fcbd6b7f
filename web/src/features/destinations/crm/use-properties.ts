/** The properties of a CRM, with samples, as the server asks it for them. */
import { listCrmProperties } from '@leadloom/shared/contract/crm';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';

export type Properties = EndpointResult<typeof listCrmProperties>;

export function useProperties(destinationId: string) {
  return useQuery({
    // Apart from the destinations, which are loaded again while a run is looked at: the CRM is asked once.
    queryKey: ['crm-properties', destinationId],
    queryFn: ({ signal }) => call(listCrmProperties, { params: { destination_id: destinationId } }, { signal }),
  });
}
