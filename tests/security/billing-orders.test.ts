import { readConfig } from '@leadloom/server/config';
import { carryOutEvent } from '@leadloom/server/modules/billing/billing-events.service';
import { type BillingPlatform, createBillingPlatform } from '@leadloom/server/modules/billing/billing-platform.service';
import type { BillingProvider, ProviderSubscription } from '@leadloom/server/modules/billing/provider';
import { createStripeClient } from '@leadloom/server/modules/billing/stripe/stripe-client';
import { createStripeProvider } from '@leadloom/server/modules/billing/stripe/stripe-provider';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { seededNumbers } from '@leadloom/server/trends/testing/seeded-numbers';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { someOf } from './some-of.ts';
import { tell } from './testing/security.fixture.ts';

const SECRET = 'whsec_orders_secret';
const environment = {
  BILLING: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_invented',
  STRIPE_WEBHOOK_SECRET: SECRET,
  STRIPE_PRICE_EUR: 'price_eur',
};
/** As many as there are connections. */
const WORKERS = 8;
const SEED = 20_260_401;
/** Of all orders, unless all are tried: by no divisor of 5,040, so that every event comes at every place. */
const PART = 23;

const start = new Date('2026-04-01T10:00:00Z');
const day = (days: number) => new Date(start.getTime() + days * 24 * 3600 * 1000);
const active = { status: 'active', currency: 'EUR', startedAt: start, cancelAtPeriodEnd: false, endedAt: null } as const;

/** Seven events of a subscription: their names, their times, and the state after each. */
const life = [
  { type: 'checkout.session.completed', at: day(0), after: { ...active, currentPeriodEnd: day(30) } },
  { type: 'customer.subscription.created', at: day(0), after: { ...active, currentPeriodEnd: day(30) } },
  { type: 'invoice.paid', at: day(0.01), after: { ...active, currentPeriodEnd: day(30) } },
  { type: 'invoice.payment_failed', at: day(30), after: { ...active, status: 'past_due', currentPeriodEnd: day(60) } },
  { type: 'customer.subscription.updated', at: day(30.01), after: { ...active, status: 'past_due', currentPeriodEnd: day(60) } },
  {
    type: 'customer.subscription.updated',
    at: day(32),
    after: { ...active, status: 'past_due', currentPeriodEnd: day(60), cancelAtPeriodEnd: true },
  },
  {
    type: 'customer.subscription.deleted',
    at: day(60),
    after: { ...active, status: 'canceled', currentPeriodEnd: day(60), cancelAtPeriodEnd: true, endedAt: day(60) },
  },
] as const;
const final = life[6].after;

interface Order {
  readonly accountId: number;
  /** Indexes of `life` as they arrive, copies included. */
  readonly arrivals: readonly number[];
}

describe('the seven events of a subscription', { timeout: 120_000 }, () => {
  let server: TestServer;
  let billing: BillingPlatform;
  let provider: BillingProvider;
  /** What Stripe would return now, by subscription. */
  const truth = new Map<string, ProviderSubscription>();
  const { webhooks } = new Stripe('sk_test_any');

  beforeAll(async () => {
    server = await startTestServer({ environment, platform: { now: () => day(61) } });
    billing = createBillingPlatform(server.platform, () => undefined);
    const { config, secrets, now } = server.platform;
    const settings = readConfig(environment).billing.stripe;
    if (settings === null) throw new Error('Stripe is not set');
    const stripe = createStripeProvider({
      settings,
      client: createStripeClient(settings),
      publicUrl: config.publicUrl,
      secrets,
      now,
      onWarning: () => undefined,
    });
    // Only the request to Stripe is simulated; signatures are verified as usual.
    provider = { ...stripe, readSubscription: async (id) => truth.get(id) ?? null };
  });
  afterAll(() => server.close());

  /** Delivers the events of one order; the provider's state contains only what has happened by then. */
  async function live({ accountId, arrivals }: Order): Promise<void> {
    let latest = 0;
    for (const index of arrivals) {
      latest = Math.max(latest, index);
      const now = life[latest]?.after ?? final;
      truth.set(`sub_${accountId}`, { id: `sub_${accountId}`, customerId: `cus_${accountId}`, ...now });
      const payload = JSON.stringify(eventOf(accountId, index));
      const timestamp = Math.floor(day(61).getTime() / 1000);
      const signature = webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });
      const event = await provider.parseEvent(Buffer.from(payload), signature);
      if (event === null) throw new Error('an event that means nothing');
      await carryOutEvent(billing, provider, event);
    }
  }

  it('the events end in one state in every order, with duplicates, and each has its effect once', async () => {
    const random = seededNumbers(SEED);
    const all = permutations([0, 1, 2, 3, 4, 5, 6]);
    expect(new Set(all.map((order) => order.join())).size).toBe(5040);
    const tried = someOf(all, PART);
    const accountIds = await addAccounts(server, tried.length);
    const orders = tried.map((order, index) => ({ accountId: accountIds[index] ?? 0, arrivals: withCopies(order, random) }));
    expect(orders.some(({ arrivals }) => arrivals.length > 9)).toBe(true);

    const queue = orders.values();
    await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        for (const order of queue) await live(order);
      }),
    );

    const deliveries = orders.reduce((sum, { arrivals }) => sum + arrivals.length, 0);

    const { $client: client } = server.database;
    const states = await client.query(
      `select status, currency, started_at, current_period_end, cancel_at_period_end, ended_at, provider_time, plan,
        count(*)::int as accounts from subscriptions group by 1, 2, 3, 4, 5, 6, 7, 8`,
    );
    tell('payment events (S16)', {
      orders: orders.length,
      deliveries,
      'of them copies': deliveries - orders.length * 7,
      'final states': states.rows.length,
    });
    expect(states.rows).toEqual([
      {
        status: 'canceled',
        currency: 'EUR',
        started_at: final.startedAt,
        current_period_end: final.currentPeriodEnd,
        cancel_at_period_end: true,
        ended_at: final.endedAt,
        provider_time: day(60),
        plan: 'Pro',
        accounts: orders.length,
      },
    ]);
    const events = await client.query('select count(*)::int as events from billing_events');
    expect(events.rows).toEqual([{ events: orders.length * 7 }]);
    const notices = await client.query(
      'select count(*)::int as notices, count(distinct account_id)::int as accounts from billing_notices',
    );
    expect(notices.rows).toEqual([{ notices: orders.length, accounts: orders.length }]);
    await expectLedgerToLead(server, orders.length);
  });
});

