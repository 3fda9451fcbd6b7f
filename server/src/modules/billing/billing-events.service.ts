/**
 * Updates the known state of a subscription after any report of a change. The report itself is not trusted: it
 * only names the subscription, which is then read from the provider. No lock is held meanwhile. If the row has
 * changed in between, the provider is asked again, so that a slow response never overwrites a newer one.
 */
import { AppError } from '../../http/app-error.ts';
import type { Cause } from './billing.repository.ts';
import type { BillingPlatform } from './billing-platform.service.ts';
import type { BillingProvider, ProviderEvent, ProviderSubscription } from './provider.ts';
import type { Subscription } from './running-subscription.service.ts';

/** A further round is needed only when a parallel update was faster. */
const ROUNDS = 10;

/** `ignored`: not a subscription of this server. `older`: a newer state is already known. */
type Outcome = 'applied' | 'duplicate' | 'older' | 'ignored';

/** Identifies the subscription to update. */
interface News {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly cause: Cause;
  readonly event?: ProviderEvent;
  /** Changes something at the provider first, and returns the subscription after that. */
  readonly change?: () => Promise<ProviderSubscription | null>;
}

/**
 * Carries out an event with a valid signature: once, however often and in whatever order it arrives.
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
    const { workspaceId, known, isHandled } = found;
    if (isHandled) return 'duplicate';
    if (event !== null && known !== null && event.createdAt < known.providerTime) {
      await billing.skipEvent(provider.name, workspaceId, event, now());
      return 'older';
    }
    const state = (await ask()) ?? vanished(known, customerId, now());
    // A subscription of another customer never belongs to this account, whatever the event says.
    if (state === null || state.customerId !== customerId) return 'ignored';
    const outcome = await billing.applyChange({
      provider: provider.name,
      workspaceId,
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

/** Treats a subscription that the provider no longer has as ended, so that no row runs forever. */
function vanished(known: Subscription | null, customerId: string, now: Date): ProviderSubscription | null {
  if (known === null || known.endedAt !== null) return null;
  return { ...known, id: known.subscriptionId, customerId, status: 'canceled', endedAt: now };
}
