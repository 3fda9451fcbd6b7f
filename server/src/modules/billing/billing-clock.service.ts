/**
 * Billing's background work: renewals in the sandbox, checks of overdue subscriptions, mails about failed
 * payments. Several servers can run it at once, and it can be killed at any point.
 */

import type { WorkspaceId } from '../../http/workspace-id.ts';
import { bringUpToDate, carryOutEvent } from './billing-events.service.ts';
import { sendNotices } from './billing-notices.service.ts';
import type { BillingPlatform } from './billing-platform.service.ts';
import type { BillingProvider } from './provider.ts';

const HOUR = 3600 * 1000;
/** The event of a renewal normally arrives within this time. After it, the provider is asked. */
const OVERDUE_HOURS = 3;
const OVERDUE_BATCH = 20;
/** Stripe repeats an event for three days. */
const EVENT_DAYS = 90;

export async function runDueBilling(platform: BillingPlatform): Promise<void> {
  const { provider } = platform;
  if (provider === null) return;
  await advanceSandbox(platform);
  if (provider.name === 'stripe') await askForOverdue(platform, provider);
  await sendNotices(platform, provider);
  const { billing, now } = platform;
  await billing.deleteEventsBefore(new Date(now().getTime() - EVENT_DAYS * 24 * HOUR));
}

/**
 * Carries out what is due in the sandbox, and handles its events like those of any provider.
 * @param workspaceId null: all accounts
 */
export async function advanceSandbox(platform: BillingPlatform, workspaceId: WorkspaceId | null = null): Promise<void> {
  const { provider } = platform;
  if (provider?.name !== 'sandbox') return;
  await provider.advance(platform.now(), workspaceId);
  await deliverSandboxEvents(platform);
}

/** Called after a change in the sandbox. */
export async function deliverSandboxEvents(platform: BillingPlatform): Promise<void> {
  const { provider } = platform;
  if (provider?.name !== 'sandbox') return;
  await provider.deliver(async ({ body, signature }) => {
    const event = await provider.parseEvent(body, signature);
    if (event !== null) await carryOutEvent(platform, provider, event);
  });
}

/** With a lost event or a disabled webhook, a subscription's period may end without an event. */
async function askForOverdue(platform: BillingPlatform, provider: BillingProvider): Promise<void> {
  const { billing, now } = platform;
  const before = new Date(now().getTime() - OVERDUE_HOURS * HOUR);
  for (const { subscriptionId, customerId } of await billing.listOverdue(provider.name, before, OVERDUE_BATCH)) {
    const outcome = await bringUpToDate(platform, provider, { customerId, subscriptionId, cause: 'clock' });
    if (outcome === 'ignored') await billing.touch(provider.name, subscriptionId, now());
  }
}
