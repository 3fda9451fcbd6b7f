/** The destinations of the workspace, as the server keeps them, and what their kinds are called. */
import { type Destination, type DestinationKind, listDestinations } from '@leadloom/shared/contract/destinations';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';

export const destinationsKey = ['destinations'] as const;

export const kindNames: Readonly<Record<DestinationKind, string>> = {
  s3: 'S3',
  sftp: 'SFTP',
  'google-sheets': 'Google Sheets',
  slack: 'Slack',
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  pipedrive: 'Pipedrive',
};

/** @param isEnabled false: they are not needed now */
export function useDestinations(isEnabled = true) {
  return useQuery({
    queryKey: [...destinationsKey, 'list'],
    queryFn: async ({ signal }): Promise<readonly Destination[]> => (await call(listDestinations, {}, { signal })).data,
    enabled: isEnabled,
  });
}

/** Loads destinations, what they were sent, and runs of CRMs again, after a change. */
export function useReloadDestinations(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: destinationsKey }), [queryClient]);
}
