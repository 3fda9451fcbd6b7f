/** Which of the payment screen's states an account is in. Their order decides: the first that fits is shown. */
import type { User } from '@leadloom/shared/contract/accounts';

export type PaymentState = 'profile-missing' | 'unverified' | 'trial' | 'cancelled' | 'active' | 'none';

export function paymentStateOf(user: User): PaymentState {
  if (!user.currency && !user.country) return 'profile-missing';
  if (!user.verified) return 'unverified';
  const hasSubscription = user.subscription !== null || user.subscription_id !== null;
  if (user.is_trial !== false && !hasSubscription) return 'trial';
  if (user.subscription_canceled) return 'cancelled';
  return hasSubscription ? 'active' : 'none';
}
