/** Subscribing and the state of the subscription. What an account is offered depends on its state; see `payment-state.ts`. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { ForOwners } from '../../components/workspace/for-owners.tsx';
import { May } from '../../components/workspace/may.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { useBilling } from '../../lib/billing/use-billing.ts';
import { useHasSettled } from '../../lib/query/use-has-settled.ts';
import { paying } from '../../lib/workspace/needs.ts';
import { PlanCard } from './plan-card.tsx';
import { SubscriptionCard } from './subscription-card.tsx';
import { usePaymentActions } from './use-payment-actions.ts';

export function Payment() {
  return (
    <PageBody width="form">
      <PageHeading title="Payment" />
      <ForOwners>
        <PaymentContent />
      </ForOwners>
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

interface PastDueNoticeProps {
  readonly onUpdateCard: () => void;
  readonly isBusy: boolean;
}

/** A payment failed, the service still runs: what to do while it does. */
function PastDueNotice({ onUpdateCard, isBusy }: PastDueNoticeProps) {
  return (
    <Notice severity="warning">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Box sx={{ flex: '1 1 20rem' }}>
          Your last payment failed. The service continues while we retry the payment. Update your card to avoid an interruption.
        </Box>
        <May needs={paying}>
          <Button variant="outlined" color="inherit" onClick={onUpdateCard} disabled={isBusy}>
            Update your card
          </Button>
        </May>
      </Box>
    </Notice>
  );
}

interface NothingSoldProps {
  readonly plan: string;
  readonly isVerified: boolean;
}

/** The plan on a server without a payment provider. */
function NothingSold({ plan, isVerified }: NothingSoldProps) {
  return (
    <>
      <Notice severity="info">
        <p>Nothing is sold on this server, so there is nothing to pay.</p>
        <p>Every account with a verified email has the plan “{plan}”, without limits.</p>
      </Notice>
      {!isVerified && (
        <Box>
          <ResendVerification />
        </Box>
      )}
    </>
  );
}
