/** The account's subscription, and the one button that changes it. */
import type { User } from '@leadloom/shared/contract/accounts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { DescriptionList } from '../../components/description-list.tsx';
import { Notice } from '../../components/notice.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { May } from '../../components/workspace/may.tsx';
import type { Billing } from '../../lib/billing/use-billing.ts';
import { formatDay } from '../../lib/format-date.ts';
import { paths } from '../../lib/paths.ts';
import { paying } from '../../lib/workspace/needs.ts';
import { type PaymentState, paymentStateOf } from './payment-state.ts';
import type { PaymentActions } from './use-payment-actions.ts';

interface SubscriptionCardProps {
  readonly user: User;
  /** The provider; undefined while it could not be loaded. Subscribing works all the same. */
  readonly provider: Billing['provider'] | undefined;
  readonly actions: PaymentActions;
}

export function SubscriptionCard(props: SubscriptionCardProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasLostFocus = useRef(false);
  const state = paymentStateOf(props.user);
  const View = views[state];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another state has another button; the pressed one took the focus with it
  useEffect(() => {
    if (hasLostFocus.current && document.activeElement === document.body) heading.current?.focus();
    hasLostFocus.current = true;
  }, [state]);

  return (
    <Card component="section" aria-labelledby={headingId} sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      <Typography ref={heading} id={headingId} variant="h2" tabIndex={-1} sx={{ outline: 'none' }}>
        Subscription
      </Typography>
      {/* One place for all states, so that a change of state is read out. */}
      <Box aria-live="polite" sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <View {...props} />
      </Box>
      {props.actions.failure !== null && <Notice severity="error">{props.actions.failure}</Notice>}
    </Card>
  );
}

type StateView = (props: SubscriptionCardProps) => ReactNode;

const views: Readonly<Record<PaymentState, StateView>> = {
  'profile-missing': () => (
    <>
      <Typography>You need to fill up your profile before subscribing to the service</Typography>
      <TextLink to={paths.profile}>Go to your profile</TextLink>
    </>
  ),
  unverified: () => (
    <>
      <Typography>Please verify your email to subscribe to the service.</Typography>
      <ResendVerification />
    </>
  ),
  trial: ({ user, provider, actions }) => (
    <>
      <Typography>
        The button below takes you to {checkoutName(provider)}, where you can subscribe to the service.
        {user.trial_ends_on !== null && ` Your trial runs until ${formatDay(user.trial_ends_on)}.`}
      </Typography>
      <May needs={paying}>
        <Button variant="contained" onClick={actions.checkOut} disabled={actions.isBusy}>
          Subscribe
        </Button>
      </May>
    </>
  ),
  cancelled: ({ user, actions }) => (
    <>
      <Typography>
        Your subscription is cancelled. You won't be charged anymore and can use the API until the next billing date
        {user.next_billing_cycle_on !== null && `, ${formatDay(user.next_billing_cycle_on)}`}.
      </Typography>
      <May needs={paying}>
        <Button variant="contained" onClick={actions.checkOut} disabled={actions.isBusy}>
          Resuscribe
        </Button>
      </May>
    </>
  ),
  active: ActiveSubscription,
  none: ({ actions }) => (
    <>
      <May needs={paying}>
        <Button variant="contained" onClick={actions.checkOut} disabled={actions.isBusy}>
          Subscribe
        </Button>
      </May>
      <Typography>You do not have an active subscription. Please click the button above to subscribe.</Typography>
    </>
  ),
};

function ActiveSubscription({ user, actions }: SubscriptionCardProps) {
  const { subscription, subscription_id: id, subscription_started_on: startedOn, next_billing_cycle_on: nextOn } = user;
  return (
    <>
      <DescriptionList
        items={[
          ...(subscription === null ? [] : [{ term: 'Plan', text: subscription }]),
          ...(startedOn === null ? [] : [{ term: 'Start date', text: formatDay(startedOn) }]),
          ...(nextOn === null ? [] : [{ term: 'Next billing date', text: formatDay(nextOn) }]),
        ]}
      />
      {id !== null && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <May needs={paying}>
            <Button variant="outlined" color="error" onClick={() => actions.cancel(id)} disabled={actions.isBusy}>
              Cancel
            </Button>
          </May>
          <May needs={paying}>
            <Button variant="outlined" color="inherit" onClick={actions.openPortal} disabled={actions.isBusy}>
              Payment details
            </Button>
          </May>
        </Box>
      )}
    </>
  );
}

function checkoutName(provider: Billing['provider'] | undefined): string {
  if (provider === 'stripe') return 'Stripe, our payment provider';
  if (provider === 'sandbox') return 'the payment provider (here the sandbox, for test money)';
  return 'our payment provider';
}
