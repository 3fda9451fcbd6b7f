import { type Journey, test } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import * as open from './screen-states/public-shows.ts';
import { inJourney, opens, type Show } from './screen-states/scene.ts';
import * as own from './screen-states/signed-in-shows.ts';
import * as unsold from './screen-states/unsold-shows.ts';
import { ONLY_IN_FULL } from './thorough.ts';

test.use({ extension: false });

type State = readonly [screen: string, state: string, show: Show];

const account = 'account.spec.ts';
const notFound = opens('/nowhere', '404', 'Page Not Found', "The page you are looking for doesn't exist or has been moved.");

/**
 * Every state of every screen, in the order in which one account comes through them. Its trial is over as
 * soon as it is verified.
 */
const states: readonly State[] = [
  ['/login', 'idle', open.loginIdle],
  ['/login', 'refused', open.loginRefused],
  ['/login', 'asks for a code', inJourney(account, 'This code is incorrect or was already used.')],
  ['/login', 'authenticated, then the dashboard', inJourney('first-profile.spec.ts', 'Authenticated, redirecting')],
  ['/register', 'idle', open.registerIdle],
  ['/register', 'not an email', open.registerEmailInvalid],
  ['/register', 'an email the server refuses', open.registerEmailRefused],
  ['/register', 'password too short, too long', open.registerPasswordLength],
  ['/register', 'refused', open.registerRefused],
  ['/register', 'registered', inJourney('account-steps.ts', 'Check your email to verify your account.')],
  ['/reset-password', 'not an email', open.resetEmailInvalid],
  ['/new-password', 'too short, not the same', open.newPasswordInvalid],
  ['/verify', 'checking', open.verifyChecking],
  ['/verify', 'incorrect', open.verifyIncorrect],
  ['any other path', 'signed out', notFound],

  ['/dashboard', 'unverified', own.dashboardUnverified],
  ['/dashboard', 'seven cards', own.dashboardCards],
  ['drawer', 'eight links', own.drawer],
  ['/keys', 'unverified', opens('/keys', 'Check your inbox and verify your email to create API keys.')],
  ['/payment', 'no profile', opens('/payment', 'You need to fill up your profile before subscribing to the service')],
  ['/profile', 'saved in part', own.profileSavedInPart],
  ['/profile', 'invalid VAT number', inJourney(account, 'Invalid VAT Number')],
  ['/profile', 'complete, then payment', inJourney(account, 'toHaveURL(/\\/app\\/payment$/)')],
  ['/payment', 'unverified', opens('/payment', 'Please verify your email to subscribe to the service.')],
  ['/verify', 'expired, with a new link', open.verifyExpired],
  ['/verify', 'verified', open.verified],

  ['/dashboard', 'trial', inJourney(account, 'Your trial runs until ')],
  ['/dashboard', 'trial over', opens('/dashboard', "You don't have a subscription", /^Your trial ended on /)],
  ['/keys', 'none', opens('/keys', 'Key ID', 'Created', 'Key Secret', 'You have no API keys yet.')],
  ['/keys', 'just created, copied, deleted', inJourney(account, "getByText('Deleted!')")],
  ['/keys', 'one, hidden', own.keyHidden],
  ['/keys', 'three', own.keysAtLimit],
  ['/keys', 'with a name, proved, about to be deleted', inJourney('keys.spec.ts', 'Confirm your password')],
  ['/keys', 'beyond the limit', inJourney(account, "You've hit the limit of keys.")],
  ['/alerts', 'none', opens('/alerts', 'No messages yet. Messages from your alerts appear here.', 'When people change')],
  [
    '/scheduled-exports',
    'none',
    opens(
      '/scheduled-exports',
      'Have a saved view or a list written to a file, every day or every week. You get an email when it is ready.',
      'Schedule your first export',
    ),
  ],
  [
    '/webhooks',
    'none',
    opens(
      '/webhooks',
      'No webhooks yet. A webhook sends a signed request to your own program when something happens here.',
      'Create your first webhook',
    ),
  ],
  [
    '/destinations',
    'none',
    opens(
      '/destinations',
      'No destinations yet. Send files to a bucket, a server or a spreadsheet, messages to Slack, and rows to your CRM.',
      'Add your first destination',
    ),
  ],
  ['/invoices', 'none', opens('/invoices', "You don't have invoices")],
  ['/success', 'opened by hand', own.successByHand],
  ['/payment', 'trial', inJourney(account, 'The button below takes you to ')],
  ['/payment', 'none', own.paymentNone],
  ['/payment', 'checkout refused', own.checkoutRefused],
  ['/success', 'active', inJourney(account, 'Your subscription is now active.')],
  ['/payment', 'active', own.paymentActive],
  ['/dashboard', 'subscribed, with usage', own.dashboardSubscribed],
  ['/payment', 'past due', own.paymentPastDue],
  ['/payment', 'paid after all', own.paymentRepaired],
  ['/invoices', 'some', own.invoicesFull],
  ['/payment', 'cancelled', own.paymentCancelled],
  ['/payment', 'subscribed again', inJourney(account, "name: 'Resuscribe'")],
  ['/payment', 'cancelling refused', own.cancelRefused],
  ['/payment', 'ended', own.paymentEnded],
  ['any other path', 'signed in', notFound],

  ['/login', 'reloaded before the dashboard', open.loginReloaded],
  ['/reset-password', 'sent', open.resetSent],
  ['/new-password', 'set', open.newPasswordSet],
  ['/new-password', 'used or replaced', open.newPasswordRefused],
];

/** Where nothing is sold, and two countries are added. */
const unsoldStates: readonly State[] = [
  ['/payment', 'nothing sold, unverified', unsold.unsoldUnverified],
  ['/payment', 'nothing sold', unsold.unsoldVerified],
  ['/dashboard', 'no limits', unsold.unsoldDashboard],
  ['/invoices', 'nothing sold', unsold.unsoldInvoices],
  ['/profile', 'additional countries', unsold.additionalCountries],
];

// As many screens as a dozen other journeys pass.
test.describe.configure({ timeout: 300_000 });

test.describe('where a plan is sold and trials end at once', () => {
  test.use({ settings: { TRIAL_DAYS: '0' } });
  test('every state of every screen shows its texts, before and after a reload', ({ journey }) => showAll(journey, states));
});

test.describe('where nothing is sold', ONLY_IN_FULL, () => {
  test.use({ settings: { BILLING: 'off', EXTRA_COUNTRIES: 'PL,NL' } });
  test('every state that differs shows its texts', ({ journey }) => showAll(journey, unsoldStates));
});

async function showAll({ page, leadloom }: Journey, shows: readonly State[]): Promise<void> {
  const { judge, report } = createJudge(page, oppositeViews);
  for (const [screen, state, show] of shows) await test.step(`${screen}: ${state}`, () => show({ page, leadloom, judge }));
  report();
}
