import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WEBHOOK_SECRET } from '../src/stand-ins/stripe/server.ts';
import { type Buyer, openStripeFixture, type StripeFixture } from '../src/testing/stripe.fixture.ts';
import { tell } from './testing/security.fixture.ts';

/** The previous secret, while a new one is introduced. */
const ROLLED_SECRET = 'whsec_the_secret_before';
const UNKNOWN_SECRET = 'whsec_unknown_secret';
const TWO_MEGABYTES = 2 * 1024 * 1024;
const { webhooks } = new Stripe('sk_test_any');

describe('a delivery to Stripe’s webhook', () => {
  let fixture: StripeFixture;
  let buyer: Buyer;
  /** The event of a payment that the server does not know yet. */
  let payload: string;
  const counts = { forgeries: 0, accepted: 0, 'rows written': 0, 'subscriptions given': 0, 'genuine and accepted': 0 };

  beforeAll(async () => {
    fixture = await openStripeFixture({ STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET}, ${ROLLED_SECRET}` });
  });
  afterAll(async () => {
    tell('webhook signatures (S15)', counts);
    await fixture.close();
  });
  beforeEach(async () => {
    buyer = await fixture.buyer();
    const [completed] = fixture.stripe.lifecycle.complete((await buyer.checkout()).id);
    payload = JSON.stringify(completed);
  });
  const now = () => Math.floor(fixture.server.clock.now().getTime() / 1000);
  const sign = (text: string, options: { secret?: string; timestamp?: number; scheme?: string } = {}) =>
    webhooks.generateTestHeaderString({ payload: text, secret: WEBHOOK_SECRET, timestamp: now(), ...options });
  const v1 = (header: string) => header.split('v1=')[1] ?? '';
  const countRows = async () => {
    const tables = ['billing_events', 'billing_ledger', 'billing_notices', 'subscriptions'] as const;
    return (await Promise.all(tables.map(async (table) => (await fixture.rows(table)).length))).reduce(
      (sum, rows) => sum + rows,
      0,
    );
  };

  async function expectRefused(body: string | Buffer, signature: string | null): Promise<void> {
    const before = await countRows();
    const { statusCode, payload: problem } = await fixture.post(body, signature);
    const written = (await countRows()) - before;
    const { subscription } = await buyer.me();
    counts.forgeries += 1;
    if (statusCode < 400) counts.accepted += 1;
    counts['rows written'] += written;
    if (subscription !== null) counts['subscriptions given'] += 1;
    expect({ statusCode, written, subscription }).toEqual({ statusCode: 400, written: 0, subscription: null });
    expect(JSON.parse(problem)).toMatchObject({ code: 'BILLING.SIGNATURE_INVALID' });
  }
  async function expectAccepted(body: string, signature: string): Promise<void> {
    expect(await fixture.post(body, signature)).toMatchObject({ statusCode: 200, payload: '{"received":true}' });
    expect(await buyer.me()).toMatchObject({ subscription: 'Pro' });
    counts['genuine and accepted'] += 1;
  }

  it.each([0, 299, 300, -299, -300])('a delivery signed %d s ago is accepted', async (age) => {
    await expectAccepted(payload, sign(payload, { timestamp: now() - age }));
  });

  const genuine: readonly (readonly [string, () => string])[] = [
    ['the old secret alone', () => sign(payload, { secret: ROLLED_SECRET })],
    ['the old secret and the new one', () => `${sign(payload, { secret: ROLLED_SECRET })},v1=${v1(sign(payload))}`],
    ['an unknown secret and ours', () => `${sign(payload, { secret: UNKNOWN_SECRET })},v1=${v1(sign(payload))}`],
    ['ours and another scheme', () => `${sign(payload)},v0=${'0'.repeat(64)}`],
  ];
  it.each(genuine)('a delivery signed with %s is accepted', async (_, signature) => {
    await expectAccepted(payload, signature());
  });

  const forged: readonly (readonly [string, () => string | null])[] = [
    ['no signature', () => null],
    ['an empty one', () => ''],
    ['one that is no signature', () => 'nonsense'],
    ['one of another secret', () => sign(payload, { secret: UNKNOWN_SECRET })],
    ['two of other secrets', () => `${sign(payload, { secret: UNKNOWN_SECRET })},v1=${v1(sign(payload, { secret: 'whsec_x' }))}`],
    ['one of a blank secret', () => sign(payload, { secret: ' ' })],
    ['one of both secrets as they are set', () => sign(payload, { secret: `${WEBHOOK_SECRET}, ${ROLLED_SECRET}` })],
    ['one of 301 s ago', () => sign(payload, { timestamp: now() - 301 })],
    ['one of 301 s ahead', () => sign(payload, { timestamp: now() + 301 })],
    ['one of another scheme alone', () => sign(payload, { scheme: 'v0' })],
    ['one without a time', () => `v1=${v1(sign(payload))}`],
    ['one with another time', () => `t=${now() - 1},v1=${v1(sign(payload))}`],
    ['one with two times', () => `t=${now()},${sign(payload, { timestamp: now() - 1000 })}`],
    ['one with a time that is no number', () => `t=NaN,v1=${v1(sign(payload))}`],
    ['one with one digit changed', () => sign(payload).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
    ['one that is cut', () => sign(payload).slice(0, -2)],
    ['the signature of another body', () => sign('{}')],
  ];
  it.each(forged)('a delivery with %s is refused', async (_, signature) => {
    await expectRefused(payload, signature());
  });

  it('a delivery with one changed byte is refused, even if its meaning is the same', async () => {
    const spaced = JSON.stringify(JSON.parse(payload), null, 2);
    const others = [spaced, `${payload}\n`, ` ${payload}`, payload.replace('"livemode":false', '"livemode":true')];
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(payload)).reverse()));
    for (const other of [...others, reordered]) {
      expect(other).not.toBe(payload);
      await expectRefused(other, sign(payload));
    }
    await expectAccepted(spaced, sign(spaced));
  });

  it('a delivery of two megabytes and an empty one are refused, signed or not', async () => {
    const large = JSON.stringify({ ...JSON.parse(payload), padding: 'x'.repeat(TWO_MEGABYTES) });
    await expectRefused(large, sign(large));
    await expectRefused('x'.repeat(TWO_MEGABYTES), null);
    await expectRefused(Buffer.alloc(0), sign(''));
  });

  it('a signed delivery that is no event is refused', async () => {
    for (const text of ['[]', 'null', '{"id":"evt_1"}', '{"id":1,"type":"x","created":1,"data":{"object":{}}}'])
      await expectRefused(text, sign(text));
  });
});
