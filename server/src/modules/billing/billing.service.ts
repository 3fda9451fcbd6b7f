/**
 * Subscriptions of workspaces: buying, cancelling, resuming, and what a workspace may use. The owner who has been there
 * longest is the customer. Every id from a caller is checked against the workspace before it is sent to the provider. Only billing-events.service.ts stores what
 * the provider returns.
 */
import type { getBilling } from '@leadloom/shared/contract/billing';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { Connection } from '../../database/database.ts';
import { AppError } from '../../http/app-error.ts';
import { addressIn } from '../../http/workspace-address.ts';
import { personalWorkspaceOf, type WorkspaceId } from '../../http/workspace-id.ts';
import type { Platform } from '../../platform.ts';
import type { BillingRepository } from './billing.repository.ts';
import { bringUpToDate } from './billing-events.service.ts';
import type { BillingPlatform } from './billing-platform.service.ts';
import { chargedCurrency, currencyOf } from './checkout-currency.ts';
import { type Entitlement, judgeEntitlement, LOCAL_PLAN } from './entitlement.service.ts';
import type { BillingProvider, ProviderInvoice } from './provider.ts';
import { isSubscriptionRunning, type Subscription } from './running-subscription.service.ts';
import { findStanding } from './standing.repository.ts';

/** Stripe allows no first charge before this. */
const SOONEST_FIRST_CHARGE_MILLISECONDS = 48 * 3600 * 1000;

type BillingAccount = NonNullable<Awaited<ReturnType<BillingRepository['findAccount']>>>;

interface Started {
  readonly id: string;
  readonly url: string | null;
}

/** What an account may use at `now`. A deleted account may use nothing. */
export async function readEntitlement(
  { config, database }: Pick<Platform, 'config'> & { readonly database: Connection },
  workspaceId: WorkspaceId,
  now: Date,
): Promise<Entitlement> {
  const found = await findStanding(database, workspaceId, config.billing.mode, now);
  const standing = found ?? { verifiedAt: null, trialEndsAt: null, requestLimit: null, exportLimit: null, subscription: null };
  return judgeEntitlement(standing, config, now);
}

/** Whether the provider charges this account, now or at the end of its period. */
export async function hasRunningSubscription(platform: Platform, workspaceId: WorkspaceId): Promise<boolean> {
  return (await readEntitlement(platform, workspaceId, platform.now())).subscription !== null;
}

export async function describeBilling(
  platform: BillingPlatform,
  workspaceId: WorkspaceId,
): Promise<EndpointResult<typeof getBilling>> {
  const { billing } = platform.config;
  if (billing.mode === 'off') {
    const nothing = { currency: null, amount: null, request_limit: null, export_limit: null, status: null };
    return { provider: 'off', plan: LOCAL_PLAN, ...nothing };
  }
  const account = await findAccount(platform, workspaceId);
  const wanted = currencyOf(account);
  const currency = wanted === null ? null : chargedCurrency(wanted, billing);
  return {
    provider: billing.mode,
    plan: billing.plan.name,
    currency,
    amount: billing.mode === 'sandbox' && currency !== null ? billing.amounts[currency] : null,
    request_limit: billing.plan.requestLimit,
    export_limit: billing.plan.exportLimit,
    status: account.subscription?.status ?? null,
  };
}

/**
 * Starts a purchase, or undoes a cancellation. A running subscription is never bought twice.
 * @throws {AppError} BILLING.PROFILE_REQUIRED, BILLING.ALREADY_SUBSCRIBED, BILLING.OFF, BILLING.PROVIDER_FAILED
 */
export async function startCheckout(platform: BillingPlatform, workspaceId: WorkspaceId): Promise<Started> {
  const provider = requireProvider(platform);
  const account = await findAccount(platform, workspaceId);
  const wanted = currencyOf(account);
  if (wanted === null) throw new AppError('BILLING.PROFILE_REQUIRED');
  const { subscription } = account;
  const running = subscription !== null && isSubscriptionRunning(subscription, platform.now()) ? subscription : null;
  if (running !== null && !running.cancelAtPeriodEnd) throw new AppError('BILLING.ALREADY_SUBSCRIBED');
  if (running !== null && (await resume(platform, provider, account, running))) {
    return { id: running.subscriptionId, url: addressIn(`${platform.config.publicUrl}/app/success`, sharedIdOf(account)) };
  }
  const repository = platform.billing;
  const currency = chargedCurrency(wanted, platform.config.billing);
  if (account.currency === null) await repository.setMissingCurrency(account.accountId, currency);
  // An unpaid one gives no service, and would be charged again as soon as its card works.
  if (subscription?.status === 'unpaid') await end(platform, provider, account, subscription, 'checkout');
  const customerId = await requireCustomer(platform, provider, account);
  const { id, url } = await provider.createCheckout({
    workspaceId,
    sharedId: sharedIdOf(account),
    customerId,
    currency,
    trialEnd: running === null ? null : await firstChargeDate(platform, workspaceId),
    period: subscription === null ? 'first' : `after ${subscription.subscriptionId}`,
  });
  return { id, url };
}

