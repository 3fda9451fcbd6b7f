import type { User } from '@leadloom/shared/contract/accounts';
import type { getBilling } from '@leadloom/shared/contract/billing';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { aUser } from './user.ts';

/** A server that sells one plan through Stripe; pass what the story is about. */
export function aBilling(changes: Partial<EndpointResult<typeof getBilling>> = {}): EndpointResult<typeof getBilling> {
  return {
    provider: 'stripe',
    plan: 'Standard',
    currency: 'EUR',
    amount: null,
    request_limit: 10_000,
    export_limit: 5000,
    status: null,
    ...changes,
  };
}

/** A verified account with a full profile and an active subscription. */
export function aSubscriber(changes: Partial<User> = {}): User {
  return aUser({
    full_name: 'Ada Holt',
    company_name: 'Holt Looms',
    country: 'DE',
    currency: 'EUR',
    is_trial: false,
    subscription: 'Standard',
    subscription_id: 'sub_1',
    subscription_started_on: '2098-12-10T12:00:00.000Z',
    next_billing_cycle_on: '2099-01-10T12:00:00.000Z',
    ...changes,
  });
}
