/** The screen to which the checkout leads back. Its sentence is fixed; the line below it says what the server knows. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useRefreshMe } from '../../lib/account/use-me.ts';
import { formatDay } from '../../lib/format-date.ts';
import { paths } from '../../lib/paths.ts';
import { type Activation, followActivation } from './follow-activation.ts';

export function SubscriptionSuccess() {
  const [query] = useSearchParams();
  const sessionId = query.get('session_id') || null;
  const { activation, followAgain } = useActivation(sessionId);
  return (
    <PageBody width="form">
      <PageHeading title="Subscription" />
      <Card component="section" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Typography variant="h2" component="p">
          Your subscription is now active.
        </Typography>
        <Box aria-live="polite" sx={{ width: '100%' }}>
          <ActivationLine activation={activation} onRetry={followAgain} />
        </Box>
        <Button component={RouterLink} to={paths.keys} variant={activation.kind === 'active' ? 'contained' : 'outlined'}>
          Create an API key
        </Button>
      </Card>
    </PageBody>
  );
}

function ActivationLine({ activation, onRetry }: { readonly activation: Activation; readonly onRetry: () => void }) {
  switch (activation.kind) {
    case 'checking':
      return <LoadingText>Checking your subscription...</LoadingText>;
    case 'waiting':
      return <LoadingText>Waiting for the payment provider to confirm the payment...</LoadingText>;
    case 'active':
      return <Notice severity="success">{planLine(activation.user)}</Notice>;
    case 'late':
      return (
        <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <Notice severity="warning">
            The payment provider has not confirmed the payment yet. You can leave this page: the subscription starts as soon as it
            does.
          </Notice>
          <Button variant="outlined" onClick={onRetry}>
            Check again
          </Button>
        </Box>
      );
    case 'inactive':
      return (
        <Notice severity="warning">
          {activation.isCancelled
            ? 'This account’s subscription has been cancelled. '
            : 'This account has no active subscription at the moment. '}
          <TextLink to={paths.payment}>Payment and subscription</TextLink>
        </Notice>
      );
    case 'failed':
      return <LoadFailure text={activation.text} onRetry={onRetry} isRetrying={false} />;
  }
}

function planLine({ subscription, next_billing_cycle_on: nextOn }: (Activation & { kind: 'active' })['user']): string {
  return `Your plan: ${subscription}.${nextOn === null ? '' : ` Next billing date: ${formatDay(nextOn)}.`}`;
}

function useActivation(sessionId: string | null) {
  const refreshMe = useRefreshMe();
  const [activation, setActivation] = useState<Activation>({ kind: 'checking' });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is the same question, asked again
  useEffect(() => {
    const controller = new AbortController();
    void followActivation({ sessionId, refreshMe, onStep: setActivation, signal: controller.signal });
    return () => controller.abort();
  }, [sessionId, refreshMe, round]);

  return { activation, followAgain: () => setRound(round + 1) };
}
