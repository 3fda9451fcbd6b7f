/**
 * Payments with test money, so that subscriptions work without an account at a provider. It stores its own data
 * and reports every change by a signed event, which is handled like that of a real provider.
 */
import type { Config } from '../../../config.ts';
import type { SecretRing } from '../../../crypto/secret-ring.ts';
import type { Database } from '../../../database/database.ts';
import { addressIn } from '../../../http/workspace-address.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { BillingProvider, ProviderCheckout, ProviderInvoice, ProviderSubscription } from '../provider.ts';
import {
  createSandboxBooks,
  type SandboxCheckout,
  type SandboxInvoice,
  type SandboxSubscription,
} from './sandbox-books.repository.ts';
import { createSandboxKeys, type SignedEvent } from './sandbox-keys.ts';

interface SandboxParts {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: SecretRing;
  readonly now: () => Date;
}

export interface SandboxProvider extends BillingProvider {
  readonly name: 'sandbox';
  /**
   * Carries out what is due by `time`: renewals, failures, ends.
   * @param workspaceId null: all workspaces
   */
  advance(time: Date, workspaceId?: WorkspaceId | null): Promise<void>;
  /** Sends an event for every unreported change. An event that the receiver refuses is sent again the next time. */
  deliver(receive: (event: SignedEvent) => Promise<void>): Promise<void>;
}

export function createSandboxProvider({ config, database, secrets, now }: SandboxParts): SandboxProvider {
  const { billing, publicUrl } = config;
  const books = createSandboxBooks(database);
  const keys = createSandboxKeys(secrets);

  const toCheckout = (checkout: SandboxCheckout): ProviderCheckout => {
    const isOpen = checkout.status === 'open' && checkout.expiresAt > now();
    return {
      id: checkout.id,
      customerId: checkout.customerId,
      reference: String(checkout.workspaceId),
      status: checkout.status === 'open' && !isOpen ? 'expired' : checkout.status,
      subscriptionId: checkout.subscriptionId,
      url: isOpen ? `${publicUrl}/sandbox/checkout/${checkout.id}` : null,
    };
  };
  const toInvoice = ({ id, paidAt }: SandboxInvoice): ProviderInvoice => ({
    id,
    paidAt,
    url: `${publicUrl}/sandbox/invoices/${id}`,
  });
  const requireSubscription = async (id: string): Promise<ProviderSubscription> => {
    const subscription = await books.findSubscription(id);
    if (subscription === null) throw new Error('the sandbox has no such subscription');
    return toSubscription(subscription);
  };

  return {
    name: 'sandbox',
    createCustomer: async ({ workspaceId }) => `cus_sandbox_${workspaceId}`,
    hasCustomer: async () => true,
    saveTaxId: async () => undefined,
    // A cancellation can always be undone here, so no purchase ever waits for an older one to end.
    createCheckout: async ({ workspaceId, customerId, currency }) => {
      const amount = billing.amounts[currency];
      return toCheckout(await books.openCheckout({ workspaceId, customerId, currency, amount, plan: billing.plan.name }, now()));
    },
    readCheckout: async (id) => {
      const checkout = await books.findCheckout(id);
      return checkout === null ? null : toCheckout(checkout);
    },
    expireCheckouts: (customerId) => books.closeCheckouts(customerId),
    readSubscription: async (id) => {
      const subscription = await books.findSubscription(id);
      return subscription === null ? null : toSubscription(subscription);
    },
    cancelAtPeriodEnd: async (id) => {
      await books.setCancelled(id, true, now());
      return requireSubscription(id);
    },
    resume: async (id) => {
      await books.setCancelled(id, false, now());
      const subscription = await requireSubscription(id);
      return subscription.status === 'canceled' ? null : subscription;
    },
    endNow: (id) => books.endNow(id, now()),
    portalUrl: async (_, sharedId) => addressIn(`${publicUrl}/sandbox/portal`, sharedId),
    listInvoices: async (customerId) => (await books.listInvoices(customerId, 'paid')).map(toInvoice),
    readInvoice: async (id) => {
      const invoice = await books.findInvoice(id);
      return invoice === null ? null : toInvoice(invoice);
    },
    parseEvent: async (body, signature) => keys.readEvent(body, signature, now()),

    async advance(time, workspaceId = null) {
      for (const id of await books.listDue(time, workspaceId)) await books.advanceSubscription(id, time);
    },

    async deliver(receive) {
      for (const { subscription, owedInvoiceId } of await books.listUndelivered()) {
        const { id, customerId, revision, status } = subscription;
        const hasFailed = owedInvoiceId !== null && (status === 'past_due' || status === 'unpaid');
        const type = hasFailed ? 'invoice.payment_failed' : 'customer.subscription.updated';
        const createdAt = now();
        const event = {
          id: `evt_${id}_${revision}`,
          type,
          createdAt,
          customerId,
          subscriptionId: id,
          failedInvoiceId: hasFailed ? owedInvoiceId : null,
        };
        await receive(keys.signEvent(event, createdAt));
        await books.markDelivered(subscription);
      }
    },
  };
}

function toSubscription(subscription: SandboxSubscription): ProviderSubscription {
  const { id, customerId, status, currency, startedAt, currentPeriodEnd, cancelAtPeriodEnd, endedAt } = subscription;
  return { id, customerId, status, currency, startedAt, currentPeriodEnd, cancelAtPeriodEnd, endedAt };
}
