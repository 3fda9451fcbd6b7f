import { expect, it } from 'vitest';
import { aSubscriber } from '../../testing/billing.ts';
import { aUser } from '../../testing/user.ts';
import { paymentStateOf } from './payment-state.ts';

const filled = { country: 'DE', currency: 'EUR' } as const;
const cases = [
  { state: 'profile-missing', name: 'neither country nor currency, verified or not', user: aUser({ verified: false }) },
  { state: 'profile-missing', name: 'an emptied profile of a subscriber', user: aSubscriber({ country: null, currency: null }) },
  { state: 'unverified', name: 'a country alone', user: aUser({ country: 'DE', verified: false }) },
  { state: 'unverified', name: 'a currency alone', user: aUser({ currency: 'USD', verified: false }) },
  { state: 'trial', name: 'a running trial', user: aUser({ ...filled, is_trial: true }) },
  { state: 'trial', name: 'a trial never decided', user: aUser({ ...filled, is_trial: null }) },
  { state: 'cancelled', name: 'a cancelled subscription', user: aSubscriber({ subscription_canceled: true }) },
  { state: 'cancelled', name: 'one bought in the trial', user: aSubscriber({ subscription_canceled: true, is_trial: true }) },
  { state: 'active', name: 'a running subscription', user: aSubscriber() },
  { state: 'active', name: 'one while the trial was never decided', user: aSubscriber({ is_trial: null }) },
  { state: 'none', name: 'a trial that is over', user: aUser({ ...filled, is_trial: false }) },
] as const;

it.each(cases)('$name is shown as $state', ({ user, state }) => {
  expect(paymentStateOf(user)).toBe(state);
});
