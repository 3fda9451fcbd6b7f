/**
 * Brings what we know of a subscription up to date, whoever said that something changed. The news itself
 * is never believed: it only names a subscription, which the provider is then asked for. Nothing is held
 * while the provider answers; a row that moved on meanwhile makes us ask again, so that an answer that
 * took long never undoes a later one.
 */
import { AppError } from '../../http/app-error.ts';
import type { Cause } from './billing.repository.ts';
import type { BillingPlatform } from './billing-platform.service.ts';
import type { BillingProvider, ProviderEvent, ProviderSubscription } from './provider.ts';
import type { Subscription } from './running-subscription.service.ts';

/** Each round means that somebody else got further in between. */
const ROUNDS = 10;

/** `ignored`: of no subscription of ours. `older`: what is known is newer already. */
type Outcome = 'applied' | 'duplicate' | 'older' | 'ignored';

/** What names the subscription to look at. */
interface News {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly cause: Cause;
  readonly event?: ProviderEvent;
  /** Changes something at the provider first; answers the subscription as it is then. */
  readonly change?: () => Promise<ProviderSubscription | null>;
}

/**
 * Carries out an event whose signature was checked: once, however often and in whatever order it comes.
 * @throws {AppError} BILLING.PROVIDER_FAILED, SERVER.BUSY: the provider should send it again
 */
export async function carryOutEvent(
  platform: BillingPlatform,
  provider: BillingProvider,
  event: ProviderEvent,
): Promise<Outcome> {
  const { customerId, subscriptionId } = event;
  if (customerId === null || subscriptionId === null) return 'ignored';
  return bringUpToDate(platform, provider, { customerId, subscriptionId, cause: 'webhook', event });
}

/** @throws {AppError} BILLING.PROVIDER_FAILED, SERVER.BUSY */
export async function bringUpToDate(platform: BillingPlatform, provider: BillingProvider, news: News): Promise<Outcome> {
  const { config, billing, now } = platform;
  const { customerId, subscriptionId, cause, event = null, change } = news;
  let ask = change ?? (() => provider.readSubscription(subscriptionId));
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await billing.findForEvent(provider.name, customerId, subscriptionId, event?.id ?? null);
    if (found === null) return 'ignored';
    const { accountId, known, isHandled } = found;
    if (isHandled) return 'duplicate';
    if (event !== null && known !== null && event.createdAt < known.providerTime) {
      await billing.skipEvent(provider.name, accountId, event, now());
      return 'older';
    }
    const state = (await ask()) ?? vanished(known, customerId, now());
    // Another customer's subscription is none of this account's, whatever the event says.
    if (state === null || state.customerId !== customerId) return 'ignored';
    const outcome = await billing.applyChange({
      provider: provider.name,
      accountId,
      plan: known?.plan ?? config.billing.plan.name,
      cause,
      state,
      known,
      event,
      now: now(),
    });
    if (outcome !== 'stale') return outcome;
    ask = () => provider.readSubscription(subscriptionId);
  }
  throw new AppError('SERVER.BUSY');
}

/** What the provider no longer has, it no longer serves: no row is left running for ever. */
function vanished(known: Subscription | null, customerId: string, now: Date): ProviderSubscription | null {
  if (known === null || known.endedAt !== null) return null;
  return { ...known, id: known.subscriptionId, customerId, status: 'canceled', endedAt: now };
}
