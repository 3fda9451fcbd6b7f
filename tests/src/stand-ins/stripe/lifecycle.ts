/** What happens to a subscription outside our requests, each step with the events it sends. */
import type Stripe from 'stripe';
import {
  addInvoice,
  addSubscription,
  type Books,
  changeSubscription,
  held,
  newId,
  PERIOD_SECONDS,
  periodEndOf,
} from './books.ts';
import { listOf, type StandInEvent, type StandInInvoice, type StandInSession, type StandInSubscription } from './objects.ts';

export interface Lifecycle {
  /** The buyer pays. */
  complete(sessionId: string): StandInEvent[];
  expire(sessionId: string): void;
  /** The next billing date comes. */
  renew(subscriptionId: string, outcome?: { readonly isDeclined: boolean }): StandInEvent[];
  /** The buyer pays what is owed. */
  payOwed(subscriptionId: string): StandInEvent[];
  /** All tries to charge have failed. */
  giveUp(subscriptionId: string): StandInEvent[];
  end(subscriptionId: string): StandInEvent[];
  /** Changes a subscription as anybody does, such as the operator in the provider's own screens. */
  change(subscriptionId: string, change: Partial<StandInSubscription>): StandInEvent[];
}

export function createLifecycle(books: Books, apiVersion: string): Lifecycle {
  const event = (type: Stripe.Event['type'], object: StandInSession | StandInSubscription | StandInInvoice): StandInEvent => ({
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: books.now(),
    type,
    livemode: false,
    data: { object },
  });
  const updated = (id: string, change: Partial<StandInSubscription>) =>
    event('customer.subscription.updated', changeSubscription(books, id, change));

  return {
    complete(sessionId) {
      const session = held(books.sessions, sessionId);
      if (session.status !== 'open') throw new Error('this checkout is not open');
      const trialEnd = books.trialEnds.get(sessionId) ?? null;
      const subscription = addSubscription(books, session, trialEnd);
      const paid: StandInSession = {
        ...session,
        status: 'complete',
        payment_status: trialEnd === null ? 'paid' : 'no_payment_required',
        subscription: subscription.id,
        url: null,
      };
      books.sessions.set(sessionId, paid);
      const invoice = addInvoice(books, subscription, true);
      return [
        event('checkout.session.completed', paid),
        event('customer.subscription.created', held(books.subscriptions, subscription.id)),
        event('invoice.paid', invoice),
      ];
    },

    expire(sessionId) {
      books.sessions.set(sessionId, { ...held(books.sessions, sessionId), status: 'expired', url: null });
    },

    renew(subscriptionId, { isDeclined } = { isDeclined: false }) {
      const subscription = held(books.subscriptions, subscriptionId);
      const start = periodEndOf(subscription);
      const [item] = subscription.items.data;
      if (item === undefined) throw new Error('a subscription without items');
      const period = { current_period_start: start, current_period_end: start + PERIOD_SECONDS };
      const items = listOf(subscription.items.url, [{ ...item, ...period }]);
      const moved = updated(subscriptionId, { items, status: isDeclined ? 'past_due' : 'active', trial_end: null });
      const invoice = addInvoice(books, held(books.subscriptions, subscriptionId), !isDeclined);
      return [event(isDeclined ? 'invoice.payment_failed' : 'invoice.paid', invoice), moved];
    },

    payOwed(subscriptionId) {
      const owed = [...books.invoices.values()].filter(
        ({ status, parent }) => status === 'open' && parent.subscription_details.subscription === subscriptionId,
      );
      const paid = owed.map(
        (invoice): StandInInvoice => ({
          ...invoice,
          status: 'paid',
          status_transitions: { paid_at: books.now() },
        }),
      );
      for (const invoice of paid) books.invoices.set(invoice.id, invoice);
      return [...paid.map((invoice) => event('invoice.paid', invoice)), updated(subscriptionId, { status: 'active' })];
    },

    giveUp: (subscriptionId) => [updated(subscriptionId, { status: 'unpaid' })],

    end(subscriptionId) {
      const ended = changeSubscription(books, subscriptionId, { status: 'canceled', ended_at: books.now() });
      return [event('customer.subscription.deleted', ended)];
    },

    change: (subscriptionId, change) => [updated(subscriptionId, change)],
  };
}
