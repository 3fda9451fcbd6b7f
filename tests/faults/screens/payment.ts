/** Payment in each of its states, the screen after the checkout, and the invoices. */
import type { User } from '@leadloom/shared/contract/accounts';
import { aBilling, aSubscriber, aUser, ORIGIN } from '../spa/answers.ts';
import type { Answers } from '../spa/api-stub.ts';
import type { Fault } from '../spa/fault.ts';
import { button, isAt, type Screen, type ScreenCall, type Shown, sees, sentence } from '../spa/screen.ts';

const CANCEL_FAILED = 'An error occurred while cancelling the subscription';
/** After the checkout the account is read repeatedly. */
const ACTIVATION_POLLS = 40;

const isAtCheckout = isAt(/^\/sandbox\/checkout\//);
const billing: ScreenCall = {
  row: 'getBilling',
  shows: sentence((message) => `Plan and price could not be loaded. ${message}`),
  done: async (stage) => (await sees('49')(stage)) && !(await sees('could not be loaded')(stage)),
};
const account: ScreenCall = { row: 'me', shows: sentence() };

function inAnAlert({ message }: Fault): Shown {
  return { texts: [message], alert: message };
}

function checkOut(label: string): ScreenCall {
  return {
    row: 'createCheckoutSession',
    answers: () => ({
      createCheckoutSession: () => ({ id: 'cs_1', url: `${ORIGIN}/sandbox/checkout/cs_1` }),
    }),
    action: { button: button(label) },
    shows: inAnAlert,
    done: isAtCheckout,
  };
}

function openPortal(label: string): ScreenCall {
  return {
    row: 'openPortal',
    answers: () => ({ openPortal: () => ({ url: `${ORIGIN}/sandbox/portal` }) }),
    action: { button: button(label) },
    shows: sentence(),
    done: isAt(/^\/sandbox\/portal$/),
  };
}

interface State {
  readonly name: string;
  readonly user: User;
  readonly ready: string;
  readonly status?: 'active' | 'past_due';
  readonly calls: readonly ScreenCall[];
}

function payment({ name, user, ready, status, calls }: State): Screen {
  return {
    name: `payment, ${name}`,
    path: '/app/payment',
    visitor: 'member',
    answers: () => ({ me: () => user, getBilling: () => aBilling({ status: status ?? null }) }),
    ready,
    calls: [account, billing, ...calls],
  };
}

const active = aSubscriber();

/** A server that remembers the cancellation. */
function cancellable(): Answers {
  let user = active;
  return {
    me: () => user,
    cancelSubscription: () => {
      user = { ...active, subscription_canceled: true };
      return { msg: 'ok' };
    },
  };
}

const isCancelled = sees("You won't be charged anymore");
const cancel = {
  answers: cancellable,
  action: { button: button('Cancel') },
  done: isCancelled,
} as const;

/** A server that learns of the payment when it is asked to check. */
function reconciling(): Answers {
  let user = aUser();
  return {
    me: () => user,
    reconcileCheckout: () => {
      user = active;
      return user;
    },
  };
}

export const paymentScreens: readonly Screen[] = [
  payment({
    name: 'without a profile',
    user: aUser({ country: null, currency: null }),
    ready: 'You need to fill up your profile before subscribing to the service',
    calls: [],
  }),
  payment({
    name: 'unverified',
    user: aUser({ verified: false, is_trial: null, trial_ends_on: null }),
    ready: 'Please verify your email to subscribe to the service.',
    calls: [
      {
        row: 'resendVerification',
        action: { button: button('Resend verification email') },
        shows: sentence(),
        done: sees('A new link is on its way.'),
      },
    ],
  }),
  payment({ name: 'on trial', user: aUser(), ready: 'The button below takes you to', calls: [checkOut('Subscribe')] }),
  payment({
    name: 'cancelled',
    user: aSubscriber({ subscription_canceled: true }),
    ready: "You won't be charged anymore",
    calls: [checkOut('Resuscribe')],
  }),
  payment({
    name: 'active',
    user: active,
    ready: 'Next billing date',
    status: 'active',
    calls: [
      openPortal('Payment details'),
      { ...cancel, row: 'cancelSubscription', shows: () => ({ texts: [CANCEL_FAILED], alert: CANCEL_FAILED }) },
      // The account's known state is enough to say so.
      { ...cancel, row: 'me', note: 'after cancelling', isAfterwards: true, shows: null },
    ],
  }),
  payment({
    name: 'past due',
    user: active,
    ready: 'Your last payment failed.',
    status: 'past_due',
    calls: [openPortal('Update your card')],
  }),
  payment({
    name: 'without a subscription',
    user: aUser({ is_trial: false, trial_ends_on: null }),
    ready: 'You do not have an active subscription. Please click the button above to subscribe.',
    calls: [checkOut('Subscribe')],
  }),
  {
    name: 'success, from the checkout',
    path: '/app/success?session_id=cs_1',
    visitor: 'member',
    answers: reconciling,
    ready: 'Your plan: Pro.',
    calls: [
      { row: 'reconcileCheckout', shows: sentence() },
      {
        row: 'me',
        // Refused tokens are refreshed between checks until that fails.
        shows: (fault) => ({
          texts: [fault.status === 401 ? 'Waiting for the payment provider to confirm the payment...' : fault.message],
        }),
        again: async (page) => {
          const tryAgain = page.getByRole('button', { name: 'Try again' });
          if (await tryAgain.isVisible()) await tryAgain.click();
        },
        repeats: ACTIVATION_POLLS,
      },
    ],
  },
  {
    name: 'success, opened by itself',
    path: '/app/success',
    visitor: 'member',
    answers: () => ({ me: () => active }),
    ready: 'Your plan: Pro.',
    calls: [account],
  },
];

const isListed = sees('in_1');

export const invoiceScreens: readonly Screen[] = [
  {
    name: 'invoices',
    path: '/app/invoices',
    visitor: 'member',
    ready: 'in_1',
    calls: [
      { row: 'listInvoices', shows: sentence() },
      // A missing provider name in the heading is not a failure.
      { row: 'getBilling', shows: null, done: isListed },
      { row: 'me', shows: null, done: isListed },
    ],
  },
];
