import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StandInEvent } from '../stand-ins/stripe/objects.ts';
import { WEBHOOK_SECRET } from '../stand-ins/stripe/server.ts';
import { type Buyer, openStripeWorld, type StripeWorld } from './stripe-world.ts';

const ROLLED_SECRET = 'whsec_the_secret_before';
const { webhooks } = new Stripe('sk_test_any');

describe('Stripe’s webhook', () => {
  let world: StripeWorld;
  let buyer: Buyer;
  let event: StandInEvent;
  beforeAll(async () => {
    world = await openStripeWorld({ STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET}, ${ROLLED_SECRET}` });
  });
  afterAll(() => world.close());
  /** One paid checkout, of which nothing is known yet. */
  beforeEach(async () => {
    buyer = await world.buyer();
    const [completed] = world.stripe.lifecycle.complete((await buyer.checkout()).id);
    if (completed === undefined) throw new Error('no event');
    event = completed;
  });
  const now = () => Math.floor(world.server.clock.now().getTime() / 1000);
  const subscriptionOf = async () => (await buyer.me()).subscription;
  const counts = async () => {
    const tables = ['billing_events', 'billing_ledger', 'billing_notices', 'subscriptions'] as const;
    return Promise.all(tables.map(async (table) => (await world.rows(table)).length));
  };

  describe('signatures', () => {
    const sign = (payload: string, options: { secret?: string; timestamp?: number; scheme?: string } = {}) =>
      webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp: now(), ...options });
    const v1 = (header: string) => header.split('v1=')[1] ?? '';

    it('let an event in', async () => {
      const payload = JSON.stringify(event);
      expect(await world.post(payload, sign(payload))).toMatchObject({ statusCode: 200, payload: '{"received":true}' });
      expect(await subscriptionOf()).toBe('Pro');
    });

    it.each([299, -299])('may be %d s old', async (age) => {
      const payload = JSON.stringify(event);
      expect((await world.post(payload, sign(payload, { timestamp: now() - age }))).statusCode).toBe(200);
    });

    it('may be of a secret that is being replaced, alone or beside the new one', async () => {
      const payload = JSON.stringify(event);
      expect((await world.post(payload, sign(payload, { secret: ROLLED_SECRET }))).statusCode).toBe(200);
      const both = `t=${now()},v1=${v1(sign(payload, { secret: 'whsec_unknown_secret' }))},v1=${v1(sign(payload))}`;
      expect((await world.post(payload, both)).statusCode).toBe(200);
    });

    const forged: readonly (readonly [string, (payload: string) => string | null])[] = [
      ['none', () => null],
      ['an empty one', () => ''],
      ['one that is no signature', () => 'nonsense'],
      ['one of another secret', (payload) => sign(payload, { secret: 'whsec_unknown_secret' })],
      ['one of an empty secret', (payload) => sign(payload, { secret: ' ' })],
      ['one of 301 s ago', (payload) => sign(payload, { timestamp: now() - 301 })],
      ['one of 301 s ahead', (payload) => sign(payload, { timestamp: now() + 301 })],
      ['one of another scheme alone', (payload) => sign(payload, { scheme: 'v0' })],
      ['one without a time', (payload) => `v1=${v1(sign(payload))}`],
      ['one with another time', (payload) => `t=${now() - 1},v1=${v1(sign(payload))}`],
      ['one with two times', (payload) => `t=${now()},${sign(payload, { timestamp: now() - 1000 })}`],
      ['one with a time that is no number', (payload) => `t=NaN,v1=${v1(sign(payload))}`],
      ['one with one digit changed', (payload) => sign(payload).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
      ['the signature of another body', () => sign('{}')],
    ];
    it.each(forged)('are refused with 400 and no row: %s', async (_, header) => {
      const before = await counts();
      const payload = JSON.stringify(event);
      const { statusCode, payload: problem } = await world.post(payload, header(payload));
      expect(statusCode).toBe(400);
      expect(JSON.parse(problem)).toMatchObject({ code: 'BILLING.SIGNATURE_INVALID' });
      expect(await counts()).toEqual(before);
      expect(await subscriptionOf()).toBeNull();
    });

    it('cover the very bytes', async () => {
      const before = await counts();
      const payload = JSON.stringify(event);
      const spaced = JSON.stringify(event, null, 2);
      for (const other of [spaced, `${payload}\n`, payload.replace('"livemode":false', '"livemode":true')]) {
        expect((await world.post(other, sign(payload))).statusCode).toBe(400);
      }
      expect((await world.post(spaced, sign(spaced))).statusCode).toBe(200);
      expect(await counts()).not.toEqual(before);
    });

    it('do not save a body of two megabytes', async () => {
      const before = await counts();
      const payload = JSON.stringify({ ...event, padding: 'x'.repeat(2 * 1024 * 1024) });
      expect((await world.post(payload, sign(payload))).statusCode).toBe(400);
      expect((await world.post('x'.repeat(2 * 1024 * 1024), null)).statusCode).toBe(400);
      expect((await world.post(Buffer.alloc(0), sign(''))).statusCode).toBe(400);
      expect(await counts()).toEqual(before);
    });

    it('do not make an event of what is none', async () => {
      const before = await counts();
      for (const payload of ['[]', 'null', '{"id":"evt_1"}', '{"id":1,"type":"x","created":1,"data":{"object":{}}}']) {
        expect((await world.post(payload, sign(payload))).statusCode).toBe(400);
      }
      expect(await counts()).toEqual(before);
    });
  });

  it('has one effect of twenty copies at once', async () => {
    const before = await counts();
    const { payload, signature } = world.stripe.sign(event);
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.post(payload, signature)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    const [events = 0, ledger = 0, notices = 0, subscriptions = 0] = before;
    expect(await counts()).toEqual([events + 1, ledger + 1, notices, subscriptions + 1]);
  });

  it('has one effect of all events of a purchase at once', async () => {
    const other = await world.buyer();
    const events = world.stripe.lifecycle.complete((await other.checkout()).id);
    const before = await counts();
    const answers = await Promise.all(
      [...events, ...events, ...events].map((each) => {
        const { payload, signature } = world.stripe.sign(each);
        return world.post(payload, signature);
      }),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const [eventRows = 0, ledger = 0, notices = 0, subscriptions = 0] = before;
    expect(await counts()).toEqual([eventRows + 3, ledger + 1, notices, subscriptions + 1]);
    expect(await other.me()).toMatchObject({ subscription: 'Pro' });
  });

  it('believes the provider, not the event', async () => {
    await world.deliver([event]);
    const id = (await buyer.me()).subscription_id ?? '';
    const [ended] = world.stripe.lifecycle.end(id);
    if (ended === undefined) throw new Error('no event');
    world.stripe.lifecycle.change(id, { status: 'active', ended_at: null });
    await world.deliver([ended]);
    expect(await subscriptionOf()).toBe('Pro');
  });

  it('is not moved by an event older than what is known', async () => {
    await world.deliver([event]);
    const id = (await buyer.me()).subscription_id ?? '';
    const [stale] = world.stripe.lifecycle.change(id, {});
    world.server.clock.advance(60_000);
    await world.deliver(world.stripe.lifecycle.end(id));
    expect(await buyer.status()).toBe('canceled');
    const asked = world.stripe.calls.length;
    expect(stale === undefined ? [] : await world.deliver([stale])).toEqual([200]);
    expect(world.stripe.calls).toHaveLength(asked);
    expect(await buyer.status()).toBe('canceled');
  });

  it('acknowledges what is of no customer of ours, without effect', async () => {
    const before = await counts();
    const object = { ...event.data.object, customer: 'cus_of_somebody_else', client_reference_id: String(buyer.id) };
    expect(await world.deliver([{ ...event, id: 'evt_foreign', data: { object } }])).toEqual([200]);
    expect(await counts()).toEqual(before);
    expect(await subscriptionOf()).toBeNull();
  });

  it('gives nothing to an account that another one’s checkout names', async () => {
    const victim = await world.buyer();
    const object = { ...event.data.object, client_reference_id: String(victim.id) };
    await world.deliver([{ ...event, id: 'evt_misattributed', data: { object } }]);
    expect((await victim.me()).subscription).toBeNull();
    expect(await subscriptionOf()).toBe('Pro');
  });

  it('gives nobody a subscription of another customer', async () => {
    await world.deliver([event]);
    const other = await world.buyer();
    const [otherEvent] = world.stripe.lifecycle.complete((await other.checkout()).id);
    if (otherEvent === undefined) throw new Error('no event');
    const before = await counts();
    const object = { ...otherEvent.data.object, subscription: (await buyer.me()).subscription_id };
    expect(await world.deliver([{ ...otherEvent, id: 'evt_swapped', data: { object } } as StandInEvent])).toEqual([200]);
    expect(await counts()).toEqual(before);
    expect((await other.me()).subscription).toBeNull();
  });

  it.each(['charge.succeeded', 'customer.created', 'payment_intent.succeeded'] as const)(
    'acknowledges %s, which means nothing here',
    async (type) => {
      const before = await counts();
      expect(await world.deliver([{ ...event, id: `evt_${type}`, type }])).toEqual([200]);
      expect(await counts()).toEqual(before);
    },
  );

  it('asks for an event again when Stripe cannot say how things are', async () => {
    const before = await counts();
    world.stripe.faults.add({ kind: 'rate limited', call: /^GET \/v1\/subscriptions/, times: 1 });
    expect(await world.deliver([event])).toEqual([503]);
    expect(await counts()).toEqual(before);
    expect(await world.deliver([event])).toEqual([200]);
    expect(await subscriptionOf()).toBe('Pro');
  });
});
