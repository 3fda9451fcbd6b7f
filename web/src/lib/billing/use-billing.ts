/** The payment provider and the plan. The payment, success and invoice screens share this copy. */
import { getBilling } from '@leadloom/shared/contract/billing';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../api-client/api-error.ts';
import { call } from '../api-client/call.ts';
import { useQuery } from '../query/use-query.ts';

export type Billing = EndpointResult<typeof getBilling>;

export const billingQueryKey = ['billing'] as const;

export function useBilling(): UseQueryResult<Billing, ApiError> {
  return useQuery<Billing, ApiError>({
    queryKey: billingQueryKey,
    queryFn: ({ signal }) => call(getBilling, {}, { signal }),
  });
}

/** The provider's name in texts and headings. */
export const providerNames = { stripe: 'Stripe', sandbox: 'Sandbox' } as const;