/**
 * The address at which a checkout of this account, or the subscription it resumed, continues.
 * @throws {AppError} BILLING.CHECKOUT_NOT_FOUND, BILLING.OFF, BILLING.PROVIDER_FAILED
 */
export async function findCheckoutUrl(platform: BillingPlatform, workspaceId: WorkspaceId, checkoutId: string): Promise<string> {
  const { publicUrl } = platform.config;
  requireProvider(platform);
  const account = await findAccount(platform, workspaceId);
  const here = (path: string) => addressIn(`${publicUrl}${path}`, sharedIdOf(account));
  if (account.subscription?.subscriptionId === checkoutId) return here('/app/success');
  const { checkout } = await requireCheckout(platform, workspaceId, checkoutId);
  if (checkout.url !== null) return checkout.url;
  return here(checkout.status === 'complete' ? `/app/success?session_id=${encodeURIComponent(checkout.id)}` : '/app/payment');
}

/**
 * Reads the result of a checkout without waiting for its event.
 * @throws {AppError} BILLING.CHECKOUT_NOT_FOUND, BILLING.OFF, BILLING.PROVIDER_FAILED
 */
export async function reconcileCheckout(platform: BillingPlatform, workspaceId: WorkspaceId, checkoutId: string): Promise<void> {
  const { provider, customerId, checkout } = await requireCheckout(platform, workspaceId, checkoutId);
  if (checkout.status !== 'complete' || checkout.subscriptionId === null) return;
  await bringUpToDate(platform, provider, { customerId, subscriptionId: checkout.subscriptionId, cause: 'reconcile' });
}

/** Cancels at the end of the paid period. @throws {AppError} BILLING.SUBSCRIPTION_NOT_FOUND, BILLING.OFF, BILLING.PROVIDER_FAILED */
export async function cancelSubscription(
  platform: BillingPlatform,
  workspaceId: WorkspaceId,
  subscriptionId: string,
): Promise<void> {
  const provider = requireProvider(platform);
  const { subscription, customerId } = await findAccount(platform, workspaceId);
  const isOwn = subscription !== null && customerId !== null && subscription.subscriptionId === subscriptionId;
  if (!isOwn || !isSubscriptionRunning(subscription, platform.now())) throw new AppError('BILLING.SUBSCRIPTION_NOT_FOUND');
  if (subscription.cancelAtPeriodEnd) return;
  const change = () => provider.cancelAtPeriodEnd(subscriptionId);
  await bringUpToDate(platform, provider, { customerId, subscriptionId, cause: 'cancel', change });
}

/**
 * @throws {AppError} BILLING.SUBSCRIPTION_NOT_FOUND if the account never bought anything, BILLING.OFF,
 * BILLING.PROVIDER_FAILED
 */
export async function openPortal(platform: BillingPlatform, workspaceId: WorkspaceId): Promise<string> {
  const provider = requireProvider(platform);
  const account = await findAccount(platform, workspaceId);
  const { customerId, subscription } = account;
  if (customerId === null || subscription === null) throw new AppError('BILLING.SUBSCRIPTION_NOT_FOUND');
  return provider.portalUrl(customerId, sharedIdOf(account));
}

/** Paid invoices with a link, newest first. @throws {AppError} BILLING.PROVIDER_FAILED */
export async function listPaidInvoices(platform: BillingPlatform, workspaceId: WorkspaceId) {
  const { provider } = platform;
  const { customerId } = await findAccount(platform, workspaceId);
  if (provider === null || customerId === null) return [];
  return (await provider.listInvoices(customerId))
    .filter(isPaidWithLink)
    .sort((one, other) => other.paidAt.getTime() - one.paidAt.getTime());
}

/**
 * Ends the subscription of a workspace that is about to be deleted, alone or with its account, so that nothing more is charged.
 * @throws {AppError} BILLING.PROVIDER_FAILED
 */
