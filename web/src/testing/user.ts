import type { User } from '@leadloom/shared/contract/accounts';

/** A verified account in its trial; pass what the story is about. */
export function aUser(changes: Partial<User> = {}): User {
  return {
    email: 'ada@example.com',
    verified: true,
    linkedin_onboarded: null,
    subscription: null,
    subscription_id: null,
    subscription_canceled: false,
    subscription_started_on: null,
    next_billing_cycle_on: null,
    is_trial: true,
    trial_ends_on: '2099-03-14T09:00:00.000Z',
    currency: null,
    country: null,
    full_name: null,
    company_name: null,
    vat_number: null,
    address: null,
    usage: {
      request_count: 12,
      request_limit: 1000,
      export_count: 0,
      export_limit: 1000,
      period_end: '2099-04-01T00:00:00.000Z',
    },
    ...changes,
  };
}
