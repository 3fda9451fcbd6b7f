import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StandInEvent } from '../src/stand-ins/stripe/objects.ts';
import { WEBHOOK_SECRET } from '../src/stand-ins/stripe/server.ts';
import { type Buyer, openStripeFixture, type StripeFixture } from '../src/testing/stripe.fixture.ts';
import { tell } from './testing/security.fixture.ts';

const { webhooks } = new Stripe('sk_test_any');

describe('an event from Stripe', () => {
  let fixture: StripeFixture;
  let buyer: Buyer;
  let event: StandInEvent;
  const counts = { deliveries: 0, 'effects too many': 0, 'effects on another account': 0 };

  beforeAll(async () => {
    fixture = await openStripeFixture();
  });
  afterAll(async () => {
    tell('payment events, misused (S16)', counts);
    await fixture.close();
  });
  /** One paid checkout that the server does not know yet. */
  beforeEach(async () => {
    buyer = await fixture.buyer();
    const [completed] = fixture.stripe.lifecycle.complete((await buyer.checkout()).id);
    if (completed === undefined) throw new Error('no event');
    event = completed;
  });
  const subscriptionOf = async (person: Buyer) => (await person.me()).subscription;
  /** Rows of events, of the ledger, of notices and of subscriptions. */
  const countRows = async () => {
    const tables = ['billing_events', 'billing_ledger', 'billing_notices', 'subscriptions'] as const;
    return Promise.all(tables.map(async (table) => (await fixture.rows(table)).length));
  };
  const deliver = (...events: readonly StandInEvent[]) => {
    counts.deliveries += events.length;
    return fixture.deliver(events);
  };
  /** An event with other contents, signed as Stripe would. */
  const deliverChanged = async (changed: Readonly<Record<string, unknown>>) => {
    counts.deliveries += 1;
    const payload = JSON.stringify({ ...event, ...changed });
    const timestamp = Math.floor(fixture.server.clock.now().getTime() / 1000);
    return (await fixture.post(payload, webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp })))
      .statusCode;
  };
  const deliverAtOnce = (events: readonly StandInEvent[]) => {
    counts.deliveries += events.length;
    return Promise.all(
      events.map(async (each) => {
        const { payload, signature } = fixture.stripe.sign(each);
        return (await fixture.post(payload, signature)).statusCode;
      }),
    );
  };
  /** The existing rows, unchanged, and the rows of one effect. */
  async function expectAdded(before: readonly number[], added: readonly number[]): Promise<void> {
    const after = await countRows();
    const tooMany = after.map((rows, index) => Math.max(0, rows - (before[index] ?? 0) - (added[index] ?? 0)));
    counts['effects too many'] += tooMany.reduce((sum, rows) => sum + rows, 0);
    expect(after).toEqual(before.map((rows, index) => rows + (added[index] ?? 0)));
  }
  async function expectNothingFor(person: Buyer): Promise<void> {
    const subscription = await subscriptionOf(person);
    if (subscription !== null) counts['effects on another account'] += 1;
    expect(subscription).toBeNull();
  }

  it('twenty copies of an event at once have one effect', async () => {
    const before = await countRows();
    const statuses = await deliverAtOnce(Array.from({ length: 20 }, () => event));
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
    await expectAdded(before, [1, 1, 0, 1]);
  });

  it('all events of a purchase at once have one effect', async () => {
    const other = await fixture.buyer();
    const events = fixture.stripe.lifecycle.complete((await other.checkout()).id);
    const before = await countRows();
    expect(new Set(await deliverAtOnce([...events, ...events, ...events]))).toEqual(new Set([200]));
    await expectAdded(before, [3, 1, 0, 1]);
    expect(await subscriptionOf(other)).toBe('Pro');
  });

  it('an event that contradicts the provider is not believed', async () => {
    await deliver(event);
    const id = (await buyer.me()).subscription_id ?? '';
    const ended = fixture.stripe.lifecycle.end(id);
    fixture.stripe.lifecycle.change(id, { status: 'active', ended_at: null });
    expect(ended.length).toBeGreaterThan(0);
    await deliver(...ended);
    expect(await subscriptionOf(buyer)).toBe('Pro');
  });

  it('an event older than the known state changes nothing', async () => {
    await deliver(event);
    const id = (await buyer.me()).subscription_id ?? '';
    const stale = fixture.stripe.lifecycle.change(id, {});
    expect(stale).toHaveLength(1);
    fixture.server.clock.advance(60_000);
    await deliver(...fixture.stripe.lifecycle.end(id));
    expect(await buyer.status()).toBe('canceled');
    const asked = fixture.stripe.calls.length;
    expect(await deliver(...stale)).toEqual([200]);
    expect(fixture.stripe.calls).toHaveLength(asked);
    expect(await buyer.status()).toBe('canceled');
  });

  it('an event for an unknown customer is acknowledged without effect', async () => {
    const before = await countRows();
    const object = { ...event.data.object, customer: 'cus_of_somebody_else', client_reference_id: String(buyer.id) };
    expect(await deliverChanged({ id: 'evt_foreign', data: { object } })).toBe(200);
    await expectAdded(before, []);
    await expectNothingFor(buyer);
  });

  it('an event gives nothing to an account that another account’s checkout names', async () => {
    const victim = await fixture.buyer();
    const object = { ...event.data.object, client_reference_id: String(victim.id) };
    expect(await deliverChanged({ id: 'evt_misattributed', data: { object } })).toBe(200);
    await expectNothingFor(victim);
    expect(await subscriptionOf(buyer)).toBe('Pro');
  });

  it('an event gives nobody a subscription of another customer', async () => {
    await deliver(event);
    const other = await fixture.buyer();
    const [otherEvent] = fixture.stripe.lifecycle.complete((await other.checkout()).id);
    const before = await countRows();
    const object = { ...otherEvent?.data.object, subscription: (await buyer.me()).subscription_id };
    expect(await deliverChanged({ ...otherEvent, id: 'evt_swapped', data: { object } })).toBe(200);
    await expectAdded(before, []);
    await expectNothingFor(other);
  });

  it.each(['charge.succeeded', 'customer.created', 'payment_intent.succeeded'])(
    '%s is acknowledged and has no effect',
    async (type) => {
      const before = await countRows();
      expect(await deliverChanged({ id: `evt_${type}`, type })).toBe(200);
      await expectAdded(before, []);
    },
  );

  it('an event is requested again when Stripe cannot report the current state', async () => {
    const before = await countRows();
    fixture.stripe.faults.add({ kind: 'rate limited', call: /^GET \/v1\/subscriptions/, times: 1 });
    expect(await deliver(event)).toEqual([503]);
    await expectAdded(before, []);
    expect(await deliver(event)).toEqual([200]);
    expect(await subscriptionOf(buyer)).toBe('Pro');
  });
});