/** Each ledger row starts at the state in which the previous one ended, and the last one ends at the final state. */
async function expectLedgerToLead(server: TestServer, accounts: number): Promise<void> {
  const rowSchema = z.object({
    account_id: z.coerce.number(),
    change: z.object({
      from: z.record(z.string(), z.unknown()).optional(),
      to: z.record(z.string(), z.unknown()),
      event: z.string(),
    }),
  });
  const { rows } = await server.database.$client.query('select account_id, change from billing_ledger order by account_id, id');
  const reached = new Map<number, Record<string, unknown>>();
  for (const row of rows) {
    const { account_id: accountId, change } = rowSchema.parse(row);
    const before = reached.get(accountId) ?? {};
    expect(before).toMatchObject(change.from ?? {});
    reached.set(accountId, { ...before, ...change.to });
  }
  expect(reached.size).toBe(accounts);
  expect(new Set([...reached.values()].map((state) => JSON.stringify(Object.entries(state).sort())))).toEqual(
    new Set([JSON.stringify(Object.entries(JSON.parse(JSON.stringify(final))).sort())]),
  );
}

function eventOf(accountId: number, index: number): object {
  const { type, at } = life[index] ?? life[0];
  const customer = `cus_${accountId}`;
  const subscription = `sub_${accountId}`;
  const objects: Readonly<Record<string, object>> = {
    checkout: { id: `cs_${accountId}`, customer, subscription },
    customer: { id: subscription, customer },
    invoice: {
      id: `in_${accountId}_${index}`,
      customer,
      billing_reason: type === 'invoice.paid' ? 'subscription_create' : 'subscription_cycle',
      parent: { subscription_details: { subscription } },
    },
  };
  return {
    id: `evt_${accountId}_${index}`,
    object: 'event',
    type,
    created: Math.floor(at.getTime() / 1000),
    data: { object: objects[type.split('.')[0] ?? ''] },
  };
}

/** Accounts that are customers already, in two statements. */
async function addAccounts(server: TestServer, count: number): Promise<number[]> {
  const { rows } = await server.database.$client.query<{ account_id: string }>(
    `with added as (
      insert into accounts (email, password_hash) select 'order-' || number || '@example.com', 'none'
      from generate_series(1, $1::int) number returning id
    )
    insert into billing_customers (provider, customer_id, account_id) select 'stripe', 'cus_' || id, id from added
    returning account_id`,
    [count],
  );
  return rows.map((row) => Number(row.account_id));
}

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

/** Copies of some, anywhere after they came first. */
function withCopies(order: readonly number[], random: () => number): number[] {
  const arrivals = [...order];
  for (const item of order) {
    for (let copies = Math.max(0, Math.floor(random() * 5) - 2); copies > 0; copies -= 1) {
      const first = arrivals.indexOf(item);
      arrivals.splice(first + 1 + Math.floor(random() * (arrivals.length - first)), 0, item);
    }
  }
  return arrivals;
}
