/** Subscribing and the state of the subscription. What an account is offered depends on its state; see `payment-state.ts`. */
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { useBilling } from '../../lib/billing/use-billing.ts';
import { useHasSettled } from '../../lib/query/use-has-settled.ts';
import { NothingSold } from './nothing-sold.tsx';
import { PastDueNotice } from './past-due-notice.tsx';
import { PlanCard } from './plan-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { usePaymentActions } from './use-payment-actions.ts';

export function Payment() {
  return (
    <PageBody width="form">
      <PageHeading title="Payment" />
      <PaymentContent />
    </PageBody>
  );
}

function PaymentContent() {
  const me = useMe();
  const billing = useBilling();
  const hasSettled = useHasSettled(billing);
  const actions = usePaymentActions();
  const user = me.data;
  if (user === undefined) {
    if (me.error === null) return <LoadingText>Loading...</LoadingText>;
    return <LoadFailure text={me.error.message} onRetry={() => void me.refetch()} isRetrying={me.isFetching} />;
  }
  // A person who wants to cancel must not wait until the price list is retried.
  if (!hasSettled) return <LoadingText>Loading...</LoadingText>;
  if (billing.data?.provider === 'off') return <NothingSold plan={billing.data.plan} isVerified={user.verified} />;
  return (
    <>
      {billing.data?.provider === 'sandbox' && (
        <Notice severity="info">
          This server uses test payments only. They show how a subscription works, and nobody is ever charged.
        </Notice>
      )}
      {billing.data?.status === 'past_due' && <PastDueNotice onUpdateCard={actions.openPortal} isBusy={actions.isBusy} />}
      <SubscriptionCard user={user} provider={billing.data?.provider} actions={actions} />
      {billing.data !== undefined ? (
        <PlanCard billing={billing.data} />
      ) : (
        billing.error !== null && (
          <LoadFailure
            text={`Plan and price could not be loaded. ${billing.error.message}`}
            onRetry={() => void billing.refetch()}
            isRetrying={billing.isFetching}
          />
        )
      )}
    </>
  );
}
