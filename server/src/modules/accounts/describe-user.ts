/** The current user as the screens see it. Pure: rows and the time in, the contract's shape out. */
import type { User } from '@leadloom/shared/contract/accounts';
import type { Config } from '../../config.ts';
import type { accounts } from './accounts.table.ts';

type Account = typeof accounts.$inferSelect;

/** Without a subscription the only allowance is a running trial's; nobody has a subscription yet. */
export function describeUser(account: Account, trial: Config['trial'], now: Date): User {
  const isVerified = account.verifiedAt !== null;
  const isTrialRunning = isVerified && account.trialEndsAt !== null && account.trialEndsAt > now;
  return {
    email: account.email,
    verified: isVerified,
    linkedin_onboarded: account.linkedinOnboarded,
    subscription: null,
    subscription_id: null,
    subscription_canceled: false,
    subscription_started_on: null,
    next_billing_cycle_on: null,
    is_trial: isVerified ? isTrialRunning : null,
    trial_ends_on: account.trialEndsAt?.toISOString() ?? null,
    currency: account.currency,
    country: account.country,
    full_name: account.fullName,
    company_name: account.companyName,
    vat_number: account.vatNumber,
    address: account.address,
    usage: {
      request_count: 0,
      request_limit: isTrialRunning ? trial.requestLimit : 0,
      export_count: 0,
      export_limit: isTrialRunning ? trial.exportLimit : 0,
      period_end: endOfMonth(now).toISOString(),
    },
  };
}

/** The first moment of the next calendar month in UTC. */
export function endOfMonth(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1));
}