export async function endSubscriptionNow(
  platform: BillingPlatform,
  workspaceId: WorkspaceId,
  cause: 'account deleted' | 'workspace deleted',
): Promise<void> {
  const { provider } = platform;
  if (provider === null) return;
  const account = await platform.billing.findAccount(workspaceId, provider.name, platform.now());
  if (account === null || account.customerId === null) return;
  await provider.expireCheckouts(account.customerId);
  const unended = await platform.billing.listUnended(provider.name, workspaceId);
  for (const subscription of unended) await end(platform, provider, account, subscription, cause);
}

/** @returns false if the provider refuses; then only a new subscription continues the service */
async function resume(platform: BillingPlatform, provider: BillingProvider, account: BillingAccount, running: Subscription) {
  const { subscriptionId } = running;
  const { customerId } = account;
  if (customerId === null) return false;
  const state = await provider.resume(subscriptionId);
  const news = { customerId, subscriptionId, cause: 'resubscribe' } as const;
  await bringUpToDate(platform, provider, state === null ? news : { ...news, change: async () => state });
  return state !== null;
}

async function end(
  platform: BillingPlatform,
  provider: BillingProvider,
  { customerId }: BillingAccount,
  { subscriptionId }: Subscription,
  cause: 'checkout' | 'account deleted' | 'workspace deleted',
): Promise<void> {
  await provider.endNow(subscriptionId);
  if (customerId !== null) await bringUpToDate(platform, provider, { customerId, subscriptionId, cause });
}

/**
 * A period that is already paid is not charged again. The cancelled subscription has just been read from the
 * provider.
 */
async function firstChargeDate(platform: BillingPlatform, workspaceId: WorkspaceId): Promise<Date | null> {
  const now = platform.now();
  const { subscription } = await findAccount(platform, workspaceId);
  if (subscription === null || !isSubscriptionRunning(subscription, now)) return null;
  const isFarEnough = subscription.currentPeriodEnd.getTime() - now.getTime() >= SOONEST_FIRST_CHARGE_MILLISECONDS;
  return isFarEnough ? subscription.currentPeriodEnd : null;
}

async function requireCustomer(platform: BillingPlatform, provider: BillingProvider, account: BillingAccount): Promise<string> {
  const { workspaceId, email, fullName, companyName, vatNumber, country } = account;
  const details = { workspaceId, email, name: companyName ?? fullName, vatNumber, country };
  const repository = platform.billing;
  const known = account.customerId;
  const isKnown = known !== null && (await provider.hasCustomer(known));
  const customerId = isKnown
    ? known
    : await repository.addCustomer(provider.name, workspaceId, await provider.createCustomer(details, known), known);
  await provider.saveTaxId(customerId, details);
  return customerId;
}

/** A checkout belongs to the account if both its customer and the reference sent to the provider say so. */
async function requireCheckout(platform: BillingPlatform, workspaceId: WorkspaceId, checkoutId: string) {
  const provider = requireProvider(platform);
  const { customerId } = await findAccount(platform, workspaceId);
  const checkout = customerId === null ? null : await provider.readCheckout(checkoutId);
  const isOwn = checkout !== null && checkout.customerId === customerId && checkout.reference === String(workspaceId);
  if (!isOwn || customerId === null) throw new AppError('BILLING.CHECKOUT_NOT_FOUND');
  return { provider, customerId, checkout };
}

/** @throws {AppError} BILLING.OFF */
function requireProvider(platform: BillingPlatform): BillingProvider {
  if (platform.provider === null) throw new AppError('BILLING.OFF');
  return platform.provider;
}

/** A personal workspace, which has the id of its account, opens without being named. */
function sharedIdOf({ workspaceId, accountId }: BillingAccount): WorkspaceId | null {
  return workspaceId === personalWorkspaceOf(accountId) ? null : workspaceId;
}

/** @throws {AppError} AUTH.SESSION_EXPIRED if the account was deleted in the meantime */
async function findAccount({ config, billing, now }: BillingPlatform, workspaceId: WorkspaceId): Promise<BillingAccount> {
  const account = await billing.findAccount(workspaceId, config.billing.mode, now());
  if (account === null) throw new AppError('AUTH.SESSION_EXPIRED');
  return account;
}

function isPaidWithLink(invoice: ProviderInvoice): invoice is ProviderInvoice & { paidAt: Date; url: string } {
  return invoice.paidAt !== null && invoice.url !== null;
}
