/**
 * What billing does when nobody calls: the sandbox's renewals, news that never came, mails that are owed.
 * Safe to run in several servers at once, and again after being killed at any point.
 */
import { bringUpToDate, carryOutEvent } from './billing-events.service.ts';
import { sendNotices } from './billing-notices.service.ts';
import type { BillingPlatform } from './billing-platform.service.ts';
import type { BillingProvider } from './provider.ts';

const HOUR = 3600 * 1000;
/** A renewal's news comes within it; after it we ask. */
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

/** Does what is due in the sandbox, and lets its events in by the same door as any provider's. @param accountId null: of everybody */
export async function advanceSandbox(platform: BillingPlatform, accountId: number | null = null): Promise<void> {
  const { provider } = platform;
  if (provider?.name !== 'sandbox') return;
  await provider.advance(platform.now(), accountId);
  await deliverSandboxEvents(platform);
}

/** After a change in the sandbox's books. */
export async function deliverSandboxEvents(platform: BillingPlatform): Promise<void> {
  const { provider } = platform;
  if (provider?.name !== 'sandbox') return;
  await provider.deliver(async ({ body, signature }) => {
    const event = await provider.parseEvent(body, signature);
    if (event !== null) await carryOutEvent(platform, provider, event);
  });
}

/** A webhook that is switched off, or was lost, leaves periods behind that ended without a word. */
async function askForOverdue(platform: BillingPlatform, provider: BillingProvider): Promise<void> {
  const { billing, now } = platform;
  const before = new Date(now().getTime() - OVERDUE_HOURS * HOUR);
  for (const { subscriptionId, customerId } of await billing.listOverdue(provider.name, before, OVERDUE_BATCH)) {
    const outcome = await bringUpToDate(platform, provider, { customerId, subscriptionId, cause: 'clock' });
    if (outcome === 'ignored') await billing.touch(provider.name, subscriptionId, now());
  }
}
