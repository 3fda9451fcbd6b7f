import { SubscriptionSuccess } from '../../features/subscription-success/subscription-success.tsx';

export function SuccessPage() {
  return <SubscriptionSuccess />;
}
