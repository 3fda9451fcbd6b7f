import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { listOidcLinks } from '@leadloom/shared/contract/oidc';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../api-client/api-error.ts';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';
import { oidcLinksQueryKey } from './oidc-links-query-key.ts';

export type OidcLinks = EndpointResult<typeof listOidcLinks>;

/** The account's sign-ins at the provider. @param isEnabled false where there is no provider */
export function useOidcLinks(isEnabled: boolean): UseQueryResult<OidcLinks, ApiError> {
  return useQuery({
    queryKey: oidcLinksQueryKey,
    queryFn: ({ signal }) => call(listOidcLinks, {}, { signal }),
    enabled: isEnabled,
  });
}
